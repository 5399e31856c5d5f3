import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "./connection.ts";
import { createClient } from "./create-client.ts";
import { trustOrigins } from "./trusted-origins.ts";

const mayCarry = trustOrigins([
	"https://login.example/analytics",
	"https://api.example",
	"http://localhost:8400",
]);

const urls = [
	{ url: "https://login.example/analytics/api/auth/session", carried: true },
	{ url: "https://login.example/elsewhere", carried: true },
	{ url: "https://LOGIN.example:443/", carried: true },
	{ url: "https://api.example/insights?q=1", carried: true },
	{ url: "http://localhost:8400/", carried: true },
	{ url: "http://api.example/", carried: false },
	{ url: "https://api.example:8443/", carried: false },
	{ url: "https://api.example.evil.example/", carried: false },
	{ url: "https://evil.example/api.example", carried: false },
	{ url: "https://api.example@evil.example/", carried: false },
	{ url: "https://api.example\\@evil.example/", carried: true },
	{ url: "https://evil.example\\@api.example/", carried: false },
	{ url: "https://api.example.", carried: false },
	{ url: "https://www.api.example/", carried: false },
	{ url: "http://localhost:8401/", carried: false },
	{ url: "blob:https://api.example/0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47", carried: false },
	{ url: "data:text/plain,api.example", carried: false },
];
for (const { url, carried } of urls) {
	test(`${url} ${carried ? "gets" : "never sees"} the credential`, () => {
		assert.equal(mayCarry(new URL(url)), carried);
	});
}

for (const origin of [
	"http://api.example",
	"http://10.0.0.7:8400",
	"http://localhost.evil.example",
	"ftp://localhost",
]) {
	test(`${origin} is refused, unless plain http is allowed`, () => {
		assert.throws(() => trustOrigins([origin]), TypeError);
		if (origin.startsWith("http:")) assert.ok(trustOrigins([origin], true)(new URL(origin)));
	});
}

for (const origin of [
	"http://localhost",
	"http://127.0.0.1:8400",
	"http://127.8.9.1",
	"http://[::1]:8400",
	"http://app.localhost",
]) {
	test(`${origin} never leaves the machine`, () => {
		assert.ok(trustOrigins([origin])(new URL(origin)));
	});
}

const withoutScheme = {
	"localhost:8400": "http://localhost:8400",
	localhost: "http://localhost",
	"127.0.0.1:8400/analytics": "http://127.0.0.1:8400/analytics",
	"[::1]:8400": "http://[::1]:8400",
	"login.example": "https://login.example",
	"login.example:8443": "https://login.example:8443",
};
for (const [typed, meant] of Object.entries(withoutScheme)) {
	test(`${typed} lacks its scheme`, () => {
		const error = { name: "TypeError", message: `Write the scheme too: ${meant}` };
		assert.throws(() => trustOrigins([typed]), error);
		assert.throws(() => connect({ baseUrl: typed }), error);
		assert.throws(() => createClient({ baseUrl: typed }), error);
	});
}

test("a path is no address without its scheme: pages connect to their own origin", () => {
	for (const baseUrl of ["", "/analytics", "https://login.example"]) assert.ok(connect({ baseUrl }));
});

test("a text that is no address is refused at once", () => {
	for (const origin of ["*", "null", "api.example"]) assert.throws(() => trustOrigins([origin]), TypeError);
});
