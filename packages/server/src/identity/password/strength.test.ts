import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../../../test/support/interleave.ts";
import { createPasswordStrength } from "./strength.ts";
import type { StrengthQuestion } from "./strength-worker.ts";

const question: StrengthQuestion = { password: "tangerine moped dusty", context: [] };

const threads = () => process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;

test("the thread ends when it has nothing to do, and starts again with the next question", async () => {
	const strength = createPasswordStrength({ rest: 0 });
	const before = threads();
	for (let round = 0; round < 2; round++) {
		assert.ok((await strength.guesses(question, "ada")) > 11);
		await eventually(async () => threads() === before);
	}
	await strength.close();
});

test("a thread that dies fails the question that it had, and none after it", async () => {
	const strength = createPasswordStrength();
	// Not what the thread takes: it throws.
	const broken = { password: null, context: [] } as unknown as StrengthQuestion;
	await assert.rejects(strength.guesses(broken, "ada"), TypeError);
	assert.ok((await strength.guesses(question, "ada")) > 11);
	await strength.close();
});

test("a user whose questions fill the queue holds up no other user", async () => {
	const strength = createPasswordStrength();
	const many = Array.from({ length: 40 }, () => strength.guesses(question, "eve"));
	const answered: string[] = [];
	const ofEve = Promise.allSettled(many).then((all) => {
		answered.push("eve");
		return all.filter(({ status }) => status === "rejected").length;
	});
	assert.ok((await strength.guesses(question, "ada")) > 11);
	answered.push("ada");
	assert.ok((await ofEve) > 0, "the queue was not full");
	assert.deepEqual(answered, ["ada", "eve"]);
	await strength.close();
});
