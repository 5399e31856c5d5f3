import type { Queryable, SessionTable, UserTable } from "../../platform/database/tables.ts";
import { deepFreeze } from "../../platform/lib/deep-freeze.ts";
import type { StatusListEntry } from "../status-list/status-list-entries.ts";
import type {
	AuthenticationMethod,
	Principal,
	PrincipalWithClient,
	Session,
	SessionWithClient,
} from "./session.ts";

/** What a Session is made of. Named one by one: each check carries them, and `*` would keep PostgreSQL from preparing it. */
const sessionColumns = [
	"sessions.id",
	"sessions.user_id",
	"sessions.kind",
	"sessions.csrf_reference",
	"sessions.secret_hash",
	"sessions.created_at",
	"sessions.authenticated_at",
	"sessions.amr",
	"sessions.last_seen_at",
	"sessions.expires_at",
	"sessions.idle_expires_at",
	"sessions.ended_at",
	"sessions.end_reason",
	"sessions.previous_login_at",
	"sessions.previous_login_address",
	"sessions.failed_logins",
	"sessions.status_list",
	"sessions.status_index",
] as const;

type ClientColumns = Pick<SessionTable, "client_address" | "user_agent">;
type SessionColumns = Omit<
	SessionTable,
	"previous_secret_hash" | "previous_secret_until" | keyof ClientColumns
>;
export type SessionRow = SessionColumns &
	Pick<UserTable, "username" | "display_name" | "role" | "disabled_at">;

function toSession(row: SessionColumns): Session {
	return {
		id: row.id,
		userId: row.user_id,
		kind: row.kind,
		csrfReference: row.csrf_reference,
		secretHash: row.secret_hash,
		createdAt: row.created_at,
		authenticatedAt: row.authenticated_at,
		amr: (row.amr ?? "pwd").split(" ") as AuthenticationMethod[],
		lastSeenAt: row.last_seen_at,
		expiresAt: row.expires_at,
		idleExpiresAt: row.idle_expires_at,
		endedAt: row.ended_at,
		endReason: row.end_reason,
		previousLogin:
			row.previous_login_at === null
				? null
				: {
						at: row.previous_login_at,
						address: row.previous_login_address,
						failedSince: row.failed_logins,
					},
		statusListEntry: toStatusListEntry(row),
	};
}

function withClient(session: Session, row: ClientColumns): SessionWithClient {
	return { ...session, clientAddress: row.client_address, userAgent: row.user_agent };
}

export function toStatusListEntry(
	row: Pick<SessionTable, "status_list" | "status_index">,
): StatusListEntry | null {
	const { status_list: list, status_index: index } = row;
	return list === null || index === null ? null : { list, index };
}

/** A disabled user has no live session, even one that a race left open. Frozen: requests of one credential share it. */
export function toPrincipal(row: SessionRow): Principal {
	const session = toSession(row);
	if (row.disabled_at !== null && session.endedAt === null) {
		session.endedAt = row.disabled_at;
		session.endReason = "user_disabled";
	}
	const user = { id: row.user_id, username: row.username, displayName: row.display_name, role: row.role };
	return deepFreeze({ user, session });
}

export function withUser(queries: Queryable) {
	return queries
		.selectFrom("sessions")
		.innerJoin("users", "users.id", "sessions.user_id")
		.select(sessionColumns)
		.select(["users.username", "users.display_name", "users.role", "users.disabled_at"]);
}

export async function findSessionById(queries: Queryable, id: string): Promise<Principal | null> {
	const row = await withUser(queries).where("sessions.id", "=", id).executeTakeFirst();
	return row === undefined ? null : toPrincipal(row);
}

/** False when another session has the same entry of the status list. */
export async function insertSession(queries: Queryable, session: SessionWithClient): Promise<boolean> {
	const inserted = await queries
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
			amr: session.amr.join(" "),
			last_seen_at: session.lastSeenAt,
			expires_at: session.expiresAt,
			idle_expires_at: session.idleExpiresAt,
			ended_at: null,
			end_reason: null,
			client_address: session.clientAddress,
			user_agent: session.userAgent,
			previous_login_at: session.previousLogin?.at ?? null,
			previous_login_address: session.previousLogin?.address ?? null,
			failed_logins: session.previousLogin?.failedSince ?? 0,
			status_list: session.statusListEntry?.list ?? null,
			status_index: session.statusListEntry?.index ?? null,
		})
		.onConflict((conflict) => conflict.columns(["status_list", "status_index"]).doNothing())
		.executeTakeFirst();
	return inserted.numInsertedOrUpdatedRows === 1n;
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
export async function listLiveSessions(
	queries: Queryable,
	userId: string,
	now: number,
): Promise<SessionWithClient[]> {
	const rows = await live(queries, userId, now)
		.selectAll()
		.orderBy("last_seen_at", "desc")
		.orderBy("id")
		.execute();
	return rows.map((row) => withClient(toSession(row), row));
}

/** Live sessions of all users, the most recently used first. */
export async function listEveryLiveSession(queries: Queryable, now: number): Promise<PrincipalWithClient[]> {
	const rows = await withUser(queries)
		.select(["sessions.client_address", "sessions.user_agent"])
		.where("sessions.ended_at", "is", null)
		.where("sessions.idle_expires_at", ">", now)
		.where("sessions.expires_at", ">", now)
		.orderBy("sessions.last_seen_at", "desc")
		.orderBy("sessions.id")
		.execute();
	return rows.map((row) => {
		const { user, session } = toPrincipal(row);
		return { user, session: withClient(session, row) };
	});
}

/** Ids of live token sessions of all users that began no later than `startedBy`, in order, from `after` on. */
export async function listTokenSessionIds(
	queries: Queryable,
	{ startedBy, now, after, most }: { startedBy: number; now: number; after: string; most: number },
): Promise<string[]> {
	const rows = await queries
		.selectFrom("sessions")
		.select("id")
		.where("id", ">", after)
		.where("kind", "=", "token")
		.where("created_at", "<=", startedBy)
		.where("ended_at", "is", null)
		.where("idle_expires_at", ">", now)
		.where("expires_at", ">", now)
		.orderBy("id")
		.limit(most)
		.execute();
	return rows.map((row) => row.id);
}

/** One comes with each login; more only where the limit was lowered. */
const SURPLUS = 100;

/** Ids of some live sessions of this kind beyond the `allowed` most recently used ones. */
export async function findSessionsOverLimit(
	queries: Queryable,
	of: { userId: string; kind: Session["kind"]; allowed: number; now: number },
): Promise<string[]> {
	const rows = await live(queries, of.userId, of.now)
		.select("id")
		.where("kind", "=", of.kind)
		.orderBy("last_seen_at", "desc")
		.offset(of.allowed)
		.limit(SURPLUS)
		.execute();
	return rows.map((row) => row.id);
}
