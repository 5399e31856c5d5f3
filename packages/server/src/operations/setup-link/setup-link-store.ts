import type { NotNull, Selection } from "kysely";
import { type Page, type PageOf, pageWithNext } from "../../platform/database/keyset-page.ts";
import { removeRows } from "../../platform/database/remove-rows.ts";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import { sha256 } from "../../platform/lib/hash.ts";

const columns = [
	"id",
	"user_id as userId",
	"token_hash as tokenHash",
	"token_sealed as tokenSealed",
	"created_at as createdAt",
	"expires_at as expiresAt",
	"used_at as usedAt",
	"purpose",
	"email",
] as const;

/** open → used, or expired; one that was mailed is open while its address is that of the user. */
export type SetupLink = Selection<Tables, "setup_links", (typeof columns)[number]>;
/** What a link is good for. */
export type Purpose = SetupLink["purpose"];

/** As stored. A release that knows no links that confirm an address finds none by its token. */
export function hashOfToken(token: string, purpose: Purpose): string {
	return sha256(purpose === "email" ? `email ${token}` : token);
}

export async function insertSetupLink(queries: Queryable, link: SetupLink): Promise<void> {
	await queries
		.insertInto("setup_links")
		.values({
			id: link.id,
			user_id: link.userId,
			token_hash: link.tokenHash,
			token_sealed: link.tokenSealed,
			created_at: link.createdAt,
			expires_at: link.expiresAt,
			used_at: link.usedAt,
			purpose: link.purpose,
			email: link.email,
		})
		.execute();
}

/** Null: there is no link of this token that is good for one of these. */
export async function findSetupLink(
	queries: Queryable,
	token: string,
	purposes: readonly [Purpose, ...Purpose[]],
): Promise<SetupLink | null> {
	const found = queries
		.selectFrom("setup_links")
		.select(columns)
		.where("token_hash", "=", hashOfToken(token, purposes[0]))
		// The text "email T" has the hash of T of a link that confirms an address.
		.where("purpose", "in", purposes);
	return (await found.executeTakeFirst()) ?? null;
}

function open(queries: Queryable, now: number) {
	return queries
		.selectFrom("setup_links")
		.select(columns)
		.where("used_at", "is", null)
		.where("expires_at", ">", now)
		.where(({ eb, or, exists, selectFrom }) => {
			const user = selectFrom("users").select("id").whereRef("users.id", "=", "setup_links.user_id");
			const isTheirs = exists(user.whereRef("users.email", "=", "setup_links.email"));
			// What confirms an address goes to one that is not theirs yet.
			return or([eb("email", "is", null), eb("purpose", "=", "email"), isTheirs]);
		})
		.orderBy("created_at");
}

/** Lists the open links that an operator has made. */
export function listOpenSetupLinks(queries: Queryable, now: number): Promise<SetupLink[]> {
	return open(queries, now).where("purpose", "=", "setup").execute();
}

/** Finds the open link that an operator has made for this user. */
export async function findOpenSetupLinkOf(
	queries: Queryable,
	userId: string,
	now: number,
): Promise<SetupLink | null> {
	const link = open(queries, now).where("purpose", "=", "setup").where("user_id", "=", userId);
	return (await link.executeTakeFirst()) ?? null;
}

/** Null: it was used, has ended or expired. */
export async function findOpenLink(queries: Queryable, id: string, now: number): Promise<SetupLink | null> {
	return (await open(queries, now).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The newest of those that the user asked for. */
export async function findOpenRecoveryLink(
	queries: Queryable,
	userId: string,
	now: number,
): Promise<SetupLink | null> {
	const links = await open(queries, now)
		.where("user_id", "=", userId)
		.where("purpose", "=", "recovery")
		.execute();
	return links.at(-1) ?? null;
}

/** Never beyond twice the lifetime. One that was ended expires before its time, also by the clock of another instance: it stays ended. */
export async function restartLink(
	queries: Queryable,
	id: string,
	{ now, lifetime }: { now: number; lifetime: number },
): Promise<void> {
	await queries
		.updateTable("setup_links")
		.set({ expires_at: now + lifetime })
		.where("id", "=", id)
		.where("used_at", "is", null)
		.where("created_at", ">", now - lifetime)
		.where(({ eb, val }) => eb("expires_at", ">=", eb("created_at", "+", val(lifetime))))
		.execute();
}

/** True for exactly one of all who try. */
export async function useSetupLink(queries: Queryable, id: string, now: number): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("setup_links")
		.set({ used_at: now })
		.where("id", "=", id)
		.where("used_at", "is", null)
		.where("expires_at", ">", now)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

export async function removeSetupLinksExpiredBefore(queries: Queryable, time: number): Promise<void> {
	const which = queries.selectFrom("setup_links").where("expires_at", "<", time);
	await removeRows(queries, "setup_links", ["id"], which);
}

/** All that are open, or one, or those of a user; tells whose they were. */
export async function endOpenSetupLinks(
	queries: Queryable,
	now: number,
	which: { id?: string; userId?: string; purposes?: readonly Purpose[] } = {},
): Promise<Array<{ userId: string }>> {
	let ended = queries
		.updateTable("setup_links")
		.set({ expires_at: now })
		.where("used_at", "is", null)
		.where("expires_at", ">", now);
	if (which.id !== undefined) ended = ended.where("id", "=", which.id);
	if (which.userId !== undefined) ended = ended.where("user_id", "=", which.userId);
	if (which.purposes !== undefined) ended = ended.where("purpose", "in", which.purposes);
	const rows = await ended.returning("user_id").execute();
	return rows.map((row) => ({ userId: row.user_id }));
}

export interface OpenLink {
	id: string;
	userId: string;
	username: string;
	purpose: Purpose;
	createdAt: number;
	expiresAt: number;
}

/** Those that still work, in the order of their users' ids. */
export function pageOfOpenLinks(queries: Queryable, now: number, of: PageOf): Promise<Page<OpenLink>> {
	const query = queries
		.selectFrom("setup_links")
		// An inner join could begin with all users.
		.leftJoin("users", "users.id", "setup_links.user_id")
		.select([
			"setup_links.id",
			"setup_links.user_id as userId",
			"users.username",
			"setup_links.purpose",
			"setup_links.created_at as createdAt",
			"setup_links.expires_at as expiresAt",
		])
		.$narrowType<{ username: NotNull }>()
		.where("setup_links.used_at", "is", null)
		.where("setup_links.expires_at", ">", now)
		.where(({ eb, or, ref }) =>
			or([
				eb("setup_links.email", "is", null),
				eb("setup_links.purpose", "=", "email"),
				eb("users.email", "=", ref("setup_links.email")),
			]),
		);
	const by = ["setup_links.user_id", "setup_links.id"];
	return pageWithNext(query, by, { ...of, positionOf: ({ userId, id }) => [userId, id] });
}
