/**
 * Access tokens: what the APIs behind the login verify.
 *
 * Owns the signing keys and their life: next (published) → active (signs) → retired (still verifies) → removed; and
 * how tokens are issued and verified.
 */
import { Type } from "typebox";
import { facts } from "../http/route.ts";
import type { App } from "../http/server.ts";
import { JWKS_MAX_AGE } from "./rotate-signing-key.ts";
import type { SigningKeys } from "./signing-keys.ts";

const JwkSet = Type.Object(
	{ keys: Type.Array(Type.Record(Type.String(), Type.String())) },
	{ title: "JwkSet", additionalProperties: false, description: "RFC 7517" },
);

const Metadata = Type.Object(
	{
		issuer: Type.String(),
		jwks_uri: Type.String(),
		response_types_supported: Type.Array(Type.String()),
		grant_types_supported: Type.Array(Type.String()),
		service_documentation: Type.String(),
		login_endpoint: Type.String({ description: "POST a username and a password there." }),
		token_signing_alg_values_supported: Type.Array(Type.String()),
	},
	{ title: "ServerMetadata", additionalProperties: false, description: "RFC 8414" },
);

export function tokenRoutes(app: App, { keys, baseUrl }: { keys: SigningKeys; baseUrl: string }): void {
	app.get(
		"/.well-known/jwks.json",
		{
			schema: {
				operationId: "getJwks",
				summary: "Public signing keys",
				tags: ["Verification"],
				response: { 200: JwkSet },
				...facts("public"),
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
				...facts("public"),
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
				token_signing_alg_values_supported: [
					...new Set((await keys.published()).map((key) => key.alg ?? "")),
				],
			};
		},
	);
}
