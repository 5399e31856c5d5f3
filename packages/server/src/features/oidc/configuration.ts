/**
 * How oidc-provider is set up. Whatever is not named here is off: registration, devices, request objects, resource indicators,
 * introspection, the implicit flow. Each choice that is not plain has its reason in docs/decisions/0059.
 */
import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import type { Client } from "../../identity/application/client.ts";
import type { ApplicationAccess } from "../../operations/single-sign-on/application-access.ts";
import { claimsOfScopes } from "../../operations/single-sign-on/claims.ts";
import type { ProtocolStorage } from "../../operations/single-sign-on/protocol-storage.ts";
import type { Refusals } from "../../platform/audit/refusals.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Cookies } from "../../platform/http/cookies.ts";
import type { OidcKeySet } from "../../platform/keys/oidc-keys.ts";
import { DAY } from "../../platform/lib/clock.ts";
import { createAdapters } from "./adapters.ts";
import { clientOfContext } from "./client-metadata.ts";
import type { Library } from "./library.ts";
import { createPolicy, type PolicyParts } from "./policy.ts";
import type { createProtocolPages } from "./protocol-pages.ts";

export interface ProviderParts extends PolicyParts {
	config: Config;
	cookies: Cookies;
	storage: ProtocolStorage;
	pages: ReturnType<typeof createProtocolPages>;
	refusals: Refusals;
}

/** Never read: the session of the protocol is ours. */
export const SESSION_COOKIE = "sallyport-oidc-session";

/** What no setting changes. */
const unvarying = {
	claims: Object.fromEntries(Object.entries(claimsOfScopes).map(([name, claims]) => [name, [...claims]])),
	scopes: ["openid", "offline_access", "profile", "email", "groups"],
	acrValues: ["aal1", "aal2", "phr"],
	// Moving claims out of the id token broke the users of others.
	conformIdTokenClaims: false,
	responseTypes: ["code"],
	clientAuthMethods: ["client_secret_basic", "client_secret_post", "none"],
	allowOmittingSingleRegisteredRedirectUri: false,
	enabledJWA: { idTokenSigningAlgValues: ["RS256"] },
	clientDefaults: { id_token_signed_response_alg: "RS256" },
	extraClientMetadata: { properties: ["sallyport"] },
	rotateRefreshToken: true,
	routes: {
		authorization: "/auth",
		token: "/token",
		userinfo: "/userinfo",
		jwks: "/jwks",
		end_session: "/session/end",
		revocation: "/token/revocation",
	},
	// Nothing that a client names is fetched.
	fetch: async () => {
		throw new Error("The provider fetches nothing.");
	},
} satisfies Configuration;

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

export function configurationFor(
	library: Library,
	{ jwks }: OidcKeySet,
	parts: ProviderParts,
): Configuration {
	const { config, cookies, access, pages } = parts;
	const { baseUrl, oidcCodeLifetime, oidcTokenLifetime } = config;
	const secure = baseUrl.startsWith("https:");
	const cookie = { httpOnly: true, sameSite: "lax", secure, signed: false } as const;
	return {
		adapter: createAdapters(library, parts),
		jwks: { keys: jwks.map((key) => ({ ...key })) as never },
		...unvarying,
		cookies: {
			names: { session: SESSION_COOKIE, interaction: cookies.interaction.name, resume: cookies.resume.name },
			long: { ...cookie },
			short: { ...cookie },
			keys: [],
		},
		features: {
			devInteractions: { enabled: false },
			revocation: {
				enabled: true,
				// As the library has it, but for a notice that it prints.
				async allowedPolicy(_context, client, token) {
					if (token.clientId === client.clientId) return true;
					throw new library.errors.InvalidRequest("the token is of another client");
				},
			},
			backchannelLogout: { enabled: true },
			rpInitiatedLogout: {
				enabled: true,
				logoutSource: pages.askToLogOut,
				postLogoutSuccessSource: (context: KoaContextWithOIDC) => pages.loggedOut(context),
			},
			dPoP: { enabled: false },
			pushedAuthorizationRequests: { enabled: false },
			resourceIndicators: { enabled: false },
			claimsParameter: { enabled: false },
		},
		pkce: {
			required(_context, found) {
				const client = clientOfContext(found);
				// Not `true`: this sentence gets to the application's log, and names the repair.
				if (client.pkce === "required") throw new library.errors.InvalidRequest(pkceMissing(client));
				return false;
			},
		},
		ttl: {
			AuthorizationCode: seconds(oidcCodeLifetime),
			AccessToken: seconds(oidcTokenLifetime),
			IdToken: seconds(oidcTokenLifetime),
			RefreshToken(context, token, client) {
				const isOffline = (token as TokenOfSession).expiresWithSession !== true;
				const most = isOffline ? offlineOf(clientOfContext(client), config) : sessionAtMost(config);
				return Math.max(1, Math.min(most, remainingOf(context)));
			},
			// A login may begin at the end of the session, and its access outlive that.
			Grant: (context) =>
				sessionAtMost(config) + offlineOf(clientOfContext(required(context.oidc.client)), config),
			// Anyone can begin a login.
			Interaction: (context) => (context.oidc.session?.accountId === undefined ? 900 : 3600),
			Session: sessionAtMost(config),
		},
		expiresWithSession: async (context, token) =>
			!outlivesSession(clientOfContext(required(context.oidc.client)), token.scopes),
		// One for which the user did not agree to more ends with the session.
		issueRefreshToken: async (_context, client) => clientOfContext(client).scopes.includes("offline_access"),
		async findAccount(context, userId, token) {
			const client = clientOfContext(required(context.oidc.client));
			const user = await access.findUser(userId, client, heldBy((token ?? {}) as TokenOfSession));
			// Undefined where a login begins: the page says what is wrong.
			if (user === null) return undefined;
			// A service that asks userinfo whose a token is would take that of any application.
			const told = { sub: user.id, ...user.claims };
			return {
				accountId: user.id,
				claims: (use) => (use === "userinfo" ? { ...told, client_id: client.id } : told),
			};
		},
		loadExistingGrant: (context) => loadGrant(context, access),
		interactions: {
			policy: createPolicy(library, parts),
			url: (_context, { uid }) => `${new URL(baseUrl).pathname.replace(/\/$/, "")}/oidc-login/${uid}`,
		},
		clientBasedCORS: (_context, origin, client) => isOwnOrigin(origin, clientOfContext(client)),
		renderError: async (context, out, error) => pages.refuse(context, out, error),
	};
}

