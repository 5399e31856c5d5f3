import type { Queryable } from "../../platform/database/tables.ts";

/** What a user lets an application know; empty: nothing. */
export async function findConsent(
	queries: Queryable,
	{ userId, clientId }: { userId: string; clientId: string },
): Promise<string[]> {
	const row = await queries
		.selectFrom("oidc_consents")
		.select("scopes")
		.where("user_id", "=", userId)
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	return row === undefined ? [] : row.scopes.split(" ");
}

export async function writeConsent(
	queries: Queryable,
	{
		userId,
		clientId,
		scopes,
		now,
	}: { userId: string; clientId: string; scopes: readonly string[]; now: number },
): Promise<void> {
	const given = { scopes: scopes.join(" "), granted_at: now };
	await queries
		.insertInto("oidc_consents")
		.values({ user_id: userId, client_id: clientId, ...given })
		.onConflict((conflict) => conflict.columns(["user_id", "client_id"]).doUpdateSet(given))
		.execute();
}

export async function removeConsent(
	queries: Queryable,
	{ userId, clientId }: { userId: string; clientId: string },
): Promise<void> {
	await queries
		.deleteFrom("oidc_consents")
		.where("user_id", "=", userId)
		.where("client_id", "=", clientId)
		.execute();
}
