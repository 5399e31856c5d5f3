import assert from "node:assert/strict";
import { test } from "node:test";
import { safeNext } from "./safe-next.ts";

const plain = "https://login.example";
const prefixed = "https://host.example/analytics";

test("a path of the service is where the user goes", () => {
	for (const next of ["/", "/account", "/docs?a=b%20c#part", "/insight/search?q=a//b"]) {
		assert.equal(safeNext(next, plain), next);
	}
	for (const next of ["/analytics", "/analytics/", "/analytics/docs", "/analytics/docs#x"]) {
		assert.equal(safeNext(next, prefixed), next);
	}
});

test("no address, and that of the login page itself, lead to the account page", () => {
	for (const next of [null, "", "/login", "/login?next=/login"])
		assert.equal(safeNext(next, plain), "/account");
	assert.equal(safeNext(null, prefixed), "/analytics/account");
});

test("the page that authenticates again is skipped: a user comes from there, or has just logged in", () => {
	assert.equal(safeNext("/reauthenticate", plain), "/account");
	assert.equal(safeNext("/reauthenticate?next=/docs?a=b", plain), "/docs?a=b");
	const nested = `/reauthenticate?next=${encodeURIComponent("/reauthenticate?next=/docs")}`;
	assert.equal(safeNext(nested, plain), "/docs");
	for (const next of ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"])
		assert.equal(safeNext(`/reauthenticate?next=${encodeURIComponent(next)}`, plain), "/account");
});

const elsewhere = [
	"//evil.example",
	"///evil.example",
	"/\\evil.example",
	"\\\\evil.example",
	"/a\\..\\..\\evil",
	"https:evil.example",
	"https://evil.example/account",
	"https://login.example/account",
	"http:/evil",
	"%2f%2fevil.example",
	"/%2f%2fevil.example",
	"/%2Fevil.example",
	"/%5cevil.example",
	"/%5C%5Cevil.example",
	"/%252f%252fevil.example",
	"/x/..//evil.example",
	"/.//evil.example",
	"/%2e/%2fevil.example",
	"/\t/evil.example",
	"/\n/evil.example",
	"/\r/evil.example",
	"\t//evil.example",
	" //evil.example",
	"/\u0000/evil.example",
	"/%00",
	"/%0d%0aSet-Cookie:x=y",
	"/%",
	"/%ff",
	"javascript:alert(1)",
	"JaVaScRiPt:alert(1)",
	"java\nscript:alert(1)",
	"data:text/html,x",
	"account",
	"@evil.example",
	"?next=/",
	`/${"a".repeat(3000)}`,
];

for (const next of elsewhere) {
	test(`next ${JSON.stringify(next.slice(0, 40))} leads to the account page`, () => {
		assert.equal(safeNext(next, plain), "/account");
		assert.equal(safeNext(next, prefixed), "/analytics/account");
	});
}

test("another prefix of the same host is another service", () => {
	for (const next of [
		"/",
		"/account",
		"/analytics2",
		"/analytics../x",
		"/analytics/../admin",
		"/analytics/%2e%2e/admin",
	]) {
		assert.equal(safeNext(next, prefixed), "/analytics/account");
	}
});
