/**
 * The key set and the metadata, with which the APIs behind the login verify tokens.
 *
 * Owns the operations; platform/keys/ owns the keys: next (published) → active (signs) → retired (still verifies) → removed.
 */
import { facts } from "../../platform/http/route.ts";
import type { App } from "../../platform/http/server.ts";
import { JWKS_MAX_AGE } from "../../platform/keys/rotate-signing-key.ts";
import type { SigningKeys } from "../../platform/keys/signing-keys.ts";

const JwkSet = {
	type: "object",
	required: ["keys"],
	properties: {
		keys: {
			type: "array",
			items: {
				type: "object",
				description: "A public key: kty, kid, alg, use and the numbers of its kind (RFC 7518 section 6).",
				additionalProperties: { type: "string" },
			},
			description: "Keys that sign, will sign, or have signed tokens that may still live.",
		},
	},
	title: "JwkSet",
	additionalProperties: false,
	description: "The public keys that tokens verify under (RFC 7517).",
} as const;

const Metadata = {
	type: "object",
	required: [
		"issuer",
		"jwks_uri",
		"response_types_supported",
		"grant_types_supported",
		"service_documentation",
		"login_endpoint",
		"status_list_aggregation_endpoint",
		"credential_check_endpoint",
		"token_signing_alg_values_supported",
	],
	properties: {
		issuer: { type: "string", format: "uri", description: "The claim iss of every token." },
		jwks_uri: { type: "string", format: "uri", description: "Where the public keys are." },
		response_types_supported: {
			type: "array",
			items: { type: "string" },
			description: "None: this is no OAuth flow.",
		},
		grant_types_supported: { type: "array", items: { type: "string" }, description: "None, as above." },
		service_documentation: { type: "string", format: "uri", description: "The contract, to read." },
		login_endpoint: { type: "string", format: "uri", description: "POST a username and a password there." },
		status_list_aggregation_endpoint: {
			type: "string",
			format: "uri",
			description: "Where the addresses of all status lists are.",
		},
		credential_check_endpoint: {
			type: "string",
			format: "uri",
			description: "GET it with the credential of a caller: who it is, or 401.",
		},
		token_signing_alg_values_supported: {
			type: "array",
			items: { type: "string" },
			description: "Algorithms of the published keys.",
			examples: [["ES256"]],
		},
	},
	title: "ServerMetadata",
	additionalProperties: false,
	description: "What a verifier needs to know of this service (RFC 8414).",
} as const;

export function tokenRoutes(app: App, { keys, baseUrl }: { keys: SigningKeys; baseUrl: string }): void {
	app.get(
		"/.well-known/jwks.json",
		{
			schema: {
				operationId: "getJwks",
				summary: "Public signing keys",
				tags: ["Verification"],
				response: { 200: JwkSet },
				...facts("public", [], ["Cache-Control"]),
			},
		},
		async (_request, reply) => {
			reply.header("cache-control", `public, max-age=${JWKS_MAX_AGE / 1000}`);
			return { keys: (await keys.published()) as Array<Record<string, string>> };
		},
	);

	app.get(
		"/.well-known/oauth-authorization-server",
		{
			schema: {
				operationId: "getMetadata",
				summary: "Server metadata",
				tags: ["Verification"],
				response: { 200: Metadata },
				...facts("public", [], ["Cache-Control"]),
			},
		},
		async (_request, reply) => {
			reply.header("cache-control", "public, max-age=300");
			return {
				issuer: baseUrl,
				jwks_uri: `${baseUrl}/.well-known/jwks.json`,
				response_types_supported: [],
				grant_types_supported: [],
				service_documentation: `${baseUrl}/docs`,
				login_endpoint: `${baseUrl}/api/auth/login`,
				status_list_aggregation_endpoint: `${baseUrl}/api/auth/status`,
				credential_check_endpoint: `${baseUrl}/api/auth/check`,
				token_signing_alg_values_supported: [...new Set((await keys.published()).map(({ alg }) => alg))],
			};
		},
	);
}
