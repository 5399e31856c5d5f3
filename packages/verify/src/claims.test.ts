/** How the claims of an access key are read: a program must never be taken for a person, or for one without limits. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { inspect } from "node:util";
import { readClaims } from "./claims.ts";

const issuer = "https://login.example";
const statusEndpoint = `${issuer}/api/auth/status`;
const now = 1_800_000_000;
const ofPerson = {
	iss: issuer,
	aud: issuer,
	sub: "a6f2",
	sid: "b7c3",
	jti: "c8d4",
	role: "user",
	iat: now,
	nbf: now,
	exp: now + 3600,
	auth_time: now,
	amr: ["pwd"],
	status: { status_list: { uri: `${statusEndpoint}/list`, idx: 7 } },
};
const ofKey = { ...ofPerson, access_key: "d9e5", amr: ["key"], acr: "0" };

const principalOf = (claims: object) =>
	readClaims({ ...claims }, { issuer, audience: issuer, statusEndpoint })?.principal;

it("A token of a person names no access key and no scopes", () => {
	const { accessKeyId, scopes, acr } = principalOf(ofPerson) ?? {};
	assert.deepEqual([accessKeyId, scopes, acr], [null, null, "aal1"]);
});

it("A token of a key without scopes names the key, which is limited to nothing", () => {
	const { accessKeyId, scopes, acr, amr } = principalOf(ofKey) ?? {};
	assert.deepEqual([accessKeyId, scopes, acr, amr], ["d9e5", null, "0", ["key"]]);
});

it("A token of a key with scopes has them as a list, which no handler can change", () => {
	const { scopes } = principalOf({ ...ofKey, scope: "reports:read reports:write" }) ?? {};
	assert.deepEqual(scopes, ["reports:read", "reports:write"]);
	assert.throws(() => (scopes as string[]).push("reports:delete"), TypeError);
});

it("The claims of a key do not show up among those of the user", () => {
	const { claims } = principalOf({ ...ofKey, scope: "reports:read", department: "R&D" }) ?? {};
	assert.deepEqual(claims, { department: "R&D" });
});

it("A token with a scope and no key is limited all the same", () => {
	const { accessKeyId, scopes } = principalOf({ ...ofPerson, scope: "reports:read" }) ?? {};
	assert.deepEqual([accessKeyId, scopes], [null, ["reports:read"]]);
});

for (const [sign, claims] of Object.entries({
	"the claim access_key": { access_key: "d9e5" },
	"amr with key": { amr: ["key"] },
	both: { access_key: "d9e5", amr: ["key"] },
}))
	it(`A token without acr has no level if a program is known by ${sign}`, () => {
		assert.equal(principalOf({ ...ofPerson, ...claims })?.acr, "0");
	});

for (const accessKey of [null, "", 1, true, ["d9e5"], { id: "d9e5" }])
	it(`A token is none of ours if its access_key is ${inspect(accessKey)}`, () => {
		assert.equal(principalOf({ ...ofKey, access_key: accessKey }), undefined);
	});

for (const name of ["sub", "sid", "jti", "role"])
	for (const value of [undefined, "", 7])
		it(`A token is none of ours if its ${name} is ${inspect(value)}`, () => {
			assert.equal(principalOf({ ...ofPerson, [name]: value }), undefined);
		});

const unreadable = [
	null,
	"",
	" ",
	"a  b",
	" a",
	"a ",
	"a\tb",
	'a"b',
	"a\\b",
	"ä",
	1,
	true,
	["a"],
	{ a: true },
];
for (const scope of unreadable)
	it(`A token is none of ours if its scope is ${inspect(scope)}`, () => {
		assert.equal(principalOf({ ...ofKey, scope }), undefined);
	});
