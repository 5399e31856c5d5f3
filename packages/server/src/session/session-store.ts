import type { Queryable, SessionTable, UserTable } from "../database/tables.ts";
import type { EndReason, Principal, Session } from "./session.ts";

type Row = SessionTable & Pick<UserTable, "username" | "display_name" | "role" | "disabled_at">;

function toSession(row: SessionTable): Session {
	return {
		id: row.id,
		userId: row.user_id,
		kind: row.kind,
		csrfReference: row.csrf_reference,
		secretHash: row.secret_hash,
		createdAt: row.created_at,
		authenticatedAt: row.authenticated_at,
		lastSeenAt: row.last_seen_at,
		expiresAt: row.expires_at,
		idleExpiresAt: row.idle_expires_at,
		endedAt: row.ended_at,
		endReason: row.end_reason,
		clientAddress: row.client_address,
		userAgent: row.user_agent,
	};
}

/** A disabled user has no live session, even one that a race left open. */
function toPrincipal(row: Row | undefined): Principal | null {
	if (row === undefined) return null;
	const session = toSession(row);
	if (row.disabled_at !== null && session.endedAt === null) {
		session.endedAt = row.disabled_at;
		session.endReason = "user_disabled";
	}
	return {
		user: { id: row.user_id, username: row.username, displayName: row.display_name, role: row.role },
		session,
	};
}

function withUser(queries: Queryable) {
	return queries
		.selectFrom("sessions")
		.innerJoin("users", "users.id", "sessions.user_id")
		.selectAll("sessions")
		.select(["users.username", "users.display_name", "users.role", "users.disabled_at"]);
}

export async function findSessionById(queries: Queryable, id: string): Promise<Principal | null> {
	return toPrincipal(await withUser(queries).where("sessions.id", "=", id).executeTakeFirst());
}

/** By the secret in force, else by the one before the last renewal while that is still accepted. */
export async function findSessionBySecretHash(
	queries: Queryable,
	hash: string,
	now: number,
): Promise<Principal | null> {
	const present = await withUser(queries).where("sessions.secret_hash", "=", hash).executeTakeFirst();
	if (present !== undefined) return toPrincipal(present);
	const previous = await withUser(queries)
		.where("sessions.previous_secret_hash", "=", hash)
		.where("sessions.previous_secret_until", ">", now)
		.executeTakeFirst();
	return toPrincipal(previous);
}

export async function findSessionByCsrfReference(
	queries: Queryable,
	reference: string,
): Promise<Principal | null> {
	return toPrincipal(
		await withUser(queries).where("sessions.csrf_reference", "=", reference).executeTakeFirst(),
	);
}

export async function insertSession(queries: Queryable, session: Session): Promise<void> {
	await queries
		.insertInto("sessions")
		.values({
			id: session.id,
			user_id: session.userId,
			kind: session.kind,
			csrf_reference: session.csrfReference,
			secret_hash: session.secretHash,
			previous_secret_hash: null,
			previous_secret_until: null,
			created_at: session.createdAt,
			authenticated_at: session.authenticatedAt,
			last_seen_at: session.lastSeenAt,
			expires_at: session.expiresAt,
			idle_expires_at: session.idleExpiresAt,
			ended_at: null,
			end_reason: null,
			client_address: session.clientAddress,
			user_agent: session.userAgent,
		})
		.execute();
}

function live(queries: Queryable, userId: string, now: number) {
	return queries
		.selectFrom("sessions")
		.where("user_id", "=", userId)
		.where("ended_at", "is", null)
		.where("idle_expires_at", ">", now)
		.where("expires_at", ">", now);
}

/** Live sessions of a user, the most recently used first. */
export async function listLiveSessions(queries: Queryable, userId: string, now: number): Promise<Session[]> {
	const rows = await live(queries, userId, now)
		.selectAll()
		.orderBy("last_seen_at", "desc")
		.orderBy("id")
		.execute();
	return rows.map(toSession);
}

/** Live sessions of all users, the most recently used first. */
export async function listEveryLiveSession(queries: Queryable, now: number): Promise<Principal[]> {
	const rows = await withUser(queries)
		.where("sessions.ended_at", "is", null)
		.where("sessions.idle_expires_at", ">", now)
		.where("sessions.expires_at", ">", now)
		.orderBy("sessions.last_seen_at", "desc")
		.orderBy("sessions.id")
		.execute();
	return rows.map(toPrincipal).filter((principal) => principal !== null);
}

