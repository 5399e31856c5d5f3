import type { Insertable, NotNull, Selection } from "kysely";
import { compileNamed } from "../../platform/database/compile-once.ts";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import type { AccessKeyTable } from "../../platform/database/tables-of-access-keys.ts";
import type { AccessKey, AccessKeyEnd } from "./access-key.ts";

const columns = [
	"id",
	"user_id as userId",
	"name",
	"hint",
	"csrf_reference as csrfReference",
	"role",
	"scopes",
	"addresses",
	"lifetime_days as lifetimeDays",
	"created_at as createdAt",
	"expires_at as expiresAt",
	"last_used_at as lastUsedAt",
	"last_used_address as lastUsedAddress",
	"ended_at as endedAt",
	"end_reason as endReason",
	"replaced_by as replacedBy",
	"warned_at_days as warnedAtDays",
] as const;

export type KeyRow = Selection<Tables, "access_keys", (typeof columns)[number]>;

const words = (text: string | null) => (text === null ? null : text.split(" "));

export function toKey({ scopes, addresses, endReason, ...row }: KeyRow): AccessKey {
	const given = { scopes: words(scopes), addresses: words(addresses) };
	return { ...row, ...given, endReason: endReason as AccessKeyEnd | null };
}

/** By a column of which each key has its own value. */
function findKeyBy(column: "id" | "key_hash" | "csrf_reference") {
	const select = compileNamed<KeyRow, { value: string }>((queries, { value }) =>
		queries.selectFrom("access_keys").select(columns).where(column, "=", value),
	);
	return async (queries: Queryable, value: string): Promise<AccessKey | null> => {
		const [row] = await select(queries, { value });
		return row === undefined ? null : toKey(row);
	};
}

export const findKeyById = findKeyBy("id");
export const findKeyByHash = findKeyBy("key_hash");
export const findKeyByCsrf = findKeyBy("csrf_reference");

const lockById = compileNamed<KeyRow, { id: string }>((queries, { id }) =>
	queries
		.updateTable("access_keys")
		.set(({ ref }) => ({ name: ref("name") }))
		.where("id", "=", id)
		.returning(columns),
);

/** Locks the row until the transaction ends: no session begins beside the end of its key. */
export async function lockKey(queries: Queryable, id: string): Promise<AccessKey | null> {
	const [row] = await lockById(queries, { id });
	return row === undefined ? null : toKey(row);
}

export async function insertKey(queries: Queryable, key: AccessKey, hash: string): Promise<void> {
	const row = {
		id: key.id,
		user_id: key.userId,
		name: key.name,
		key_hash: hash,
		hint: key.hint,
		csrf_reference: key.csrfReference,
		role: key.role,
		scopes: key.scopes?.join(" ") ?? null,
		addresses: key.addresses?.join(" ") ?? null,
		lifetime_days: key.lifetimeDays,
		created_at: key.createdAt,
		expires_at: key.expiresAt,
	} satisfies Insertable<AccessKeyTable>;
	await queries.insertInto("access_keys").values(row).execute();
}

const keysOf = (queries: Queryable, userId: string) =>
	queries
		.selectFrom("access_keys")
		.select(columns)
		.where("user_id", "=", userId)
		.orderBy("created_at", "desc")
		.orderBy("id");

/** The living keys of a user, the newest first. */
export async function listLivingKeys(queries: Queryable, userId: string, now: number): Promise<AccessKey[]> {
	const living = keysOf(queries, userId).where("ended_at", "is", null).where("expires_at", ">", now);
	return (await living.execute()).map(toKey);
}

/** The ended and expired keys of a user, the newest first. Up to `most`, because a user may make and end any number. */
export async function listPastKeys(
	queries: Queryable,
	userId: string,
	{ now, most }: { now: number; most: number },
): Promise<AccessKey[]> {
	const past = keysOf(queries, userId)
		.where(({ eb, or }) => or([eb("ended_at", "is not", null), eb("expires_at", "<=", now)]))
		.limit(most);
	return (await past.execute()).map(toKey);
}

export interface KeyOfUser {
	key: AccessKey;
	username: string;
	/** Since then the key is refused, whatever its state. */
	userDisabledAt: number | null;
}

export const withUsername = (queries: Queryable) =>
	queries
		.selectFrom("access_keys")
		// An inner join could begin with all users.
		.leftJoin("users", "users.id", "access_keys.user_id")
		.select(columns.map((column) => `access_keys.${column}` as const))
		.select(["users.username", "users.disabled_at as userDisabledAt"])
		.$narrowType<{ username: NotNull }>();

/** Counts the living keys that no other key has replaced. */
export async function countLivingKeys(queries: Queryable, userId: string, now: number): Promise<number> {
	const { many } = await queries
		.selectFrom("access_keys")
		.select(({ fn }) => fn.countAll<number>().as("many"))
		.where("user_id", "=", userId)
		.where("ended_at", "is", null)
		.where("replaced_by", "is", null)
		.where("expires_at", ">", now)
		.executeTakeFirstOrThrow();
	return many;
}

export async function renameKey(queries: Queryable, id: string, name: string): Promise<void> {
	await queries.updateTable("access_keys").set({ name }).where("id", "=", id).execute();
}

export async function noteKeyUse(
	queries: Queryable,
	{ id, now, address }: { id: string; now: number; address: string },
): Promise<void> {
	await queries
		.updateTable("access_keys")
		.set({ last_used_at: now, last_used_address: address })
		.where("id", "=", id)
		.execute();
}

/** False: it has ended before. */
export async function markKeyEnded(
	queries: Queryable,
	{ id, now, reason }: { id: string; now: number; reason: AccessKeyEnd },
): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("access_keys")
		.set({ ended_at: now, end_reason: reason })
		.where("id", "=", id)
		.where("ended_at", "is", null)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

export async function setKeySuccessor(
	queries: Queryable,
	{ id, replacedBy, expiresAt }: { id: string; replacedBy: string; expiresAt: number },
): Promise<void> {
	await queries
		.updateTable("access_keys")
		.set({ replaced_by: replacedBy, expires_at: expiresAt })
		.where("id", "=", id)
		.execute();
}

/** Keys that end by then, and of which that was not said yet. At most 100, the soonest first. */
export async function listKeysToWarnOf(
	queries: Queryable,
	{ endsBy, days }: { endsBy: number; days: number },
): Promise<AccessKey[]> {
	const rows = await queries
		.selectFrom("access_keys")
		.select(columns)
		.where("expires_at", "<=", endsBy)
		.where("ended_at", "is", null)
		.where(({ eb, or }) => or([eb("warned_at_days", "is", null), eb("warned_at_days", ">", days)]))
		.orderBy("expires_at")
		.limit(100)
		.execute();
	return rows.map(toKey);
}

/** False: another instance has done so. */
export async function markKeyWarned(queries: Queryable, id: string, days: number): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("access_keys")
		.set({ warned_at_days: days })
		.where("id", "=", id)
		.where(({ eb, or }) => or([eb("warned_at_days", "is", null), eb("warned_at_days", ">", days)]))
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/** Removes the keys that ended or expired before. */
export async function removeKeysEndedBefore(queries: Queryable, time: number): Promise<void> {
	await queries
		.deleteFrom("access_keys")
		.where(({ eb, or }) => or([eb("ended_at", "<", time), eb("expires_at", "<", time)]))
		.execute();
}
