import type { InferResult, Insertable } from "kysely";
import type { AuthenticationMethod } from "../../identity/proof.ts";
import { readStored } from "../../identity/user/profile.ts";
import { compileOnce } from "../../platform/database/compile-once.ts";
import { everyPage, pageWithNext, positionById } from "../../platform/database/keyset-page.ts";
import type { Queryable, SessionTable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { deepFreeze } from "../../platform/lib/deep-freeze.ts";
import type { StatusListEntry } from "../status-list/status-list-entries.ts";
import { type Principal, roleIn, type Session, type SessionWithClient } from "./session.ts";

/** What a Session is made of. Named one by one: each check carries them, and `*` would keep PostgreSQL from preparing it. */
const sessionColumns = [
	"sessions.id",
	"sessions.user_id as userId",
	"sessions.kind",
	"sessions.csrf_reference as csrfReference",
	"sessions.secret_hash as secretHash",
	"sessions.created_at as createdAt",
	"sessions.authenticated_at as authenticatedAt",
	"sessions.amr",
	"sessions.last_seen_at as lastSeenAt",
	"sessions.expires_at as expiresAt",
	"sessions.idle_expires_at as idleExpiresAt",
	"sessions.ended_at as endedAt",
	"sessions.end_reason as endReason",
	"sessions.previous_login_at",
	"sessions.previous_login_address",
	"sessions.failed_logins",
	"sessions.failed_second_factors",
	"sessions.status_list",
	"sessions.status_index",
	"sessions.absolute_limit as absoluteLimit",
	"sessions.idle_limit as idleLimit",
	"sessions.tokens_until as tokensUntil",
	"sessions.access_key_id",
	"sessions.role_ceiling",
	"sessions.scope",
] as const;

const userColumns = [
	"users.username",
	"users.display_name as displayName",
	"users.role",
	"users.email",
	"users.email_verified_at as emailVerifiedAt",
	"users.locale",
	"users.groups",
	"users.attributes",
	"users.disabled_at as disabledAt",
] as const;

export const clientColumns = [
	"sessions.client_address as clientAddress",
	"sessions.user_agent as userAgent",
] as const;

export const principalColumns = [...sessionColumns, ...userColumns] as const;

export function withUser(queries: Queryable) {
	return queries
		.selectFrom("sessions")
		.innerJoin("users", "users.id", "sessions.user_id")
		.select(principalColumns);
}

export type SessionRow = InferResult<ReturnType<typeof withUser>>[number];

type UserMember = Exclude<keyof Principal["user"], "id"> | "disabledAt";

function toSession({
	amr,
	previous_login_at: at,
	previous_login_address: address,
	failed_logins: failedSince,
	failed_second_factors: stoppedAtSecondFactor,
	status_list,
	status_index,
	access_key_id: keyId,
	role_ceiling: role,
	scope,
	...row
}: Omit<SessionRow, UserMember>): Session {
	const scopes = scope === null ? null : scope.split(" ");
	return {
		...row,
		// A row without the role of its key is never an admin's.
		accessKey: keyId === null ? null : { id: keyId, role: role ?? "user", scopes },
		amr: (amr ?? "pwd").split(" ") as AuthenticationMethod[],
		previousLogin: at === null ? null : { at, address, failedSince, stoppedAtSecondFactor },
		statusListEntry: toStatusListEntry({ status_list, status_index }),
	};
}

export function toStatusListEntry(
	row: Pick<SessionTable, "status_list" | "status_index">,
): StatusListEntry | null {
	const { status_list: list, status_index: index } = row;
	return list === null || index === null ? null : { list, index };
}

/** A disabled user has no live session, even one that a race left open. Frozen: requests of one credential share it. */
export function toPrincipal(found: SessionRow): Principal {
	const { username, displayName, role, locale, disabledAt, ...stored } = readStored(found);
	const { email, emailVerifiedAt, groups, attributes, ...row } = stored;
	const session = toSession(row);
	if (disabledAt !== null && session.endedAt === null) {
		session.endedAt = disabledAt;
		session.endReason = "user_disabled";
	}
	const claimed = { username, displayName, email, emailVerifiedAt, groups, attributes };
	return deepFreeze({ user: { id: row.userId, role: roleIn(session, role), locale, ...claimed }, session });
}

export async function findSessionById(queries: Queryable, id: string): Promise<Principal | null> {
	const row = await withUser(queries).where("sessions.id", "=", id).executeTakeFirst();
	return row === undefined ? null : toPrincipal(row);
}

const insertRow = compileOnce<{ id: string }, Insertable<SessionTable>>((queries, row) =>
	queries
		.insertInto("sessions")
		.values(row)
		.onConflict((conflict) => conflict.columns(["status_list", "status_index"]).doNothing())
		.returning("id"),
);

/** False when another session has the same entry of the status list. */
export async function insertSession(queries: Queryable, session: SessionWithClient): Promise<boolean> {
	const row = {
		id: session.id,
		user_id: session.userId,
		kind: session.kind,
		csrf_reference: session.csrfReference,
		secret_hash: session.secretHash,
		created_at: session.createdAt,
		authenticated_at: session.authenticatedAt,
		amr: session.amr.join(" "),
		last_seen_at: session.lastSeenAt,
		expires_at: session.expiresAt,
		idle_expires_at: session.idleExpiresAt,
		client_address: session.clientAddress,
		user_agent: session.userAgent,
		previous_login_at: session.previousLogin?.at ?? null,
		previous_login_address: session.previousLogin?.address ?? null,
		failed_logins: session.previousLogin?.failedSince ?? 0,
		failed_second_factors: session.previousLogin?.stoppedAtSecondFactor ?? 0,
		status_list: session.statusListEntry?.list ?? null,
		status_index: session.statusListEntry?.index ?? null,
		absolute_limit: session.absoluteLimit,
		idle_limit: session.idleLimit,
		access_key_id: session.accessKey?.id ?? null,
		role_ceiling: session.accessKey?.role ?? null,
		scope: session.accessKey?.scopes?.join(" ") ?? null,
	} satisfies Insertable<SessionTable>;
	return (await insertRow(queries, row)).length === 1;
}

export function live(queries: Queryable, now: number) {
	return queries
		.selectFrom("sessions")
		.where("ended_at", "is", null)
		.where("idle_expires_at", ">", now)
		.where("expires_at", ">", now);
}

/** Live sessions of a user, `most` of them: the one that asks, then the most recently used first. */
export async function listLiveSessions(
	queries: Queryable,
	{ id, userId }: Pick<Session, "id" | "userId">,
	{ now, most }: { now: number; most: number },
): Promise<SessionWithClient[]> {
	const rows = await live(queries, now)
		.select([...sessionColumns, ...clientColumns])
		.where("user_id", "=", userId)
		.orderBy(({ eb }) => eb("id", "=", id), "desc")
		.orderBy("last_seen_at", "desc")
		.orderBy("id")
		.limit(most)
		.execute();
	return rows.map(({ clientAddress, userAgent, ...row }) => ({
		...toSession(row),
		clientAddress,
		userAgent,
	}));
}

/** How many live sessions a user has, by the access key that began them; null: a person did. */
export async function countLiveSessionsOf(
	queries: Queryable,
	userId: string,
	now: number,
): Promise<Map<string | null, number>> {
	const rows = await live(queries, now)
		.select(({ fn }) => ["access_key_id", fn.countAll<number>().as("sessions")])
		.where("user_id", "=", userId)
		.groupBy("access_key_id")
		.execute();
	return new Map(rows.map(({ access_key_id, sessions }) => [access_key_id, sessions]));
}

/** Locks the row until the transaction ends; false: the session has ended. */
export async function lockSession(queries: Queryable, id: string): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("sessions")
		.set(({ ref }) => ({ kind: ref("kind") }))
		.where("id", "=", id)
		.where("ended_at", "is", null)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/** Live sessions of all users, `most` at a time; with `tokensBy`, token sessions that began no later. */
export function listLiveSessionIds(
	queries: Queryable,
	{ tokensBy, clock, most }: { tokensBy: number | null; clock: Clock; most: number },
): AsyncGenerator<Array<{ id: string }>> {
	return everyPage((after) => {
		let query = live(queries, clock()).select("id");
		if (tokensBy !== null) query = query.where("kind", "=", "token").where("created_at", "<=", tokensBy);
		return pageWithNext(query, ["id"], { after, most, positionOf: positionById });
	});
}
