import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrder, type ListedKey, standingOf, untilEnd } from "./key-standing.ts";

const now = Date.parse("2026-11-24T12:00:00Z");
const DAY = 24 * 60 * 60_000;
const at = (days: number) => new Date(now + days * DAY).toISOString();

const key = (id: string, more: Partial<ListedKey> = {}): ListedKey => ({
	id,
	name: id,
	hint: "ab12",
	csrf: "k1.abc",
	role: "user",
	scopes: [],
	addresses: [],
	state: "active",
	createdAt: at(-1),
	expiresAt: at(89),
	endedAt: null,
	endReason: null,
	lastUsedAt: null,
	lastUsedAddress: null,
	replacedBy: null,
	liveSessions: 0,
	...more,
});

const unused = key("unused");
const used = key("used", { lastUsedAt: at(0) });
const ended = key("ended", { state: "ended", endReason: "by_admin", endedAt: at(0) });
const all = [unused, used, ended];

for (const [what, more, standing] of [
	["that lives for long", {}, "active"],
	["that ends in 14 days", { expiresAt: at(14) }, "expiring"],
	["whose end has come", { state: "expired", expiresAt: at(-1) }, "expired"],
	["whose new key was not used", { replacedBy: "unused", expiresAt: at(1) }, "waiting"],
	["whose new key was used", { replacedBy: "used", expiresAt: at(1) }, "succeeded"],
	["whose new key has ended unused", { replacedBy: "ended", expiresAt: at(1) }, "succeeded"],
	["whose new key is not listed", { replacedBy: "gone", expiresAt: at(1) }, "succeeded"],
	["that was rotated days ago", { state: "expired", replacedBy: "used", expiresAt: at(-1) }, "rotated"],
	["that a finder ended", { state: "ended", endReason: "leaked", endedAt: at(0) }, "leaked"],
] as const)
	test(`a key ${what} is ${standing}`, () => {
		assert.equal(standingOf(key("this", more), all, now), standing);
	});

test("keys that log in come before those that have ended", () => {
	assert.deepEqual(
		inOrder([ended, unused, used]).map(({ id }) => id),
		["unused", "used", "ended"],
	);
});

for (const [days, words] of [
	[90, "in 90 days"],
	[11.9, "in 12 days"],
	[1, "in 1 day"],
	[0.5, "in 12 hours"],
] as const)
	test(`an end that is ${days} days away is ${words}`, () => {
		assert.equal(untilEnd(at(days), now), words);
	});
