import assert from "node:assert/strict";
import { test } from "node:test";
import { createOriginWarning } from "./warn-of-origin.ts";

function warnings(...origins: Array<string | undefined>): string[] {
	const lines: string[] = [];
	const warn = createOriginWarning({ warn: (_detail, message) => lines.push(message) });
	for (const origin of origins)
		warn({ "access-control-request-method": "POST", ...(origin === undefined ? {} : { origin }) });
	return lines;
}

test("one line for each origin names it and the setting", () => {
	const app = "https://app.example:8443";
	assert.deepEqual(warnings(app, "http://localhost:3000", app), [
		`A page of ${app} tried to call this service and may not. If it is yours, add ${app} to SALLYPORT_ALLOWED_ORIGINS.`,
		"A page of http://localhost:3000 tried to call this service and may not. If it is yours, add http://localhost:3000 to SALLYPORT_ALLOWED_ORIGINS.",
	]);
});

test("at most fifty origins are named", () => {
	const many = Array.from({ length: 60 }, (_, number) => `https://app${number}.example`);
	assert.equal(warnings(...many, ...many).length, 50);
});

for (const origin of [
	undefined,
	"null",
	"https://App.example",
	"https://a.example/path",
	"https://a.example\nx",
])
	test(`no line for what cannot be allowed: ${JSON.stringify(origin)}`, () =>
		assert.deepEqual(warnings(origin), []));

test("no line for a request that is no preflight", () => {
	const warn = createOriginWarning({ warn: () => assert.fail() });
	warn({ origin: "https://app.example" });
});