/** Ids of the live sessions of this kind beyond the `allowed` most recently used ones. */
export async function findSessionsOverLimit(
	queries: Queryable,
	of: { userId: string; kind: Session["kind"]; allowed: number; now: number },
): Promise<string[]> {
	const rows = await live(queries, of.userId, of.now)
		.select("id")
		.where("kind", "=", of.kind)
		.orderBy("last_seen_at", "desc")
		.orderBy("id")
		.execute();
	return rows.slice(of.allowed).map((row) => row.id);
}

/**
 * Ends sessions that have not ended yet and tells which. The hash of the dead secret stays until retention removes the
 * row: it opens nothing, and lets a 401 say why. One that has just run out is marked as such and not told of: left open,
 * it could be extended by another instance, whose clock is behind and for which it still lives.
 */
export async function endSessions(
	queries: Queryable,
	which: { ids: string[] } | { userId: string; exceptId?: string },
	end: { reason: EndReason; now: number },
): Promise<Array<Pick<Session, "id" | "userId">>> {
	let update = queries
		.updateTable("sessions")
		.set(({ eb }) => ({
			ended_at: end.now,
			end_reason: eb
				.case()
				.when("expires_at", "<=", end.now)
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
	} else {
		update = update.where("user_id", "=", which.userId);
		if (which.exceptId !== undefined) update = update.where("id", "!=", which.exceptId);
	}
	const rows = await update.returning(["id", "user_id", "end_reason"]).execute();
	return rows
		.filter((row) => row.end_reason === end.reason)
		.map((row) => ({ id: row.id, userId: row.user_id }));
}

/** Extends a live session; false when it ended or ran out meanwhile, as while a password was being verified. */
export async function extendSession(
	queries: Queryable,
	session: Pick<Session, "id" | "authenticatedAt" | "expiresAt" | "idleExpiresAt">,
	now: number,
): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("sessions")
		.set({
			authenticated_at: session.authenticatedAt,
			expires_at: session.expiresAt,
			idle_expires_at: session.idleExpiresAt,
			last_seen_at: now,
		})
		.where("id", "=", session.id)
		.where("ended_at", "is", null)
		.where("idle_expires_at", ">", now)
		.where("expires_at", ">", now)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/**
 * Replaces the secret `from`; it stays valid until `previousUntil`. True as well when the same rotation happened
 * already; false when the session ended or another secret is in force.
 */
export async function rotateSecret(
	queries: Queryable,
	rotation: { id: string; from: string; to: string; previousUntil: number },
): Promise<boolean> {
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
	if (numUpdatedRows === 1n) return true;
	const already = await queries
		.selectFrom("sessions")
		.select("id")
		.where("id", "=", rotation.id)
		.where("secret_hash", "=", rotation.to)
		.executeTakeFirst();
	return already !== undefined;
}

/** Notes that cookie sessions were used; never brings one back that has ended. */
export async function touchSessions(
	queries: Queryable,
	ids: string[],
	now: number,
	idle: number,
): Promise<void> {
	await queries
		.updateTable("sessions")
		.set({ last_seen_at: now, idle_expires_at: now + idle })
		.where("id", "in", ids)
		.where("kind", "=", "cookie")
		.where("ended_at", "is", null)
		.where("idle_expires_at", ">", now)
		.where("last_seen_at", "<", now)
		.execute();
}

/** Marks up to `most` sessions that ran out, so that their end is on record; returns them. */
export async function markExpired(queries: Queryable, now: number, most: number) {
	const rows = await queries
		.selectFrom("sessions")
		.select(["id", "user_id", "expires_at", "idle_expires_at"])
		.where("ended_at", "is", null)
		.where((either) => either.or([either("idle_expires_at", "<=", now), either("expires_at", "<=", now)]))
		.limit(most)
		.execute();
	const expired: Array<{ id: string; userId: string; reason: "idle" | "absolute" }> = [];
	for (const row of rows) {
		const reason = row.expires_at <= row.idle_expires_at ? "absolute" : "idle";
		const { numUpdatedRows } = await queries
			.updateTable("sessions")
			.set({ ended_at: Math.min(row.expires_at, row.idle_expires_at), end_reason: reason })
			.where("id", "=", row.id)
			.where("ended_at", "is", null)
			// A renewal in between has moved it, and then it has not run out.
			.where("idle_expires_at", "=", row.idle_expires_at)
			.executeTakeFirstOrThrow();
		if (numUpdatedRows === 1n) expired.push({ id: row.id, userId: row.user_id, reason });
	}
	return expired;
}

export async function removeSessionsEndedBefore(queries: Queryable, time: number): Promise<void> {
	await queries.deleteFrom("sessions").where("ended_at", "<", time).execute();
}
