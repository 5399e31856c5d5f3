/** How many sessions may live, and how long those of a key. */
import { sql } from "kysely";
import { compileNamed } from "../../platform/database/compile-once.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Session } from "./session.ts";
import { live } from "./session-store.ts";

/** One comes with each login; more only where the limit was lowered. */
const AT_ONCE = 100;

interface OverLimit {
	userId: string;
	kind: Session["kind"];
	allowed: number;
	now: number;
}

const beyond = (queries: Queryable, { allowed, now }: { allowed: number; now: number }) =>
	live(queries, now).select("id").orderBy("last_seen_at", "desc").limit(sql.lit(AT_ONCE)).offset(allowed);

const selectOverLimit = compileNamed<{ id: string }, OverLimit>((queries, { userId, kind, allowed, now }) =>
	beyond(queries, { allowed, now })
		.where("user_id", "=", userId)
		.where("kind", "=", kind)
		.where("access_key_id", "is", null),
);

const selectOverLimitOfKey = compileNamed<{ id: string }, { keyId: string; allowed: number; now: number }>(
	(queries, { keyId, allowed, now }) => beyond(queries, { allowed, now }).where("access_key_id", "=", keyId),
);

/**
 * Ids of some live sessions beyond the `allowed` most recently used ones: those of the person of this kind, or those of one key. A
 * script that logs in at each call ends sessions of its own key, and no other.
 */
export async function findSessionsOverLimit(
	queries: Queryable,
	{ keyId, ...which }: OverLimit & { keyId: string | null },
): Promise<string[]> {
	const { allowed, now } = which;
	const rows =
		keyId === null
			? await selectOverLimit(queries, which)
			: await selectOverLimitOfKey(queries, { keyId, allowed, now });
	return rows.map((row) => row.id);
}

/**
 * The sessions of a key end by then, because the key does. Tokens that were given out before may say a later time. The latest of all
 * is kept as tokens_until, so that offline verifiers learn of the end.
 */
export async function shortenSessionsOfKey(queries: Queryable, keyId: string, until: number): Promise<void> {
	await queries
		.updateTable("sessions")
		.set(({ eb, ref, val }) => ({
			expires_at: until,
			absolute_limit: eb(val(until), "-", ref("authenticated_at")),
			tokens_until: eb
				.case()
				.when("tokens_until", ">", until)
				.then(ref("tokens_until"))
				.when("idle_expires_at", ">", until)
				.then(ref("idle_expires_at"))
				.else(until)
				.end(),
		}))
		.where("access_key_id", "=", keyId)
		.where("ended_at", "is", null)
		.where("expires_at", ">", until)
		.execute();
}
