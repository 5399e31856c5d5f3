import type { Transact } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import { endOnRecord } from "../session/end-on-record.ts";
import { listTokenSessionIds } from "../session/session-store.ts";
import type { SigningKeyRotation } from "./rotate-signing-key.ts";

/** Sessions that end in one transaction; logins go on between two. */
const BATCH = 500;

export type ReplaceSigningKeys = () => Promise<{ active: string; removed: string[]; ended: number }>;

/**
 * For a signing key that is known outside. Keys first: from then on their tokens are refused, so that what was
 * interrupted has done the half that matters. Then the token sessions that began under them end. Cookie sessions
 * depend on no signing key and go on.
 */
export function createReplaceSigningKeys(dependencies: {
	database: Queryable;
	transact: Transact;
	clock: Clock;
	signingKeyRotation: Pick<SigningKeyRotation, "replaceAll">;
}): ReplaceSigningKeys {
	const { database, transact, clock, signingKeyRotation } = dependencies;
	return async function replaceSigningKeys() {
		const replaced = await signingKeyRotation.replaceAll();
		const startedBy = clock();
		let ended = 0;
		for (let after = ""; ; ) {
			const page = { startedBy, now: clock(), after, most: BATCH };
			const ids = await listTokenSessionIds(database, page);
			const last = ids.at(-1);
			if (last === undefined) return { ...replaced, ended };
			ended += await transact((queries, record) =>
				endOnRecord(queries, record, { ids }, { reason: "revoked_by_admin", now: clock() }),
			);
			after = last;
		}
	};
}
