import type { Clock } from "./clock.ts";
import type { ReadDemand } from "./demand.ts";
import type { FetchService, ServiceResponse } from "./fetch-service.ts";
import type { FreshCopy } from "./fresh-copy.ts";
import type { Metadata } from "./metadata.ts";
import { deepFreeze, type Principal } from "./principal.ts";
import { createRecent } from "./recent.ts";
import type { Refusals } from "./refusals.ts";
import { headerOf, type RequestLike } from "./request.ts";
import { readScopes } from "./scopes.ts";
import { createFindSessionCookie, sha256 } from "./session-cookie.ts";
import { isVerifyErrorCode, unavailable, VerifyError } from "./verify-error.ts";

/**
 * Throws unauthenticated, session_expired, session_ended, insufficient_user_authentication, insufficient_scope, csrf_missing, csrf_invalid,
 * origin_forbidden, service_unavailable.
 */
export type VerifyCookie = (request: RequestLike, demand: ReadDemand) => Promise<Principal>;

const LIMIT = 16_384;
/** What the service needs to check the CSRF token of an unsafe request. */
const PROOF = ["csrf", "origin", "sec-fetch-site"];

/** The service must say whose session it is: a cookie cannot be verified offline. */
export function createVerifyCookie(dependencies: {
	issuer: string;
	metadata: FreshCopy<Metadata>;
	fetchService: FetchService;
	clock: Clock;
	report: (cause: unknown) => void;
	refusals: Refusals;
	/** Whether unsafe requests need a CSRF token. */
	csrf: boolean;
	/** Milliseconds for which a result is cached; 0: not at all. */
	cache: { ttl: number; max: number };
}): VerifyCookie {
	const { issuer, metadata, fetchService, clock, report, refusals, csrf, cache } = dependencies;
	const recent = createRecent<{ principal: Principal; requestedAt: number }>(cache.ttl > 0 ? cache.max : 0);
	const finding = createFindSessionCookie(issuer);

	async function check(headers: Record<string, string>, demand: ReadDemand): Promise<Principal> {
		const { checkEndpoint } = await metadata.get();
		try {
			const response = await fetchService(checkEndpoint + queryOf(demand), { headers, limit: LIMIT });
			return principalIn(response, refusals, demand);
		} catch (error) {
			if (error instanceof VerifyError && error.code !== "service_unavailable") throw error;
			report(error);
			throw error instanceof VerifyError ? error : unavailable(error);
		}
	}

	return async function verifyCookie(request, demand) {
		const cookie = (await finding)(headerOf(request, "cookie"));
		if (cookie === null) throw refusals.cookie("unauthenticated");
		const method = csrf ? reportedMethod(request) : "GET";
		const unsafe = method !== "GET";
		const isMore = demand.acr !== undefined || demand.maxAge !== undefined;
		// Only safe requests are cached: the service must see each unsafe one, and each that requires more. Scopes are compared here too.
		const key = cache.ttl > 0 && !unsafe && !isMore ? await sha256(cookie) : null;
		const known = key === null ? undefined : recent.get(key);
		const requestedAt = clock();
		const age = requestedAt - (known?.requestedAt ?? Number.NaN);
		if (known !== undefined && age >= 0 && age < cache.ttl) return known.principal;
		const headers: Record<string, string> = { cookie, "x-forwarded-method": method };
		for (const name of unsafe ? PROOF : []) {
			const value = headerOf(request, name);
			if (value !== undefined) headers[name] = value;
		}
		const principal = await check(headers, demand);
		if (key !== null) recent.set(key, { principal, requestedAt });
		return principal;
	};
}

function queryOf({ acr, maxAge, scopes }: ReadDemand): string {
	const required = [
		...(acr === undefined ? [] : [`acr=${acr}`]),
		...(maxAge === undefined ? [] : [`maxAge=${maxAge}`]),
		...(scopes.length === 0 ? [] : [`scope=${encodeURIComponent(scopes.join(" "))}`]),
	];
	return required.length === 0 ? "" : `?${required.join("&")}`;
}

/**
 * What the service checks beside the cookie: nothing (GET), origin and CSRF token (POST), or the origin alone (CONNECT): a WebSocket
 * begins as a GET, any page of the same site can open one, and no browser can send a CSRF token with it.
 */
function reportedMethod(request: RequestLike): "GET" | "POST" | "CONNECT" {
	const { method } = request;
	if (method !== "GET" && method !== "HEAD" && method !== "OPTIONS") return "POST";
	return /websocket/i.test(headerOf(request, "upgrade") ?? "") ? "CONNECT" : "GET";
}

function principalIn(response: ServiceResponse, refusals: Refusals, demand: ReadDemand): Principal {
	const { status, headers } = response;
	if (status !== 204) throw refusalIn(response, refusals, demand);
	const userId = headers.get("x-auth-user-id");
	const role = headers.get("x-auth-role");
	const sessionId = headers.get("x-auth-session-id");
	const authenticatedAt = Date.parse(headers.get("x-auth-authenticated-at") ?? "");
	if (!userId || !role || !sessionId || Number.isNaN(authenticatedAt)) {
		throw unavailable("The check does not say who calls.");
	}
	// Services that know one factor only do not say so.
	const acr = headers.get("x-auth-acr") ?? "aal1";
	const amr = (headers.get("x-auth-amr") ?? "").split(" ").filter(Boolean);
	const groups = (headers.get("x-auth-groups") ?? "").split(",").filter(Boolean);
	const claims = claimsIn(headers.get("x-auth-claims"));
	// An access key gives tokens only. One that came by a cookie all the same is limited as a token of it is.
	const accessKeyId = headers.get("x-auth-access-key-id");
	const scope = headers.get("x-auth-scope");
	const scopes = scope === null ? null : readScopes(scope);
	if (scope !== null && scopes === null) throw unavailable("The check names scopes that no key has.");
	return deepFreeze({
		userId,
		role,
		sessionId,
		kind: "cookie",
		authenticatedAt,
		acr,
		amr,
		groups,
		accessKeyId,
		scopes,
		claims,
	});
}

/** Those that a token of the user would have: JSON in base64url. */
function claimsIn(header: string | null): Record<string, unknown> {
	if (header === null) return {};
	try {
		const bytes = Uint8Array.from(atob(header.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
			letter.charCodeAt(0),
		);
		return Object(JSON.parse(new TextDecoder().decode(bytes))) as Record<string, unknown>;
	} catch (cause) {
		throw unavailable(cause);
	}
}

/** Only an error response in the format of the service counts: one of a proxy says nothing about a session. */
function refusalIn(
	{ status, headers, text }: ServiceResponse,
	refusals: Refusals,
	demand: ReadDemand,
): VerifyError {
	const { code, csrf } = parse(text);
	if (status === 401 && code === "insufficient_user_authentication") return refusals.notEnough(demand);
	if (status === 403 && code === "insufficient_scope") return refusals.outOfScope(demand);
	if ((status === 401 || status === 403) && isVerifyErrorCode(code)) {
		return refusals.cookie(code, { csrf: typeof csrf === "string" ? csrf : undefined });
	}
	const seconds = Number(headers.get("retry-after"));
	return unavailable(
		`The check answered ${status}.`,
		Number.isInteger(seconds) && seconds > 0 ? seconds : undefined,
	);
}

function parse(text: string): { code?: unknown; csrf?: unknown } {
	try {
		return Object(JSON.parse(text)) as object;
	} catch {
		return {};
	}
}
