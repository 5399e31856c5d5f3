import type { Clock } from "./clock.ts";
import { type FetchService, fetchObject, maxAgeOf } from "./fetch-service.ts";
import { createFreshCopy, type FreshCopy } from "./fresh-copy.ts";

/** Where the service publishes what a verifier needs (RFC 8414, but at `{issuer}/.well-known/…`). */
export interface Metadata {
	jwksUri: string;
	/** Prefix of every status list. */
	statusEndpoint: string;
	checkEndpoint: string;
}

const LIMIT = 65_536;
const LEAST_FRESH_FOR = 60_000;

export function createMetadata(dependencies: {
	issuer: string;
	fetchService: FetchService;
	clock: Clock;
	report: (cause: unknown) => void;
}): FreshCopy<Metadata> {
	const { issuer, fetchService, clock, report } = dependencies;
	return createFreshCopy({
		clock,
		report,
		async load() {
			const url = `${issuer}/.well-known/oauth-authorization-server`;
			const { body, headers } = await fetchObject(fetchService, url, LIMIT);
			// In an outage, old addresses are still good.
			return {
				value: readMetadata(body, issuer),
				freshFor: Math.max(maxAgeOf(headers), LEAST_FRESH_FOR),
				usableFor: Number.POSITIVE_INFINITY,
			};
		},
	});
}

export function readMetadata(body: Record<string, unknown>, issuer: string): Metadata {
	if (body.issuer !== issuer) {
		throw new Error(`The metadata are those of ${String(body.issuer)}, not of ${issuer}.`);
	}
	const address = (name: string): string => {
		const value = body[name];
		// Resolved first, because of paths such as `…/../`.
		if (typeof value !== "string" || !value.startsWith(`${issuer}/`) || new URL(value).href !== value) {
			throw new Error(`${name} of the metadata is no address below ${issuer}.`);
		}
		return value;
	};
	return {
		jwksUri: address("jwks_uri"),
		statusEndpoint: address("status_list_aggregation_endpoint"),
		checkEndpoint: address("credential_check_endpoint"),
	};
}
