import { type AskService, askForObject, maxAgeOf } from "./ask-service.ts";
import type { Clock } from "./clock.ts";
import { createFreshCopy, type FreshCopy } from "./fresh-copy.ts";

/** Where the service has what a verifier needs (RFC 8414, but the address: `{issuer}/.well-known/…` as the service serves it). */
export interface Metadata {
	jwksUri: string;
	/** Every status list is below it. */
	statusEndpoint: string;
	checkEndpoint: string;
}

const LIMIT = 65_536;
const LEAST_FRESH_FOR = 60_000;

export function createMetadata(dependencies: {
	issuer: string;
	ask: AskService;
	clock: Clock;
	report: (cause: unknown) => void;
}): FreshCopy<Metadata> {
	const { issuer, ask, clock, report } = dependencies;
	return createFreshCopy({
		clock,
		report,
		async load() {
			const url = `${issuer}/.well-known/oauth-authorization-server`;
			const { body, headers } = await askForObject(ask, url, LIMIT);
			// Addresses outlive an outage: what they lead to is what has to be reached.
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
		// Also what resolves to elsewhere, such as `…/../`, is not below the issuer.
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
