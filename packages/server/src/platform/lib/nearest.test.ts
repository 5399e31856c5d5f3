import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "./nearest.ts";

test("a word with a slip, or without its end, is found, and one that is another word is not", () => {
	const known = ["user", "session", "event", "setup-link", "list", "remove"];
	for (const [typed, meant] of [
		["usr", "user"],
		["users", "user"],
		["sesion", "session"],
		["evnet", "event"],
		["setuplink", "setup-link"],
		["lsit", "list"],
		["sess", "session"],
		["se", null],
		["delete", null],
		["test", null],
		["", null],
	] as const)
		assert.equal(nearest(typed, known), meant, typed);
});
