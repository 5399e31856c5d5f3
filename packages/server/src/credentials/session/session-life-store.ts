/** What changes a session: it ends, is extended, gets another secret, is used. */
import { padded } from "../../platform/database/compile-once.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { StatusListEntry } from "../status-list/status-list-entries.ts";
import type { EndReason, Expiry, Session } from "./session.ts";
import { toStatusListEntry } from "./session-store.ts";

/**
 * Ids: as many as a statement takes (database/in-batches.ts). `tokensOf`: those of these users that have a living token, by
 * which offline verifiers go. `ofOneFactor`: those that this user began, not a key, and by one factor.
 */
export type WhichSessions =
	| { ids: string[] }
	| { userId: string; exceptId?: string }
	| { ofKey: string }
	| { tokensOf: readonly string[] }
	| { ofOneFactor: string };

export type EndedSession = Pick<Session, "id" | "userId" | "kind" | "statusListEntry"> & {
	reason: EndReason | Expiry;
	/** When all its tokens have expired. */
	tokensUntil: number;
};

/**
 * Ends sessions that have not ended yet, and returns which. The hash of the dead secret stays until retention removes the
 * row: it opens nothing, and lets a 401 say why. One that has just run out ends for that reason: left open, it could be
 * extended by another instance, whose clock is behind and for which it still lives.
 */
export async function endSessions(
	queries: Queryable,
	which: WhichSessions,
	end: { reason: EndReason; now: number },
): Promise<EndedSession[]> {
	let update = queries
		.updateTable("sessions")
		.set(({ eb, ref }) => ({
			ended_at: end.now,
			// As expiryOf has it: the earlier limit.
			end_reason: eb
				.case()
				.when(eb.and([eb("expires_at", "<=", end.now), eb("expires_at", "<=", ref("idle_expires_at"))]))
				.then("absolute")
				.when("idle_expires_at", "<=", end.now)
				.then("idle")
				.else(end.reason)
				.end(),
		}))
		.where("ended_at", "is", null);
	if ("ids" in which) {
		if (which.ids.length === 0) return [];
		update = update.where("id", "in", which.ids);
	} else if ("tokensOf" in which) {
		update = update
			.where("user_id", "in", which.tokensOf)
			.where("status_list", "is not", null)
			.where(({ eb, or }) => or([eb("tokens_until", "is", null), eb("tokens_until", ">", end.now)]));
	} else if ("ofOneFactor" in which) {
		update = update.where("user_id", "=", which.ofOneFactor).where("access_key_id", "is", null);
		update = update.where(({ eb, fn, val }) => eb(fn.coalesce("amr", val("pwd")), "not like", "%mfa%"));
	} else if ("ofKey" in which) {
		update = update.where("access_key_id", "=", which.ofKey);
	} else {
		update = update.where("user_id", "=", which.userId);
		if (which.exceptId !== undefined) update = update.where("id", "!=", which.exceptId);
	}
	const rows = await update
		.returning(["id", "user_id as userId", "kind", "expires_at", "tokens_until"])
		.returning(["end_reason", "status_list", "status_index"])
		.execute();
	return rows.map(({ end_reason, expires_at, tokens_until, status_list, status_index, ...row }) => ({
		...row,
		reason: (end_reason ?? end.reason) as EndReason | Expiry,
		statusListEntry: toStatusListEntry({ status_list, status_index }),
		tokensUntil: tokens_until ?? expires_at,
	}));
}

/**
 * Extends a live session; false when it has ended, run out or got another limit since, as while a password was being verified, or
 * was extended within `unlessWithin` milliseconds. In either direction: the clock of another instance may be ahead.
 */
