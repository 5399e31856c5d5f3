import type { Selectable } from "kysely";
import { compileNamed } from "../../platform/database/compile-once.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { OidcClientTable } from "../../platform/database/tables-of-applications.ts";
import type { Client, ClientScope } from "./client.ts";

const words = (text: string): string[] => text.split(" ").filter((word) => word !== "");

export function toClient(row: Selectable<OidcClientTable>): Client {
	return {
		id: row.id,
		name: row.name,
		kind: row.kind,
		redirectUris: words(row.redirect_uris),
		postLogoutUris: words(row.post_logout_uris),
		logoutUri: row.logout_uri,
		authMethod: row.auth_method,
		pkce: row.pkce,
		allowedGroups: row.allowed_groups === null ? null : words(row.allowed_groups),
		trusted: row.trusted === 1,
		scopes: words(row.scopes) as ClientScope[],
		requireAcr: row.require_acr,
		offlineDays: row.offline_days,
		launchUrl: row.launch_url,
		insecure: row.insecure === 1,
		disabledAt: row.disabled_at,
		version: row.version,
		createdAt: row.created_at,
		lastUsedAt: row.last_used_at,
	};
}

const findById = compileNamed<Selectable<OidcClientTable>, { id: string }>((queries, { id }) =>
	queries.selectFrom("oidc_clients").selectAll().where("id", "=", id),
);

export async function findClient(queries: Queryable, id: string): Promise<Client | null> {
	const [row] = await findById(queries, { id });
	return row === undefined ? null : toClient(row);
}

export async function noteUse(
	queries: Queryable,
	table: "oidc_clients" | "oidc_client_secrets",
	{ id, now }: { id: string; now: number },
): Promise<void> {
	await queries.updateTable(table).set({ last_used_at: now }).where("id", "=", id).execute();
}

/** Where logout tokens of these go, by their id; those that take none are left out. */
export async function listLogoutAddresses(
	queries: Queryable,
	ids: readonly string[],
): Promise<Map<string, string>> {
	const rows = await queries
		.selectFrom("oidc_clients")
		.select(["id", "logout_uri"])
		.where("id", "in", ids)
		.where("logout_uri", "is not", null)
		.execute();
	return new Map(rows.map(({ id, logout_uri }) => [id, logout_uri ?? ""]));
}
