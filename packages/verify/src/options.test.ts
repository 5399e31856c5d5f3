import assert from "node:assert/strict";
import { it } from "node:test";
import type { VerifierOptions } from "./options.ts";
import { createVerifier } from "./verifier.ts";

const issuer = "https://login.example";

const good: VerifierOptions[] = [
	{ issuer },
	{ issuer: "https://host.example/tools/login" },
	{ issuer: "http://localhost:8400" },
	{ issuer: "http://127.0.0.1:8400/analytics" },
	{ issuer: "http://[::1]:8400" },
	{ issuer: "http://login.internal", allowInsecureIssuer: true },
];

for (const options of good) {
	it(`takes ${JSON.stringify(options)}`, () => createVerifier(options).close());
}

const bad: Record<string, VerifierOptions> = {
	"an issuer with a slash at the end": { issuer: `${issuer}/` },
	"a path with a slash at the end": { issuer: `${issuer}/analytics/` },
	"a query": { issuer: `${issuer}?a=b` },
	"a fragment": { issuer: `${issuer}#a` },
	"a password": { issuer: "https://a:b@login.example" },
	"capitals in the host": { issuer: "https://Login.Example" },
	"the usual port": { issuer: "https://login.example:443" },
	"plain http elsewhere": { issuer: "http://login.example" },
	"plain http of a host that begins like this machine": { issuer: "http://127.0.0.1.evil.example" },
	"plain http of a host that begins like localhost": { issuer: "http://localhost.evil.example" },
	"another scheme": { issuer: "file:///etc", allowInsecureIssuer: true },
	"no address": { issuer: "login.example" },
	"a cookie cache for too long": { issuer, cookieCache: { ttl: 5001 } },
	"a bound that cannot be kept": { issuer, revocationBound: 1000 },
	"no number": { issuer, staleFor: Number.NaN },
	"an unknown way to fail": { issuer, whenUnreachable: "open" as "accept" },
};

for (const [name, options] of Object.entries(bad)) {
	it(`refuses ${name}`, () => assert.throws(() => createVerifier(options), TypeError));
}

for (const [typed, meant] of [
	["localhost:8400", "http://localhost:8400"],
	["127.0.0.1:8400/analytics", "http://127.0.0.1:8400/analytics"],
	["login.example", "https://login.example"],
	["login.example:8443", "https://login.example:8443"],
] as const) {
	it(`says that ${typed} lacks its scheme`, () => {
		const message = `issuer: write the scheme too: ${meant}`;
		assert.throws(() => createVerifier({ issuer: typed }), { name: "TypeError", message });
	});
}
