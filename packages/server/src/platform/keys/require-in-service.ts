import type { Queryable } from "../database/tables.ts";
import { Failure } from "../lib/failure.ts";
import { PROGRAM } from "../lib/package-root.ts";
import { findDeploymentFact } from "./deployment-store.ts";

/** Facts that are true of one database and of no copy of it. */
export const factsOfOneDatabase: readonly string[] = [
	"move",
	"moved_from",
	"moved_to",
	"backup",
	"lock",
	"probe",
];

/** `moved_to`, in a database that is being moved or has been. */
export interface MovedTo {
	/** Random; the new database has it too. */
	attempt: string;
	/** URL without its password. */
	to: string;
	done: boolean;
}

/** Throws Failure when this database is only half a copy, or when another one has taken its place. */
export async function requireInService(queries: Queryable): Promise<void> {
	await requireComplete(queries);
	const moved = await findDeploymentFact(queries, "moved_to");
	if (moved === null) return;
	const { to, done } = JSON.parse(moved) as MovedTo;
	const message = done
		? `This database was moved to ${to}: set SALLYPORT_DATABASE_URL to that. To stay with this one, without what has changed there: ${PROGRAM} move --undo`
		: `This database is being moved to ${to}, and the move was interrupted. To complete it, run the same ${PROGRAM} move again; to stay with this one: ${PROGRAM} move --undo`;
	throw new Failure("moved_away", message);
}

/** Throws Failure when a copy into this database was begun and never finished. */
export async function requireComplete(queries: Queryable): Promise<void> {
	if ((await findDeploymentFact(queries, "move")) === null) return;
	const message =
		"This database is not complete: a move or restore into it was interrupted. Run the same command again: it starts from the beginning.";
	throw new Failure("move_unfinished", message);
}
