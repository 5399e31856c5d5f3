import { type Expression, type SqlBool, sql } from "kysely";
import { compileNamed, compileOnce, rowsOf } from "../database/compile-once.ts";
import { page } from "../database/keyset-page.ts";
import { isFailedLogin } from "../database/migrations/0010-failed-logins.ts";
import { isFailedFactor } from "../database/migrations/0011-second-factors.ts";
import { removeRows } from "../database/remove-rows.ts";
import type { AuditEventTable, Queryable } from "../database/tables.ts";
import type { RecordedEvent } from "./recorded-event.ts";

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
	const which = queries.selectFrom("audit_events").where("time", "<", time);
	await removeRows(queries, "audit_events", ["id"], which);
}

/** Counts events of a user since a time; `which`: what an index finds. */
function countOf(which: Expression<SqlBool>) {
	const count = compileNamed<{ failed: number }, { userId: string; since: number }>(
		(queries, { userId, since }) =>
			queries
				.selectFrom("audit_events")
				.select(({ fn }) => fn.countAll<number>().as("failed"))
				.where("user_id", "=", userId)
				.where("time", ">", since)
				.where(which),
	);
	return async (queries: Queryable, userId: string, since: number): Promise<number> => {
		const [row] = await count(queries, { userId, since });
		return row?.failed ?? 0;
	};
}

/** Wrong passwords for the user since then. */
export const countFailedLogins = countOf(isFailedLogin);
/** Second steps of the user that failed since then, each after the right password. */
export const countFailedSecondFactors = countOf(isFailedFactor);

export function selectEvents(queries: Queryable) {
	return queries
		.selectFrom("audit_events")
		.leftJoin("users", "users.id", "audit_events.user_id")
		.select([
			"audit_events.id",
			"time",
			"event",
			"level",
			"actor_kind as actorKind",
			"actor_id as actorId",
			"audit_events.user_id as userId",
			"users.username",
			"session_id as sessionId",
			"request_id as requestId",
			"client_address as clientAddress",
			"user_agent as userAgent",
			"detail",
		]);
}

export function withDetail<Row extends { detail: string }>({ detail, ...rest }: Row) {
	return { ...rest, detail: JSON.parse(detail) as Record<string, unknown> };
}

/** Found in the JSON text, where a quote within a value is escaped. LIKE would ignore case, which ids of applications have. */
export function namesApplication(id: string) {
	const [client, application] = [`"client":${JSON.stringify(id)}`, `"application":${JSON.stringify(id)}`];
	return sql<boolean>`replace(replace("detail", ${client}, ''), ${application}, '') != "detail"`;
}

/** By their ids, oldest first. */
export async function listEvents(queries: Queryable, ids: readonly string[]): Promise<RecordedEvent[]> {
	const rows = await selectEvents(queries)
		.where("audit_events.id", "in", ids)
		.orderBy("time")
		.orderBy("audit_events.id")
		.execute();
	return rows.map(withDetail);
}

type Place = Pick<RecordedEvent, "time" | "id">;

/** Where the events after the given one are. */
export async function listPlacesAfter(
	queries: Queryable,
	{ time, id }: Place,
	most: number,
): Promise<Place[]> {
	const places = queries.selectFrom("audit_events").select(["time", "id"]);
	return page(places, ["time", "id"], { after: [time, id], most }).execute();
}

/** All events after the given one, by time and id. */
export async function listEventsAfter(
	queries: Queryable,
	{ time, id }: Place,
	most: number,
): Promise<RecordedEvent[]> {
	const of = { after: [time, id], most };
	const rows = await page(selectEvents(queries), ["audit_events.time", "audit_events.id"], of).execute();
	return rows.map(withDetail);
}
