import assert from "node:assert/strict";
import { test } from "node:test";
import { characters, newPasswordMistake } from "./new-password.ts";

test("a new password is long enough by its characters, not by its bytes", () => {
	assert.equal(characters("🦉🦉🦉"), 3);
	assert.equal(newPasswordMistake("🦉".repeat(14), "🦉".repeat(14), 15), "short");
	assert.equal(newPasswordMistake("🦉".repeat(15), "🦉".repeat(15), 15), null);
});

test("the repetition must be the same to the last space", () => {
	assert.equal(newPasswordMistake("correct horse battery", "correct horse battery ", 15), "different");
	assert.equal(newPasswordMistake("correct horse battery", "correct horse battery", 15), null);
});
