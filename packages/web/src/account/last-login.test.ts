import assert from "node:assert/strict";
import { test } from "node:test";
import { dateTime } from "../when.ts";
import { lastLoginWords } from "./last-login.ts";

const at = "2026-11-21T10:15:00Z";
const address = "192.0.2.7";

test("the last login is shown with its time and its address", () => {
	const words = lastLoginWords({ at, address, failedSince: 0 });
	assert.deepEqual(words, { login: `Last login ${dateTime(at)} from 192.0.2.7.`, failures: null });
});

test("an address that is not known is left out", () => {
	assert.equal(lastLoginWords({ at, address: null, failedSince: 0 }).login, `Last login ${dateTime(at)}.`);
});

for (const [failedSince, failures] of [
	[1, "1 failed attempt to log in as you since then."],
	[3, "3 failed attempts to log in as you since then."],
	[12_345, "12,345 failed attempts to log in as you since then."],
] as const) {
	test(`${failedSince} failed since`, () => {
		assert.equal(lastLoginWords({ at, address, failedSince }).failures, failures);
	});
}

test("the first login is shown as such", () => {
	assert.deepEqual(lastLoginWords(null), { login: "This is your first login.", failures: null });
});
