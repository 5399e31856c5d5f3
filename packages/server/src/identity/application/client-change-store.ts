/** What operators change of applications. */
import type { Insertable } from "kysely";
import type { Queryable } from "../../platform/database/tables.ts";
import type { OidcClientTable } from "../../platform/database/tables-of-applications.ts";
import type { Client } from "./client.ts";
import type { ReadSettings } from "./client-settings.ts";
import { toClient } from "./client-store.ts";

const settingsRow = (settings: ReadSettings) =>
	({
		name: settings.name,
		kind: settings.kind,
		redirect_uris: settings.redirectUris.join(" "),
		post_logout_uris: settings.postLogoutUris.join(" "),
		logout_uri: settings.logoutUri,
		auth_method: settings.authMethod,
		pkce: settings.pkce,
		allowed_groups: settings.allowedGroups?.join(" ") ?? null,
		trusted: settings.trusted ? 1 : 0,
		scopes: settings.scopes.join(" "),
		require_acr: settings.requireAcr,
		offline_days: settings.offlineDays,
		launch_url: settings.launchUrl,
		insecure: settings.insecure ? 1 : 0,
	}) satisfies Partial<Insertable<OidcClientTable>>;

export async function insertClient(
	queries: Queryable,
	{ id, settings, now }: { id: string; settings: ReadSettings; now: number },
): Promise<Client> {
	const row = { ...settingsRow(settings), id, version: 1, created_at: now };
	return toClient(
		await queries.insertInto("oidc_clients").values(row).returningAll().executeTakeFirstOrThrow(),
	);
}

/** Locks the row until the transaction ends; null: there is no such application. */
export async function lockClient(queries: Queryable, id: string): Promise<Client | null> {
	const lock = queries.updateTable("oidc_clients").set(({ ref }) => ({ name: ref("name") }));
	const row = await lock.where("id", "=", id).returningAll().executeTakeFirst();
	return row === undefined ? null : toClient(row);
}

/** `disabledAt` is part of its state, and counts as a change. */
export async function writeClient(
	queries: Queryable,
	id: string,
	change: { settings: ReadSettings } | { disabledAt: number | null },
): Promise<Client> {
	const values = "settings" in change ? settingsRow(change.settings) : { disabled_at: change.disabledAt };
	const row = await queries
		.updateTable("oidc_clients")
		.set(({ eb }) => ({ ...values, version: eb("version", "+", 1) }))
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirstOrThrow();
	return toClient(row);
}

/** Its secrets, consents and logins go with it. */
export async function removeClient(queries: Queryable, id: string): Promise<void> {
	await queries.deleteFrom("oidc_clients").where("id", "=", id).execute();
}

export async function countClients(queries: Queryable): Promise<number> {
	const { many } = await queries
		.selectFrom("oidc_clients")
		.select(({ fn }) => fn.countAll<number>().as("many"))
		.executeTakeFirstOrThrow();
	return many;
}
