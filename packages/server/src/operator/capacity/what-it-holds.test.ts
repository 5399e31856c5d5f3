import assert from "node:assert/strict";
import { it } from "node:test";
import { whatItHolds } from "./what-it-holds.ts";

const limits = { hashQueue: 256, hashDeadline: 2000, addressFailures: 100, failureWindow: 900_000 };

it("turns rates into logins, users and attackers", () => {
	assert.deepEqual(whatItHolds({ hashes: 100, threads: 2, checks: 8000 }, limits), {
		loginsPerSecond: 100,
		loginsPerHour: 360_000,
		usersByLogins: 1_800_000,
		usersAtOnce: 40_000,
		loginsAtOnce: 202,
		guessesPerSecond: 100,
		addressesToFill: 900,
	});
});

it("counts no more waiting logins than the queue holds", () => {
	const { loginsAtOnce } = whatItHolds({ hashes: 1000, threads: 8, checks: 8000 }, limits);
	assert.equal(loginsAtOnce, 264);
});
