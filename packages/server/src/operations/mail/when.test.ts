import assert from "node:assert/strict";
import { test } from "node:test";
import { when } from "./when.ts";

const rows = [
	["UTC", "en-GB", "24 November 2026 at 23:05 UTC"],
	["Europe/London", "en-GB", "24 November 2026 at 23:05 UTC"],
	["Europe/Berlin", "en-GB", "25 November 2026 at 00:05 CET (23:05 UTC)"],
	["Europe/Berlin", "de", "25. November 2026 um 00:05 MEZ (23:05 UTC)"],
	["America/New_York", "en-GB", "24 November 2026 at 18:05 GMT-5 (23:05 UTC)"],
] as const;

for (const [zone, locale, text] of rows)
	test(`a time in a mail names the zone of the service, and UTC: ${zone}, ${locale}`, () => {
		assert.equal(when(Date.UTC(2026, 10, 24, 23, 5), locale, zone), text);
	});
