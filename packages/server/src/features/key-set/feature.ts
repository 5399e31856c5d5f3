/**
 * The key set and the metadata, with which the APIs behind the login verify tokens.
 *
 * Two routes; platform/keys/ owns the keys: next (published) → active (signs) → retired (still verifies) → removed.
 */
import { acrValues } from "../../credentials/session/session.ts";
import type { Feature } from "../../platform/feature.ts";
import { JWKS_MAX_AGE } from "../../platform/keys/rotate-signing-key.ts";
import { closedObject, list, operation, text, texts } from "../../platform/openapi/operation.ts";
import type { Parts } from "../uses.ts";

const getJwks = operation({
	operationId: "getJwks",
	summary: "Public signing keys",
	tags: ["Verification"],
	response: {
		200: closedObject("JwkSet", "The public keys that tokens verify under (RFC 7517).", {
			keys: list("Keys that sign, will sign, or have signed tokens that may still live.", {
				type: "object",
				description: "A public key: kty, kid, alg, use and the numbers of its kind (RFC 7518 section 6).",
				additionalProperties: { type: "string" },
			}),
		}),
	},
	access: "public",
	responseHeaders: ["Cache-Control"],
});

const uri = (description: string) => text(description, { format: "uri" });

const always = {
	issuer: uri("The claim iss of every token."),
	jwks_uri: uri("Where the public keys are."),
	response_types_supported: texts("None: this is no OAuth flow."),
	grant_types_supported: texts("None, as above."),
	service_documentation: uri("The contract, to read."),
	login_endpoint: uri("POST a username and a password there."),
	status_list_aggregation_endpoint: uri("Where the addresses of all status lists are."),
	credential_check_endpoint: uri("GET it with the credential of a caller: who it is, or 401."),
	acr_values_supported: texts(
		"How strong an authentication can be, the weakest first: values of the claim acr.",
		{ examples: [["aal1", "aal2", "phr"]] },
	),
	token_signing_alg_values_supported: texts("Algorithms of the published keys.", { examples: [["ES256"]] }),
};

const getMetadata = operation({
	operationId: "getMetadata",
	summary: "Server metadata",
	tags: ["Verification"],
	response: {
		200: {
			...closedObject("ServerMetadata", "What a verifier needs to know of this service (RFC 8414).", {
				...always,
				token_claims_supported: texts(
					"Claims that tokens of this deployment may have besides; missing: none.",
					{ examples: [["groups", "email", "email_verified"]] },
				),
			}),
			required: Object.keys(always),
		},
	},
	access: "public",
	responseHeaders: ["Cache-Control"],
});

export function createKeySetFeature({ signingKeys, config }: Parts): Feature {
	const { baseUrl, tokenClaims } = config;
	const claims = tokenClaims.flatMap((name) => (name === "email" ? [name, "email_verified"] : [name]));
	return {
		name: "Verification",
		description: "What the APIs behind the login need to verify tokens.",
		routes(app) {
			app.get("/.well-known/jwks.json", { schema: getJwks }, async (_request, reply) => {
				reply.header("cache-control", `public, max-age=${JWKS_MAX_AGE / 1000}`);
				return { keys: (await signingKeys.published()) as Array<Record<string, string>> };
			});

			const metadata = { schema: getMetadata };
			app.get("/.well-known/oauth-authorization-server", metadata, async (_request, reply) => {
				reply.header("cache-control", "public, max-age=300");
				const keys = await signingKeys.published();
				return {
					issuer: baseUrl,
					jwks_uri: `${baseUrl}/.well-known/jwks.json`,
					response_types_supported: [],
					grant_types_supported: [],
					service_documentation: `${baseUrl}/docs`,
					login_endpoint: `${baseUrl}/api/auth/login`,
					status_list_aggregation_endpoint: `${baseUrl}/api/auth/status`,
					credential_check_endpoint: `${baseUrl}/api/auth/check`,
					acr_values_supported: [...acrValues],
					token_signing_alg_values_supported: [...new Set(keys.map(({ alg }) => alg))],
					...(claims.length === 0 ? {} : { token_claims_supported: claims }),
				};
			});
		},
	};
}
