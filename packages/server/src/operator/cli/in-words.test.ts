import assert from "node:assert/strict";
import { test } from "node:test";
import { detailsInWords } from "./in-words.ts";

test("details of events are words, and what is not known is left out", () => {
	const cases = [
		[{ reason: "wrong_password", known: null, failures: 3 }, "reason: wrong password, failures: 3"],
		[{ known: false, amr: ["pwd", "otp"] }, "known client: no, proven by: pwd + otp"],
		[{ members: ["displayName", "email"], groups: [] }, "members: display name + email"],
		[{ username: "a_b", code: "csrf_missing" }, "username: a_b, code: csrf_missing"],
		[{}, ""],
	] as const;
	for (const [detail, text] of cases) assert.equal(detailsInWords(detail), text);
});
