/** Lists of applications, and of those who use them. */
import {
	byBytes,
	type Page,
	type PageOf,
	pageWithNext,
	positionById,
} from "../../platform/database/keyset-page.ts";
import type { OpenedDatabase } from "../../platform/database/open.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Client } from "./client.ts";
import { toClient } from "./client-store.ts";

/** More users are not counted. */
export const MOST_COUNTED = 10_000;

/** By name. */
export async function pageOfClients(
	{ database, dialect }: Pick<OpenedDatabase, "database" | "dialect">,
	of: PageOf,
): Promise<Page<Client>> {
	const { rows, next } = await pageWithNext(
		database.selectFrom("oidc_clients").selectAll(),
		[byBytes(dialect, "oidc_clients.name"), byBytes(dialect, "oidc_clients.id")],
		{ ...of, positionOf: ({ name, id }) => [name, id] },
	);
	return { rows: rows.map(toClient), next };
}

/** By id. */
export async function findClientNames(
	queries: Queryable,
	ids: readonly string[],
): Promise<Map<string, string>> {
	if (ids.length === 0) return new Map();
	const found = queries.selectFrom("oidc_clients").select(["id", "name"]);
	const rows = await found.where("id", "in", [...new Set(ids)]).execute();
	return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How many users let it know them, up to MOST_COUNTED. */
export async function countConsents(queries: Queryable, clientId: string): Promise<number> {
	const some = queries.selectFrom("oidc_consents").select("user_id").where("client_id", "=", clientId);
	const { users } = await queries
		.selectFrom(some.limit(MOST_COUNTED).as("some"))
		.select(({ fn }) => fn.countAll<number>().as("users"))
		.executeTakeFirstOrThrow();
	return users;
}

export interface UserOfClient {
	id: string;
	username: string;
	displayName: string;
	/** Names, separated by spaces. */
	scopes: string;
	grantedAt: number;
}

/** Users who let it know them, by id. */
export async function pageOfConsents(
	queries: Queryable,
	clientId: string,
	of: PageOf,
): Promise<Page<UserOfClient>> {
	const query = queries
		.selectFrom("oidc_consents")
		.innerJoin("users", "users.id", "oidc_consents.user_id")
		.select(["users.id", "users.username", "users.display_name as displayName"])
		.select(["oidc_consents.scopes", "oidc_consents.granted_at as grantedAt"])
		.where("oidc_consents.client_id", "=", clientId);
	return pageWithNext(query, ["oidc_consents.user_id"], { ...of, positionOf: positionById });
}
