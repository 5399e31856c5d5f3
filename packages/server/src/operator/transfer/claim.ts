import type { TableDescription } from "../../platform/database/describe-tables.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import {
	findDeploymentFact,
	lockDeployment,
	removeDeploymentFact,
	replaceDeploymentFact,
	writeDeploymentFact,
} from "../../platform/keys/deployment-store.ts";
import { countRows, removeRows } from "./table-store.ts";
import { TransferError } from "./transfer-error.ts";

/** The fact `move`: how far a copy has come. */
export interface FillState {
	attempt: string;
	/** Id of the copied deployment. */
	deployment: string;
	/** Index of the current table, and how many of its rows are copied. */
	table: number;
	rows: number;
}

interface Claim {
	attempt: string;
	deployment: string;
	tables: readonly TableDescription[];
	name: string;
}

/**
 * Claims an empty database for this copy. Removes the rows of an abandoned attempt, which were never in service. "complete":
 * an earlier run finished this attempt. Throws target_not_empty.
 */
export async function claim(
	queries: Queryable,
	{ attempt, deployment, tables, name }: Claim,
): Promise<FillState | "complete"> {
	// Of two parallel claims, the second waits here and finds the mark of the first.
	await lockDeployment(queries);
	if ((await findDeploymentFact(queries, "moved_from")) === attempt) return "complete";
	const mark = await findDeploymentFact(queries, "move");
	if (mark === null) {
		await removeDeploymentFact(queries, "lock");
		await demandEmpty(queries, tables, name);
	} else {
		const state = JSON.parse(mark) as FillState;
		if (state.attempt === attempt) return state;
		if (state.deployment !== deployment) {
			const message = `${name} holds an unfinished copy of another deployment.`;
			throw new TransferError("target_not_empty", message);
		}
		for (const table of tables.toReversed()) await removeRows(queries, table);
	}
	const fresh: FillState = { attempt, deployment, table: 0, rows: 0 };
	await writeDeploymentFact(queries, "move", JSON.stringify(fresh));
	return fresh;
}

async function demandEmpty(
	queries: Queryable,
	tables: readonly TableDescription[],
	name: string,
): Promise<void> {
	for (const table of tables) {
		if ((await countRows(queries, table)) > 0) {
			throw new TransferError(
				"target_not_empty",
				`${name} is not empty: it holds ${table.name}. Nothing is overwritten: move it away, or name another database.`,
			);
		}
	}
}

/** Throws target_busy when the mark has changed: another process is filling the same database. */
export async function advance(queries: Queryable, from: FillState, to: FillState): Promise<void> {
	const replaced = await replaceDeploymentFact(queries, "move", {
		from: JSON.stringify(from),
		to: JSON.stringify(to),
	});
	if (!replaced) throw new TransferError("target_busy", "Another process is filling the same database.");
}

/** Removes the mark: the service may start. */
export async function release(queries: Queryable, state: FillState): Promise<void> {
	await advance(queries, state, { ...state, rows: -1 });
	await removeDeploymentFact(queries, "move");
	await writeDeploymentFact(queries, "moved_from", state.attempt);
}
