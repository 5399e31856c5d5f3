import assert from "node:assert/strict";
import { test } from "node:test";
import { dateTime, timeFromNow } from "./when.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const cases = [
	["2026-11-21T11:59:50Z", "this minute"],
	["2026-11-21T11:57:00Z", "3 minutes ago"],
	["2026-11-21T09:00:00Z", "3 hours ago"],
	["2026-11-20T10:00:00Z", "yesterday"],
	["2026-11-21T23:00:00Z", "in 11 hours"],
] as const;

for (const [iso, text] of cases) test(`${iso} is ${text}`, () => assert.equal(timeFromNow(iso, now), text));

test("long ago is a date, and nonsense is shown as it came", () => {
	assert.match(timeFromNow("2026-01-02T12:00:00Z", now), /2 Jan 2026/);
	assert.equal(dateTime("nonsense"), "nonsense");
});