/** For the developer, in the alphabet of RFC 6749 (4.1.2.1). */
function pkceMissing({ id, kind }: Client): string {
	const missing = "PKCE is missing: turn it on in the application";
	return kind === "web"
		? `${missing}, or make it optional for this one: sallyport client set ${id} --pkce optional`
		: missing;
}

interface TokenOfSession {
	expiresWithSession?: boolean;
	sessionUid?: string | null;
}

/** The session that a token ends with; null: it outlives it, or there is no token yet. */
const heldBy = ({ expiresWithSession, sessionUid = null }: TokenOfSession): string | null =>
	expiresWithSession === true ? sessionUid : null;

/** Whether what is issued to it lives on without the session: only where the operator permits it, and the user knows. */
function outlivesSession(client: Client, scopes: ReadonlySet<string>): boolean {
	return client.offlineDays > 0 && (client.trusted || scopes.has("offline_access"));
}

const sessionAtMost = ({ sessionAbsolute, remember }: Config): number =>
	seconds(Math.max(sessionAbsolute, remember));

/** Seconds of the refresh token whose place another one takes: the limit counts from the first. */
function remainingOf({ oidc }: KoaContextWithOIDC): number {
	const { RotatedRefreshToken: rotated } = oidc.entities as {
		RotatedRefreshToken?: { remainingTTL: number };
	};
	return rotated?.remainingTTL ?? Number.POSITIVE_INFINITY;
}

/** Seconds for which an application may stay connected beyond the session. */
const offlineOf = ({ offlineDays }: Client, { oidcOfflineMaximum }: Config): number =>
	seconds(Math.min(offlineDays * DAY, oidcOfflineMaximum));

/** A single-page application calls from where its users come back to. */
function isOwnOrigin(origin: string, { kind, redirectUris }: Client): boolean {
	return kind === "spa" && redirectUris.some((uri) => URL.parse(uri)?.origin === origin);
}

/**
 * The grant of this session and application: always the same one, because a new one would end the tokens of the one before. It covers
 * what the user agreed to by now.
 */
async function loadGrant(context: KoaContextWithOIDC, access: ApplicationAccess) {
	const { provider, session, client: found } = context.oidc;
	const client = clientOfContext(required(found));
	const { uid, accountId } = required(session);
	if (accountId === undefined) return undefined;
	const asked = [...context.oidc.requestParamOIDCScopes];
	const allowed = await access.listAllowedScopes(client, accountId);
	const scopes = asked.filter((name) => allowed.includes(name));
	if (scopes.length === 0) return undefined;
	const login = await access.enter(client, { id: uid, userId: accountId });
	if (login === null) return undefined;
	const { sid, grantId } = login;
	required(session).sidFor(client.id, sid);
	const grant =
		(await provider.Grant.find(grantId)) ?? new provider.Grant({ accountId, clientId: client.id });
	const before = grant.getOIDCScope();
	grant.addOIDCScope(scopes.join(" "));
	if (grant.jti === undefined || grant.getOIDCScope() !== before) {
		grant.jti = grantId;
		await grant.save();
	}
	return grant;
}

function required<T>(value: T | undefined | null): T {
	if (value === undefined || value === null) throw new Error("The request has no client or session.");
	return value;
}
