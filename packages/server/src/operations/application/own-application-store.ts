import { live } from "../../credentials/session/session-store.ts";
import { type Page, type PageOf, pageWithNext, positionById } from "../../platform/database/keyset-page.ts";
import type { Queryable } from "../../platform/database/tables.ts";

/** An application that a user let know them, is logged in to, or left connected. */
export interface OwnApplication {
	id: string;
	name: string;
	launchUrl: string | null;
	/** Names, separated by spaces: what it may ask of every user. */
	askedScopes: string;
	/** Names, separated by spaces: what this user agreed to; null: the user was not asked. */
	grantedScopes: string | null;
	grantedAt: number | null;
	trusted: number;
	disabledAt: number | null;
	/** Of the logins in sessions that live; null: there is none. */
	startedAt: number | null;
	lastUsedAt: number | null;
	/** Its id again, if it stays connected beyond every session. */
	connected: string | null;
}

/** In no order. */
export const listOwnApplications = (
	queries: Queryable,
	userId: string,
	now: number,
): Promise<OwnApplication[]> => ownApplications(queries, userId, now).execute();

/** The same, by id. */
export const pageOfOwnApplications = (
	queries: Queryable,
	{ userId, now }: { userId: string; now: number },
	of: PageOf,
): Promise<Page<OwnApplication>> =>
	pageWithNext(ownApplications(queries, userId, now), ["oidc_clients.id"], {
		...of,
		positionOf: positionById,
	});

function ownApplications(queries: Queryable, userId: string, now: number) {
	const consents = queries.selectFrom("oidc_consents").selectAll().where("user_id", "=", userId);
	const logins = queries
		.selectFrom("oidc_sessions")
		.select("client_id")
		.select(({ fn }) => [fn.min("started_at").as("started_at"), fn.max("last_used_at").as("last_used_at")])
		.where("user_id", "=", userId)
		.where("session_id", "in", live(queries, now).select("id").where("user_id", "=", userId))
		.groupBy("client_id");
	const connections = queries
		.selectFrom("oidc_records")
		.select("client_id")
		.distinct()
		.where("account_id", "=", userId)
		.where("kind", "=", "RefreshToken")
		.where("session_id", "is", null)
		.where("consumed_at", "is", null)
		.where("expires_at", ">", now);
	return queries
		.selectFrom("oidc_clients")
		.leftJoin(consents.as("oidc_consents"), "oidc_consents.client_id", "oidc_clients.id")
		.leftJoin(logins.as("oidc_sessions"), "oidc_sessions.client_id", "oidc_clients.id")
		.leftJoin(connections.as("oidc_records"), "oidc_records.client_id", "oidc_clients.id")
		.select(["oidc_clients.id", "oidc_clients.name", "oidc_clients.trusted"])
		.select(["oidc_clients.launch_url as launchUrl", "oidc_clients.scopes as askedScopes"])
		.select(["oidc_clients.disabled_at as disabledAt"])
		.select(["oidc_consents.scopes as grantedScopes", "oidc_consents.granted_at as grantedAt"])
		.select(["oidc_sessions.started_at as startedAt", "oidc_sessions.last_used_at as lastUsedAt"])
		.select("oidc_records.client_id as connected")
		.where(({ or, eb }) =>
			or([
				eb("oidc_consents.client_id", "is not", null),
				eb("oidc_sessions.client_id", "is not", null),
				eb("oidc_records.client_id", "is not", null),
			]),
		);
}
