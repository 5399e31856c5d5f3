import { sql } from "kysely";
import { type Filter, type Page, type PageOf, type Position, pageWithin } from "../database/keyset-page.ts";
import type { Queryable, Tables } from "../database/tables.ts";
import { isAddressPrefix } from "../lib/address-prefix.ts";
import type { Actor } from "./audit.ts";
import { namesApplication, selectEvents, withDetail } from "./audit-store.ts";
import type { EventFilter } from "./event-filter.ts";
import type { RecordedEvent } from "./recorded-event.ts";

type Is = Filter<Tables, "audit_events">;
type Shared = PageOf & { share: number };
type EventPage = Page<RecordedEvent>;

/** As in the indexes of 0017-administration.ts and 0021-lists. */
const byOperator: Is = () => sql<boolean>`"actor_kind" in ('admin', 'service', 'cli')`;
const notInfo: Is = () => sql<boolean>`"audit_events"."level" in ('warn', 'error')`;
const isError: Is = () => sql<boolean>`"audit_events"."level" = 'error'`;

/** The newest first. Each user and each actor is looked up by an index of its own, and the pages are merged. */
export async function pageOfEvents(queries: Queryable, filter: EventFilter, of: PageOf): Promise<EventPage> {
	const { userIds, actorIds, levels } = filter;
	const rest = [...others(filter)];
	if (userIds === undefined && actorIds === undefined)
		return read(queries, filter, { ...of, share: 1 }, ofLevels(levels), rest);
	if (levels !== undefined) rest.push((eb) => eb("audit_events.level", "in", levels));
	if (userIds !== undefined) {
		if (actorIds !== undefined) rest.push((eb) => eb("actor_id", "in", actorIds));
		const share = 1 / userIds.length;
		const pages = userIds.map((id) => read(queries, filter, { ...of, share }, [aboutUser(id)], rest));
		return merge(await Promise.all(pages), of.most);
	}
	// What users do themselves is found by the user whom it is about.
	const ways = (actorIds ?? []).flatMap(
		(id): Array<[Is[], Is[]]> => [
			[[aboutUser(id)], [(eb) => eb("actor_id", "=", id), (eb) => eb("actor_kind", "=", "self")]],
			[[(eb) => eb("actor_id", "=", id), byOperator], []],
		],
	);
	const share = 1 / ways.length;
	const pages = ways.map(([found, also]) =>
		read(queries, filter, { ...of, share }, found, [...rest, ...also]),
	);
	return merge(await Promise.all(pages), of.most);
}

const ofLevels = (levels: EventFilter["levels"]): Is[] =>
	levels === undefined || levels.includes("info") ? [] : [levels.includes("warn") ? notInfo : isError];

const aboutUser =
	(id: string): Is =>
	(eb) =>
		eb("audit_events.user_id", "=", id);

/** `found`: what an index finds. */
async function read(
	queries: Queryable,
	{ since, until }: EventFilter,
	of: Shared,
	found: readonly Is[],
	rest: readonly Is[],
): Promise<EventPage> {
	let query = selectEvents(queries);
	for (const is of found) query = query.where((eb) => is(eb as never));
	if (since !== undefined) query = query.where("audit_events.time", ">=", since);
	if (until !== undefined) query = query.where("audit_events.time", "<=", until);
	const { rows, next } = await pageWithin(queries, query, ["audit_events.time", "audit_events.id"], {
		...of,
		descending: true,
		filter: rest.length === 0 ? null : (eb) => eb.and(rest.map((is) => is(eb as never))),
		positionOf: ({ time, id: last }) => [time, last],
	});
	return { rows: rows.map(withDetail), next };
}

function* others({ events, sessionId, requestId, clientId, address }: EventFilter): Generator<Is> {
	if (events !== undefined) yield (eb) => eb("event", "in", events);
	if (sessionId !== undefined) yield (eb) => eb("session_id", "=", sessionId);
	if (requestId !== undefined) yield (eb) => eb("request_id", "=", requestId);
	if (clientId !== undefined) yield () => namesApplication(clientId);
	if (address !== undefined)
		yield (eb) =>
			isAddressPrefix(address)
				? eb("client_address", "like", `${address}%`)
				: eb("client_address", "=", address);
}

/** One page of several: no further back than the one that got least far, and each event once. */
function merge(pages: readonly EventPage[], most: number): EventPage {
	const limits = pages.flatMap(({ next }) => (next === null ? [] : [next]));
	const limit = limits.sort(compare).at(-1) ?? null;
	const all = new Map(pages.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
	const sorted = [...all.values()].sort((one, other) => compare(positionOf(other), positionOf(one)));
	const safe = sorted.filter((row) => limit === null || compare(positionOf(row), limit) >= 0);
	const rows = safe.slice(0, most);
	const last = rows.at(-1);
	return { rows, next: safe.length > most && last !== undefined ? positionOf(last) : limit };
}

const positionOf = ({ time, id }: RecordedEvent): Position => [time, id];

function compare([time = 0, id = ""]: Position, [otherTime = 0, otherId = ""]: Position): number {
	return Number(time) - Number(otherTime) || (id < otherId ? -1 : id > otherId ? 1 : 0);
}

const isReset: Is = (eb) =>
	eb.and([eb("event", "=", "user_updated"), eb("detail", "like", '%"reset":true%')]);

/** How many users an operator has reset since then, and how many alarms that caused. */
export async function countResetsBy(
	queries: Queryable,
	{ kind, id }: Pick<Actor, "kind" | "id">,
	since: number,
): Promise<{ resets: number; alarms: number }> {
	const found = await queries
		.selectFrom("audit_events")
		.select(({ fn }) => ["event", fn.countAll<number>().as("times")])
		.where(byOperator as never)
		.where("actor_kind", "=", kind)
		.where("actor_id", id === null ? "is" : "=", id)
		.where("time", ">", since)
		.where((eb) => eb.or([eb("event", "=", "admin_alarm"), isReset(eb as never)]))
		.groupBy("event")
		.execute();
	const timesOf = (name: string) => found.find(({ event }) => event === name)?.times ?? 0;
	return { resets: timesOf("user_updated"), alarms: timesOf("admin_alarm") };
}

/** The usernames, as of now, of users and of those whose access keys these are. */
export async function findActorNames(
	queries: Queryable,
	actorIds: readonly string[],
): Promise<Map<string, string>> {
	const ids = [...new Set(actorIds)];
	if (ids.length === 0) return new Map();
	const users = await queries.selectFrom("users").select(["id", "username"]).where("id", "in", ids).execute();
	const keys = await queries
		.selectFrom("access_keys")
		.innerJoin("users", "users.id", "access_keys.user_id")
		.select(["access_keys.id", "users.username"])
		.where("access_keys.id", "in", ids)
		.execute();
	return new Map([...users, ...keys].map(({ id, username }) => [id, username]));
}
