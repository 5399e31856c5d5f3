import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { listTokenSessionIds } from "../../credentials/session/session-store.ts";
import type { Transact } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { SigningKeyRotation } from "../../platform/keys/rotate-signing-key.ts";
import type { Clock } from "../../platform/lib/clock.ts";

/** Sessions that end in one transaction; logins go on between two. */
const BATCH = 500;

interface EndDependencies {
	database: Queryable;
	transact: Transact;
	clock: Clock;
}

/** For a signing key that a stranger knows. */
export type ReplaceSigningKeys = () => Promise<{ active: string; removed: string[]; ended: number }>;

/** Keys first: from then on all tokens are refused, so that what is interrupted has done the half that matters. */
export function createReplaceSigningKeys(
	dependencies: EndDependencies & { signingKeyRotation: Pick<SigningKeyRotation, "replaceAll"> },
): ReplaceSigningKeys {
	const { transact, signingKeyRotation } = dependencies;
	const endTokenSessions = createEndTokenSessions(dependencies);
	return async function replaceSigningKeys() {
		const replaced = await transact(signingKeyRotation.replaceAll);
		return { ...replaced, ended: await endTokenSessions() };
	};
}

/** Ends the token sessions of all users that have begun by now, and tells how many. Cookies depend on no signing key. */
export function createEndTokenSessions({
	database,
	transact,
	clock,
}: EndDependencies): () => Promise<number> {
	return async function endTokenSessions() {
		const startedBy = clock();
		let ended = 0;
		for (let after = ""; ; ) {
			const ids = await listTokenSessionIds(database, { startedBy, now: clock(), after, most: BATCH });
			const last = ids.at(-1);
			if (last === undefined) return ended;
			ended += await transact((queries, record) =>
				revokeSessions(queries, record, { ids }, { reason: "revoked_by_admin", now: clock() }),
			);
			after = last;
		}
	};
}
