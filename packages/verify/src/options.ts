import { type Clock, type Schedule, systemSchedule } from "./clock.ts";
import { createWarn } from "./warn.ts";

/** All times are in milliseconds. */
export interface VerifierOptions {
	/** The base URL of the service, exactly as in the claim `iss` of its tokens, without a slash at the end. */
	issuer: string;
	/** The claim `aud` that tokens must have. Default: the issuer. */
	audience?: string | undefined;
	/** Whether unsafe requests with a cookie need the CSRF token of their session. Default: true. */
	csrf?: boolean | undefined;
	/** Caches the result for a cookie for `ttl` (at most 5000), for safe requests. Default: no cache. */
	cookieCache?: { ttl: number; max?: number | undefined } | undefined;
	/** The longest time from a logout to the refusal of its token, while the service is reachable; 3000 to 60,000. Default: 10,000. */
	revocationBound?: number | undefined;
	/** The oldest usable status list while the service is unavailable. Default: 60,000. */
	staleFor?: number | undefined;
	/** What happens to tokens after that: refuse with 503, or accept unless known to be revoked. Default: refuse. */
	whenUnreachable?: "refuse" | "accept" | undefined;
	/** How many verified tokens are cached; 0: none. Default: 10,000. */
	tokenCache?: number | undefined;
	/** Timeout of requests to the service. Default: 3000. */
	timeout?: number | undefined;
	/** Allows plain http for an issuer on another machine. Default: false. */
	allowInsecureIssuer?: boolean | undefined;
	/** Called when a request to the service failed, its response made no sense, or its tokens are for another audience; for a log. Default: a warning, once for each message. */
	report?: ((cause: unknown) => void) | undefined;
	/** For requests to the service. Default: the runtime's fetch. */
	fetch?: typeof globalThis.fetch | undefined;
	clock?: Clock | undefined;
	schedule?: Schedule | undefined;
	/** 0 to 1. */
	random?: (() => number) | undefined;
}

/** The service may respond from a cache for a second; requested documents must be that much younger. */
const SERVICE_MEMORY = 1000;

/** Adds the defaults; throws a TypeError that names the mistake. */
export function readOptions(options: VerifierOptions) {
	const { issuer, whenUnreachable = "refuse", cookieCache, revocationBound = 10_000 } = options;
	const { staleFor = 60_000, timeout = 3000, tokenCache = 10_000, report = createWarn(issuer) } = options;
	requireIssuer(issuer, options.allowInsecureIssuer ?? false);
	if (whenUnreachable !== "refuse" && whenUnreachable !== "accept") {
		throw new TypeError('whenUnreachable is "refuse" or "accept".');
	}
	requireNumber("cookieCache.ttl", cookieCache?.ttl ?? 0, 0, 5000);
	requireNumber("cookieCache.max", cookieCache?.max ?? 1000, 1, 1_000_000);
	requireNumber("revocationBound", revocationBound, 3000, 60_000);
	requireNumber("staleFor", staleFor, 0, 86_400_000);
	requireNumber("timeout", timeout, 1, 60_000);
	requireNumber("tokenCache", tokenCache, 0, 1_000_000);
	return {
		issuer,
		audience: options.audience ?? issuer,
		csrf: options.csrf ?? true,
		cookieCache: { ttl: cookieCache?.ttl ?? 0, max: cookieCache?.max ?? 1000 },
		maximumAge: revocationBound - SERVICE_MEMORY,
		staleFor: whenUnreachable === "accept" ? Number.POSITIVE_INFINITY : staleFor,
		tokenCache,
		timeout,
		report(cause: unknown) {
			try {
				report(cause);
			} catch {
				// A failing log must not break verification.
			}
		},
		fetch: options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request)),
		clock: options.clock ?? (() => Date.now()),
		schedule: options.schedule ?? systemSchedule,
		random: options.random ?? (() => Math.random()),
	};
}

function requireIssuer(issuer: string, allowInsecure: boolean): void {
	if (/^(\[|[^/:]+(:\d|\/|$))/.test(issuer)) {
		const scheme = /^(localhost|127\.|\[::1)/.test(issuer) ? "http" : "https";
		throw new TypeError(`issuer: write the scheme too: ${scheme}://${issuer}`);
	}
	const url = new URL(issuer);
	const normal = `${url.origin}${url.pathname === "/" ? "" : url.pathname}`;
	if (issuer !== normal || issuer.endsWith("/"))
		throw new TypeError(`issuer: write it as ${normal.replace(/\/+$/, "")}`);
	const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
	if (url.protocol !== "https:" && !(url.protocol === "http:" && (loopback || allowInsecure))) {
		throw new TypeError(
			"issuer: use https, or http on this machine: anything else can be read and changed in transit.",
		);
	}
}

function requireNumber(name: string, value: number, least: number, most: number): void {
	if (!(value >= least && value <= most))
		throw new TypeError(`${name} must be a number from ${least} to ${most}.`);
}
