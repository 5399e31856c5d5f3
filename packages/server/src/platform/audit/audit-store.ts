import { compileOnce, rowsOf } from "../database/compile-once.ts";
import type { AuditEventTable, Queryable, UserTable } from "../database/tables.ts";

/** An event of the audit log. */
export interface RecordedEvent {
	id: string;
	/** Milliseconds. */
	time: number;
	event: string;
	level: string;
	/** null of events that a former release recorded. */
	actorKind: string | null;
	actorId: string | null;
	/** Whom it is about. */
	userId: string | null;
	/** Also null when the user was deleted since. */
	username: string | null;
	sessionId: string | null;
	requestId: string | null;
	clientAddress: string | null;
	userAgent: string | null;
	detail: Record<string, unknown>;
}

export interface EventFilter {
	userId?: string | undefined;
	event?: string | undefined;
	/** Milliseconds. */
	since?: number | undefined;
}

const columns = [
	"id",
	"time",
	"event",
	"level",
	"actor_kind",
	"actor_id",
	"user_id",
	"session_id",
	"request_id",
	"client_address",
	"user_agent",
	"detail",
] as const satisfies Array<keyof AuditEventTable>;

const insertRows = compileOnce((queries, values) =>
	queries
		.insertInto("audit_events")
		.columns([...columns])
		.values(rowsOf(columns, values) as never),
);

/** Rows in one statement, which takes a limited number of variables. */
const AT_ONCE = 512;

/** Each statement inserts a power of two of rows, so that only a few different ones are compiled. */
export async function insertAuditEvents(queries: Queryable, rows: readonly AuditEventTable[]): Promise<void> {
	for (let from = 0; from < rows.length; ) {
		const size = Math.min(AT_ONCE, 2 ** Math.floor(Math.log2(rows.length - from)));
		const some = rows.slice(from, from + size);
		await insertRows(
			queries,
			some.flatMap((row) => columns.map((name) => row[name])),
		);
		from += size;
	}
}

export async function removeAuditEventsBefore(queries: Queryable, time: number): Promise<void> {
	await queries.deleteFrom("audit_events").where("time", "<", time).execute();
}

/** Wrong passwords for the user since then. */
export async function countFailedLogins(queries: Queryable, userId: string, since: number): Promise<number> {
	const { failed } = await queries
		.selectFrom("audit_events")
		.select(({ fn }) => fn.countAll<number | string>().as("failed"))
		.where("user_id", "=", userId)
		.where("time", ">", since)
		.where("event", "in", ["authn_login_fail", "authn_password_change_fail"])
		.executeTakeFirstOrThrow();
	return Number(failed);
}

function withUsername(queries: Queryable) {
	return queries
		.selectFrom("audit_events")
		.leftJoin("users", "users.id", "audit_events.user_id")
		.selectAll("audit_events")
		.select("users.username");
}

/** The newest matching events, oldest first. */
export async function listNewestEvents(
	queries: Queryable,
	{ userId, event, since }: EventFilter,
	most: number,
): Promise<RecordedEvent[]> {
	let query = withUsername(queries);
	if (userId !== undefined) query = query.where("audit_events.user_id", "=", userId);
	if (event !== undefined) query = query.where("audit_events.event", "=", event);
	if (since !== undefined) query = query.where("audit_events.time", ">=", since);
	const newestFirst = query
		.orderBy("audit_events.time", "desc")
		.orderBy("audit_events.id", "desc")
		.limit(most);
	return (await newestFirst.execute()).map(toEvent).reverse();
}

/** All events after the given one, by time and id. */
export async function listEventsAfter(
	queries: Queryable,
	{ time, id }: Pick<RecordedEvent, "time" | "id">,
	most: number,
): Promise<RecordedEvent[]> {
	const rows = await withUsername(queries)
		// A separate condition, so that the index on time is used.
		.where("audit_events.time", ">=", time)
		.where((either) =>
			either.or([either("audit_events.time", ">", time), either("audit_events.id", ">", id)]),
		)
		.orderBy("audit_events.time")
		.orderBy("audit_events.id")
		.limit(most)
		.execute();
	return rows.map(toEvent);
}

function toEvent(row: AuditEventTable & { username: UserTable["username"] | null }): RecordedEvent {
	return {
		id: row.id,
		time: row.time,
		event: row.event,
		level: row.level,
		actorKind: row.actor_kind,
		actorId: row.actor_id,
		userId: row.user_id,
		username: row.username,
		sessionId: row.session_id,
		requestId: row.request_id,
		clientAddress: row.client_address,
		userAgent: row.user_agent,
		detail: JSON.parse(row.detail) as Record<string, unknown>,
	};
}
