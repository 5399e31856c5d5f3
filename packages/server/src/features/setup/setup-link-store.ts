import type { Queryable, SetupLinkTable } from "../../platform/database/tables.ts";

/** open → used, or expired. */
export interface SetupLink {
	id: string;
	userId: string;
	tokenHash: string;
	tokenSealed: string;
	createdAt: number;
	expiresAt: number;
	usedAt: number | null;
}

function fromRow(row: SetupLinkTable): SetupLink {
	return {
		id: row.id,
		userId: row.user_id,
		tokenHash: row.token_hash,
		tokenSealed: row.token_sealed,
		createdAt: row.created_at,
		expiresAt: row.expires_at,
		usedAt: row.used_at,
	};
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
		})
		.execute();
}

export async function findSetupLink(queries: Queryable, tokenHash: string): Promise<SetupLink | null> {
	const row = await queries
		.selectFrom("setup_links")
		.selectAll()
		.where("token_hash", "=", tokenHash)
		.executeTakeFirst();
	return row === undefined ? null : fromRow(row);
}

export async function listOpenSetupLinks(queries: Queryable, now: number): Promise<SetupLink[]> {
	const rows = await queries
		.selectFrom("setup_links")
		.selectAll()
		.where("used_at", "is", null)
		.where("expires_at", ">", now)
		.orderBy("created_at")
		.execute();
	return rows.map(fromRow);
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
	await queries.deleteFrom("setup_links").where("expires_at", "<", time).execute();
}

/** All that are open, or one, or those of a user; tells whose they were. */
export async function endOpenSetupLinks(
	queries: Queryable,
	now: number,
	which: { id?: string; userId?: string } = {},
): Promise<Array<{ userId: string }>> {
	let open = queries
		.updateTable("setup_links")
		.set({ expires_at: now })
		.where("used_at", "is", null)
		.where("expires_at", ">", now);
	if (which.id !== undefined) open = open.where("id", "=", which.id);
	if (which.userId !== undefined) open = open.where("user_id", "=", which.userId);
	const rows = await open.returning("user_id").execute();
	return rows.map((row) => ({ userId: row.user_id }));
}
