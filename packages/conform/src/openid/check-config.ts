/** The plan Config OP: what the metadata say (OpenID Connect Discovery 1.0). */
import { describe, expect } from "../response.ts";
import type { Check } from "../visit.ts";

const PRIVATE_PARTS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

const listOf = (body: Record<string, unknown> | null, name: string): unknown[] => {
	const value = body?.[name];
	expect(Array.isArray(value) && value.length > 0, `${name} is missing, or no list`);
	return value;
};

export const configOp: Check[] = [
	{
		id: "oidcc-discovery-endpoint-verification",
		promise: "The metadata name the issuer, endpoints below it, and what each OpenID provider has.",
		section: "OpenID Connect Discovery 3",
		async run({ baseUrl, openid: { provider } }) {
			const response = await provider.metadata();
			const { body, headers } = response;
			expect(
				/^application\/json\b/.test(headers.get("content-type") ?? ""),
				`${describe(response)}: it is no JSON`,
			);
			expect(body?.issuer === provider.issuer, `the issuer is ${String(body?.issuer)}`);
			for (const name of ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"])
				await provider.endpoint(name);
			for (const [name, address] of Object.entries(body ?? {}))
				if (/_(endpoint|uri)$/.test(name))
					expect(String(address).startsWith(`${baseUrl}/`), `${name} is ${String(address)}`);
			const expected = {
				response_types_supported: "code",
				subject_types_supported: "public",
				id_token_signing_alg_values_supported: "RS256",
				grant_types_supported: "authorization_code",
				scopes_supported: "openid",
				claims_supported: "sub",
				token_endpoint_auth_methods_supported: "client_secret_basic",
				code_challenge_methods_supported: "S256",
			};
			for (const [name, value] of Object.entries(expected))
				expect(listOf(body, name).includes(value), `${name} lacks ${value}`);
			const scope = listOf(body, "scopes_supported").find((each) => !SCOPE.test(String(each)));
			expect(scope === undefined, "scopes_supported has one that is no scope");
		},
	},
	{
		id: "oidcc-discovery-jwks",
		promise: "The published keys are public ones, RS256 among them.",
		section: "OpenID Connect Discovery 3",
		async run({ openid: { provider } }) {
			const found = listOf((await provider.keys()).body, "keys") as Array<Record<string, unknown>>;
			for (const key of found) {
				const secret = PRIVATE_PARTS.find((name) => name in key);
				expect(secret === undefined, `a key shows its private member ${secret}`);
				for (const name of ["kty", "kid"]) expect(typeof key[name] === "string", `a key has no ${name}`);
				for (const name of ["n", "e", "x", "y"])
					expect(!(name in key) || /^[A-Za-z0-9_-]+$/.test(String(key[name])), `${name} is no base64url`);
			}
			expect(
				found.some(({ kty, alg }) => kty === "RSA" && alg === "RS256"),
				"there is no key for RS256",
			);
		},
	},
];
