/** Applications and what they hold of users, as rows, for tests that are not about the protocol. */
import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { OidcClientTable, OidcRecordTable } from "../../src/platform/database/tables-of-applications.ts";
import type { TestService } from "./service.ts";

type Planted = Pick<TestService, "running" | "now">;

/** Of whom, and at which application. */
interface Of {
	userId: string;
	clientId: string;
}

const databaseOf = ({ running }: Planted) => running.deployment.opened.database;

export async function plantApplication(
	service: Planted,
	id: string,
	changes: Partial<Insertable<OidcClientTable>> = {},
): Promise<void> {
	const usual = {
		id,
		name: id,
		kind: "web",
		redirect_uris: `https://${id}.example.com/callback`,
		post_logout_uris: "",
		logout_uri: null,
		auth_method: "client_secret_basic",
		pkce: "required",
		allowed_groups: null,
		trusted: 0,
		scopes: "openid profile email groups offline_access",
		require_acr: null,
		offline_days: 0,
		launch_url: null,
		insecure: 0,
		disabled_at: null,
		created_at: service.now(),
		last_used_at: null,
	} as const;
	await databaseOf(service)
		.insertInto("oidc_clients")
		.values({ ...usual, ...changes })
		.execute();
}

/** Resolves with when it was given. */
export async function plantConsent(
	service: Planted,
	{ userId, clientId }: Of,
	scopes = "openid profile",
): Promise<number> {
	const consent = { user_id: userId, client_id: clientId, scopes, granted_at: service.now() };
	await databaseOf(service).insertInto("oidc_consents").values(consent).execute();
	return consent.granted_at;
}

/** That a session was used to log in there, a minute ago. Resolves with when it was last used. */
export async function plantApplicationLogin(
	service: Planted,
	{ userId, clientId }: Of,
	sessionId: string,
): Promise<number> {
	const last_used_at = service.now();
	const started_at = last_used_at - 60_000;
	const known = { sid: randomUUID(), grant_id: randomUUID(), started_at, last_used_at };
	await databaseOf(service)
		.insertInto("oidc_sessions")
		.values({ session_id: sessionId, client_id: clientId, user_id: userId, ...known })
		.execute();
	return last_used_at;
}

/** A token that outlives every session, unless it is said of which session it is. */
export async function plantToken(
	service: Planted,
	{ userId, clientId }: Of,
	changes: Partial<Insertable<OidcRecordTable>> = {},
): Promise<void> {
	const token = {
		id_hash: randomUUID(),
		kind: "RefreshToken",
		payload_sealed: "none",
		grant_id: randomUUID(),
		account_id: userId,
		client_id: clientId,
		session_id: null,
		consumed_at: null,
		expires_at: service.now() + 86_400_000,
	};
	await databaseOf(service)
		.insertInto("oidc_records")
		.values({ ...token, ...changes })
		.execute();
}

/** How many rows hold something of a user, by table. */
export async function countHeld(service: Planted, userId: string): Promise<Record<string, number>> {
	const database = databaseOf(service);
	const all = await Promise.all([
		database.selectFrom("oidc_consents").select("client_id").where("user_id", "=", userId).execute(),
		database.selectFrom("oidc_sessions").select("client_id").where("user_id", "=", userId).execute(),
		database.selectFrom("oidc_records").select("client_id").where("account_id", "=", userId).execute(),
	]);
	const [consents = 0, logins = 0, records = 0] = all.map(({ length }) => length);
	return { consents, logins, records };
}
