import { bearerToken, isAccessKey, uncheckedToken } from "./bearer-token.ts";
import { type Demand, isEnough, isInScope, isMember, type ReadDemand, readDemand } from "./demand.ts";
import { createFetchService } from "./fetch-service.ts";
import { createKeys } from "./keys.ts";
import { createMetadata } from "./metadata.ts";
import { readOptions, type VerifierOptions } from "./options.ts";
import type { Principal } from "./principal.ts";
import { createRefusals } from "./refusals.ts";
import { hasTwoAuthorizations, headerOf, type RequestLike } from "./request.ts";
import { createOpenSigned } from "./signed-token.ts";
import { createStatusLists } from "./status-lists.ts";
import { createVerifyCookie } from "./verify-cookie.ts";
import { createVerifyToken } from "./verify-token.ts";

const KEY_AS_TOKEN = "This is an access key. Log in with it first, and send the token.";

export interface Verifier {
	/**
	 * The caller: by the bearer token, offline, or by the session cookie, with a request to the service. If Authorization is
	 * present, the cookie is ignored, even if the token is invalid. Rejects with a VerifyError, also if the caller is known
	 * and the `demand` is not met; with a TypeError for a `demand` that makes no sense.
	 */
	verify(request: RequestLike, demand?: Demand): Promise<Principal>;
	/** Stops background work. */
	close(): void;
}

/** Create one per issuer and keep it: it caches the keys and the status lists. It sends nothing before the first request. */
export function createVerifier(options: VerifierOptions): Verifier {
	const { issuer, audience, staleFor, clock, report, ...rest } = readOptions(options);
	const fetchService = createFetchService(rest);
	const refusals = createRefusals(issuer);
	const metadata = createMetadata({ issuer, fetchService, clock, report });
	const keys = createKeys({ metadata, fetchService, clock, report, staleFor });
	const limits = { maximumAge: rest.maximumAge, staleFor };
	const { schedule, random } = rest;
	const statusLists = createStatusLists({
		issuer,
		fetchService,
		openSigned: createOpenSigned(keys.findOfService),
		keys,
		clock,
		schedule,
		random,
		report,
		limits,
	});
	const tokens = createVerifyToken({
		issuer,
		audience,
		metadata,
		keys,
		openSigned: createOpenSigned(keys.find),
		statusLists,
		clock,
		refusals,
		report,
		cacheSize: rest.tokenCache,
	});
	const { csrf, cookieCache: cache } = rest;
	const verifyCookie = createVerifyCookie({
		issuer,
		metadata,
		fetchService,
		clock,
		report,
		refusals,
		csrf,
		cache,
	});

	async function identify(request: RequestLike, demand: ReadDemand): Promise<Principal> {
		const authorization = headerOf(request, "authorization");
		if (authorization === undefined) return verifyCookie(request, demand);
		if (hasTwoAuthorizations(request)) throw refusals.token("invalid_token");
		const remembered = tokens.fromMemory(uncheckedToken(authorization));
		if (remembered !== undefined) return remembered;
		const token = bearerToken(authorization);
		if (token === null) throw refusals.token("invalid_token");
		if (isAccessKey(token)) throw refusals.token("invalid_token", { message: KEY_AS_TOKEN });
		return tokens.verify(token);
	}

	return {
		async verify(request, given) {
			const demand = readDemand(given);
			const principal = await identify(request, demand);
			// For a cookie too: a service that knows of no step-up answers 204 all the same.
			if (!isEnough(principal, demand, clock())) throw refusals.notEnough(demand);
			if (!isInScope(principal, demand)) throw refusals.outOfScope(demand);
			if (!isMember(principal, demand)) throw refusals.noMember(demand);
			return principal;
		},
		close: statusLists.close,
	};
}
