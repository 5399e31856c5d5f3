import assert from "node:assert/strict";
import { test } from "node:test";
import { dateTime } from "../when.ts";
import { lastLoginWords } from "./last-login.ts";

const at = "2026-11-21T10:15:00Z";
const address = "192.0.2.7";

test("the last login is shown with its time and its address", () => {
	const words = lastLoginWords({
		lastLogin: { at, address, failedSince: 0, stoppedAtSecondFactor: 0 },
		failedSince: 0,
	});
	assert.deepEqual(words, {
		login: `Last login ${dateTime(at)} from 192.0.2.7.`,
		failures: null,
		stopped: null,
	});
});

test("an address that is not known is left out", () => {
	const lastLogin = { at, address: null, failedSince: 0, stoppedAtSecondFactor: 0 };
	assert.equal(lastLoginWords({ lastLogin, failedSince: 0 }).login, `Last login ${dateTime(at)}.`);
});

for (const [before, since, failures] of [
	[1, 0, "1 failed attempt to log in as you since then."],
	[3, 0, "3 failed attempts to log in as you since then."],
	[12_345, 0, "12,345 failed attempts to log in as you since then."],
	[0, 1, "1 failed attempt since you logged in."],
	[1, 2, "1 failed attempt to log in as you since then. 2 failed attempts since you logged in."],
] as const) {
	test(`${before} failed between the last login and this one, ${since} since`, () => {
		const lastLogin = { at, address, failedSince: before, stoppedAtSecondFactor: 0 };
		assert.equal(lastLoginWords({ lastLogin, failedSince: since }).failures, failures);
	});
}

for (const [count, stopped] of [
	[0, null],
	[1, "1 login attempt had your correct password but failed at the second step."],
	[3, "3 login attempts had your correct password but failed at the second step."],
] as const) {
	test(`${count} logins that failed at the second step are shown apart from wrong passwords`, () => {
		const lastLogin = { at, address, failedSince: 0, stoppedAtSecondFactor: count };
		const words = lastLoginWords({ lastLogin, failedSince: 0 });
		assert.deepEqual([words.stopped, words.failures], [stopped, null]);
	});
}

test("the first login is shown as such, and what has failed since", () => {
	const login = "This is your first login.";
	assert.deepEqual(lastLoginWords({ lastLogin: null, failedSince: 0 }), {
		login,
		failures: null,
		stopped: null,
	});
	const failures = "3 failed attempts since you logged in.";
	assert.deepEqual(lastLoginWords({ lastLogin: null, failedSince: 3 }), { login, failures, stopped: null });
});
