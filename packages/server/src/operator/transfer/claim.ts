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

/** The fact `move`: how far a database has been filled. */
export interface FillState {
	attempt: string;
	/** Id of the deployment that is copied. */
	deployment: string;
	/** Place in the order of tables, and how many rows of that one are there. */
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
 * Makes an empty database the place of this copy. The remains of an attempt that was given up are taken away: they have
 * never been in service. "complete": this attempt had reached its end before. Throws target_not_empty.
 */
export async function claim(
	queries: Queryable,
	{ attempt, deployment, tables, name }: Claim,
): Promise<FillState | "complete"> {
	// Two who claim at once: the second waits here and finds the mark of the first.
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
			const message = `${name} is the place of an unfinished copy of another deployment.`;
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

/** Throws target_busy when somebody else has moved the mark: two are filling the same database. */
export async function advance(queries: Queryable, from: FillState, to: FillState): Promise<void> {
	const replaced = await replaceDeploymentFact(queries, "move", {
		from: JSON.stringify(from),
		to: JSON.stringify(to),
	});
	if (!replaced) throw new TransferError("target_busy", "Somebody else is filling the same database.");
}

/** Takes the mark away: from now on the service may start. */
export async function release(queries: Queryable, state: FillState): Promise<void> {
	await advance(queries, state, { ...state, rows: -1 });
	await removeDeploymentFact(queries, "move");
	await writeDeploymentFact(queries, "moved_from", state.attempt);
}
