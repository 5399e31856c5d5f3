import type { Actor, Around } from "../audit/audit.ts";
import type { OpenedDatabase } from "../database/open.ts";
import type { Queryable } from "../database/tables.ts";
import { invalid, LoginError } from "../errors.ts";
import { type Clock, DAY } from "../lib/clock.ts";
import { sha256 } from "../lib/hash.ts";
import type { MaintenanceTask } from "../maintenance.ts";
import { claimRequest, FORGOTTEN, noteMade, removeRequestsBefore } from "./repeatable-request-store.ts";

const LONGEST_KEY = 255;

/** Thrown within the transaction, which leaves nothing. */
class MadeBefore extends Error {
	readonly id: string;
	constructor(id: string) {
		super();
		this.id = id;
	}
}

/**
 * Lets a request that makes something be repeated (draft-ietf-httpapi-idempotency-key-header): its key is a row in the transaction that
 * makes it, so that a caller who lost the answer gets it, and not a second user. For a day, per actor.
 */
export function createOnce({ clock, opened }: { clock: Clock; opened: Pick<OpenedDatabase, "database"> }) {
	/** Resolves with what was made, or with the id of what an earlier request has made. Throws validation_failed, idempotency_mismatch. */
	async function once<Made>(
		{ actor, key, request }: { actor: Actor; key: string | undefined; request: object },
		make: (around: Around | undefined) => Promise<Made>,
		idOf: (made: Made) => string,
	): Promise<{ made: Made } | { madeBefore: string }> {
		if (key === undefined) return { made: await make(undefined) };
		if (key === "" || key.length > LONGEST_KEY)
			throw invalid("", "malformed", `Idempotency-Key has 1 to ${LONGEST_KEY} characters.`);
		const row = {
			actor_id: actor.id ?? "",
			// Callers may write names into it.
			key: sha256(key),
			request_digest: sha256(JSON.stringify(request)),
			made_id: "",
			created_at: clock(),
		};
		const around: Around = async (queries: Queryable, work) => {
			const earlier = await claimRequest(queries, row);
			if (earlier !== null) {
				if (![row.request_digest, FORGOTTEN].includes(earlier.request_digest))
					throw new LoginError("idempotency_mismatch");
				throw new MadeBefore(earlier.made_id);
			}
			const made = await work();
			await noteMade(queries, { ...row, made_id: idOf(made as unknown as Made) });
			return made;
		};
		try {
			return { made: await make(around) };
		} catch (error) {
			if (error instanceof MadeBefore) return { madeBefore: error.id };
			throw error;
		}
	}

	const maintenance: MaintenanceTask[] = [
		{ run: () => removeRequestsBefore(opened.database, clock() - DAY) },
	];
	return { once, maintenance };
}

export type Once = ReturnType<typeof createOnce>["once"];
