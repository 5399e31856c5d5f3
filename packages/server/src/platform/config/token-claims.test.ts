import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadConfig } from "./config.ts";

const claimsOf = (SALLYPORT_TOKEN_CLAIMS: string) => loadConfig({ SALLYPORT_TOKEN_CLAIMS }).tokenClaims;

describe("SALLYPORT_TOKEN_CLAIMS", () => {
	it("is an allowlist, empty unless set", () => {
		assert.deepEqual(loadConfig({}).tokenClaims, []);
		assert.deepEqual(claimsOf(" groups, email ,department,groups,"), ["groups", "email", "department"]);
		assert.deepEqual(claimsOf("preferred_username,name"), ["preferred_username", "name"]);
	});

	const registered = [
		"iss",
		"sub",
		"exp",
		"jti",
		"sid",
		"auth_time",
		"acr",
		"amr",
		"status",
		"scope",
		"roles",
	];
	for (const name of [
		...registered,
		"client_id",
		"cnf",
		"act",
		"email_verified",
		"given_name",
		"role",
		"access_key",
	])
		it(`stops the start with one line that names ${name}, which has a meaning of its own`, () => {
			const line = `SALLYPORT_TOKEN_CLAIMS: "${name}" has a meaning of its own in tokens; give the attribute another name.`;
			assert.throws(() => claimsOf(`groups,${name}`), { name: "ConfigError", mistakes: [line] });
		});

	for (const name of ["Department", "__proto__", "a-b", "department role", "x".repeat(33), "*"])
		it(`stops the start with one line for ${name}, which no attribute is called`, () => {
			assert.throws(() => claimsOf(name), { name: "ConfigError", message: /no name of an attribute\.$/ });
		});
});