export async function extendSession(
	queries: Queryable,
	session: Pick<Session, "id" | "authenticatedAt" | "amr" | "expiresAt" | "idleExpiresAt" | "absoluteLimit">,
	{ now, unlessWithin }: { now: number; unlessWithin: number },
): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("sessions")
		.set({
			authenticated_at: session.authenticatedAt,
			amr: session.amr.join(" "),
			expires_at: session.expiresAt,
			idle_expires_at: session.idleExpiresAt,
			last_seen_at: now,
		})
		.where("id", "=", session.id)
		.where("ended_at", "is", null)
		.where("idle_expires_at", ">", now)
		.where("expires_at", ">", now)
		.where("absolute_limit", session.absoluteLimit === null ? "is" : "=", session.absoluteLimit)
		.where(({ eb, or }) =>
			or([eb("last_seen_at", "<=", now - unlessWithin), eb("last_seen_at", ">=", now + unlessWithin)]),
		)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/** Until when the secret before `inForce` is accepted; null when there was none, or another secret is in force by now. */
export async function findPreviousSecretUntil(
	queries: Queryable,
	{ id, inForce }: { id: string; inForce: string },
): Promise<number | null> {
	const row = await queries
		.selectFrom("sessions")
		.select("previous_secret_until")
		.where("id", "=", id)
		.where("secret_hash", "=", inForce)
		.executeTakeFirst();
	return row?.previous_secret_until ?? null;
}

/**
 * Replaces the secret `from`, which stays valid until `previousUntil`. "already": by the same rotation before; null: the
 * session ended, or another secret is in force.
 */
export async function rotateSecret(
	queries: Queryable,
	rotation: { id: string; from: string; to: string; previousUntil: number },
): Promise<"now" | "already" | null> {
	const { numUpdatedRows } = await queries
		.updateTable("sessions")
		.set({
			secret_hash: rotation.to,
			previous_secret_hash: rotation.from,
			previous_secret_until: rotation.previousUntil,
		})
		.where("id", "=", rotation.id)
		.where("secret_hash", "=", rotation.from)
		.where("ended_at", "is", null)
		.executeTakeFirstOrThrow();
	if (numUpdatedRows === 1n) return "now";
	const already = await queries
		.selectFrom("sessions")
		.select("id")
		.where("id", "=", rotation.id)
		.where("secret_hash", "=", rotation.to)
		.executeTakeFirst();
	return already === undefined ? null : "already";
}

/** Notes that cookie sessions were used; never brings one back that has ended. `idle`: of those without a limit of their own. */
export async function touchSessions(
	queries: Queryable,
	ids: readonly string[],
	now: number,
	idle: number,
): Promise<void> {
	await queries
		.updateTable("sessions")
		.set(({ eb, fn, val }) => ({
			last_seen_at: now,
			idle_expires_at: eb(fn.coalesce("idle_limit", val(idle)), "+", now),
		}))
		.where("id", "in", padded(ids))
		.where("kind", "=", "cookie")
		.where("ended_at", "is", null)
		.where("idle_expires_at", ">", now)
		.where("last_seen_at", "<", now)
		.execute();
}

interface TokensOf {
	id: string;
	now: number;
	/** When all its tokens will have expired. */
	until: number;
}

/** Notes that a live session with living tokens gets more of them; resolves with its entry. null: it has none. */
export async function keepSessionEntered(
	queries: Queryable,
	{ id, now, until }: TokensOf,
): Promise<StatusListEntry | null> {
	const row = await queries
		.updateTable("sessions")
		.set({ tokens_until: until })
		.where("id", "=", id)
		.where("ended_at", "is", null)
		.where("tokens_until", ">", now)
		.returning(["status_list", "status_index"])
		.executeTakeFirst();
	return row === undefined ? null : toStatusListEntry(row);
}

/** Gives the entry to a live session that has no living token. False: it has some or has ended, or another session has the entry. */
export async function enterSession(
	queries: Queryable,
	{ id, now, until, entry: { list, index } }: TokensOf & { entry: StatusListEntry },
): Promise<boolean> {
	const taken = queries
		.selectFrom("sessions")
		.select("id")
		.where("status_list", "=", list)
		.where("status_index", "=", index);
	const { numUpdatedRows } = await queries
		.updateTable("sessions")
		.set({ status_list: list, status_index: index, tokens_until: until })
		.where("id", "=", id)
		.where("ended_at", "is", null)
		.where(({ eb, or }) => or([eb("tokens_until", "is", null), eb("tokens_until", "<=", now)]))
		.where(({ exists, not }) => not(exists(taken)))
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}
