import { sql } from "kysely";
import {
	byBytes,
	countWithin,
	everyPage,
	type Filter,
	type Page,
	type PageOf,
	pageWithin,
} from "../../platform/database/keyset-page.ts";
import type { OpenedDatabase } from "../../platform/database/open.ts";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import { canonicalEmail } from "../../platform/lib/email.ts";
import type { User } from "./user.ts";
import type { UserFilter, UserOrder } from "./user-filter.ts";
import { toUser, userColumns } from "./user-store.ts";

type Opened = Pick<OpenedDatabase, "reads" | "dialect">;

/** Beyond so many members, a group is no shorter way to its users than all of them. */
const FEW_MEMBERS = 5000;

/** A character that is in no username and sorts after all that are. */
const HIGHEST = "\u{10ffff}";

/** By name, or the newest first. A page far back costs what the first one costs. */
export async function pageOfUsers(
	opened: Opened,
	filter: UserFilter,
	{ order, after, most }: { order: UserOrder } & PageOf,
): Promise<Page<User>> {
	const { query, rest, by } = await findUsers(opened, filter, order);
	const { rows, next } = await pageWithin(opened.reads, query, by, {
		after,
		most,
		descending: order === "createdAt",
		filter: rest,
		positionOf: ({ username, createdAt, id }) => (order === "username" ? [username] : [createdAt, id]),
	});
	return { rows: rows.map(toUser), next };
}

/** All that fit, by name; a page at a time. */
export function listUsers(opened: Opened, filter: UserFilter = {}): AsyncGenerator<User[]> {
	return everyPage((after) => pageOfUsers(opened, filter, { order: "username", after, most: 1000 }));
}

/** Up to `most`, among those that one page would look at. */
export async function countUsers(opened: Opened, filter: UserFilter, most: number) {
	const { query, rest, by } = await findUsers(opened, filter, "username");
	return countWithin(opened.reads, query, by, { filter: rest, most });
}

/** What an index finds, and what is left to look at. */
async function findUsers({ reads, dialect }: Opened, given: UserFilter, order: UserOrder) {
	const name = byBytes(dialect, "users.username");
	const wanted = [
		...exactly(given),
		...byName(given, name),
		...(await ofGroup(reads, given)),
		...others(given),
	];
	// An index finds some of them in any order, others only by name, and of those that have an index of their own only one.
	const [first] = wanted.filter(({ index }) => index === "of its own");
	const isFound = (each: Condition) =>
		each.index === "any" || (order === "username" && (each.index === "name" || each === first));
	const all = (those: Condition[]): Filter<Tables, "users"> | null =>
		those.length === 0 ? null : (eb) => eb.and(those.map(({ is }) => is(eb)));
	const found = all(wanted.filter(isFound));
	const users = select(reads);
	return {
		query: found === null ? users : users.where(found),
		rest: all(wanted.filter((each) => !isFound(each))),
		by: order === "username" ? [name] : ["users.created_at", "users.id"],
	};
}

const select = (queries: Queryable) => queries.selectFrom("users").select(userColumns);

interface Condition {
	/** What finds those that fit: an index in any order, the one of names, one of names for these alone, or none. */
	index: "any" | "name" | "of its own" | "none";
	is: Filter<Tables, "users">;
}

const conditions = (index: Condition["index"], all: Array<Condition["is"]>): Condition[] =>
	all.map((is) => ({ index, is }));

function exactly({ username, email, externalId }: UserFilter): Condition[] {
	const is: Array<Filter<Tables, "users">> = [];
	if (username !== undefined) is.push((eb) => eb("username", "=", username));
	if (email !== undefined) is.push(() => hasEmail(email));
	if (externalId !== undefined) is.push((eb) => eb("external_id", "=", externalId));
	return conditions("any", is);
}

const hasEmail = (email: string) =>
	sql<boolean>`("email" is not null and lower("email") = ${(canonicalEmail(email) ?? email).toLowerCase()})`;

/** The literals are those of the indexes. */
function byName({ q, role, state }: UserFilter, name: ReturnType<typeof byBytes>): Condition[] {
	const found: Array<Condition["is"]> = [];
	if (q !== undefined) {
		// A sigma at the end of what was typed is within the name elsewhere. It is the next character.
		const last = `${q.replace(/ς$/, "σ")}${HIGHEST}`;
		const begins = sql<boolean>`(${name} >= ${q} and ${name} < ${last})`;
		found.push(({ or }) => or(q.includes("@") ? [begins, hasEmail(q)] : [begins]));
	}
	const own: Array<Condition["is"]> = [];
	if (role === "admin") own.push((eb) => eb("role", "=", sql.lit("admin")));
	if (state === "disabled") own.push((eb) => eb("disabled_at", "is not", null));
	if (state === "invited" || state === "reset") own.push((eb) => eb("password_hash", "is", null));
	return [...conditions("name", found), ...conditions("of its own", own)];
}

async function ofGroup(queries: Queryable, { group }: UserFilter): Promise<Condition[]> {
	if (group === undefined) return [];
	const members = queries.selectFrom("group_members").select("user_id").where("group_name", "=", group);
	const beyond = await members.limit(1).offset(FEW_MEMBERS).executeTakeFirst();
	if (beyond === undefined) return conditions("any", [(eb) => eb("users.id", "in", members)]);
	const isMember = members.whereRef("user_id", "=", "users.id" as never);
	return conditions("none", [(eb) => eb.exists(isMember)]);
}

function others({ role, kind, state, secondFactor, inactiveSince }: UserFilter): Condition[] {
	const is: Array<Filter<Tables, "users">> = [];
	if (role === "user") is.push((eb) => eb("role", "=", "user"));
	if (kind !== undefined) is.push((eb) => eb("account_kind", "=", kind));
	if (state !== undefined && state !== "disabled") is.push(({ and }) => and(conditionsOfState[state]));
	if (secondFactor !== undefined)
		is.push((eb) => eb("second_factor_at", secondFactor ? "is not" : "is", null));
	if (inactiveSince !== undefined)
		is.push(({ eb, or }) => or([eb("last_login_at", "is", null), eb("last_login_at", "<", inactiveSince)]));
	return conditions("none", is);
}

/** As userState has it (user.ts). */
const enabled = sql<boolean>`"disabled_at" is null`;
const person = sql<boolean>`"account_kind" = 'person'`;
const conditionsOfState = {
	active: [enabled, sql<boolean>`("password_hash" is not null or "account_kind" = 'service')`],
	invited: [enabled, person, sql<boolean>`"password_changed_at" is null`],
	reset: [enabled, person, sql<boolean>`"password_changed_at" is not null`],
};
