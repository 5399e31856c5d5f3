import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { contradictions, type Step } from "../support/credential-history.ts";

const step = (act: Step["act"], accepted: boolean) => (began: number, answered: number) => {
	return { credential: "c", act, accepted, began, answered };
};
const accepted = step("use", true);
const refused = step("use", false);
const ended = step("end", true);
const endFailed = step("end", false);

describe("a history of a credential", () => {
	const possible: Record<string, Step[]> = {
		"never ended": [accepted(1, 2), accepted(3, 4)],
		"used before and refused after its end": [accepted(1, 2), ended(3, 4), refused(5, 6)],
		"used while it ended, and both answers are right": [ended(1, 6), accepted(2, 3), refused(4, 5)],
		"refused before the end was answered": [ended(1, 4), refused(2, 3)],
		"accepted after that of another answer, but begun before the end was answered": [
			ended(1, 3),
			accepted(2, 4),
		],
		"ended twice": [ended(1, 2), ended(3, 4), refused(5, 6)],
		"whose end was not answered as done, and it holds": [endFailed(1, 2), accepted(3, 4)],
		"whose end was not answered as done, and it is over": [endFailed(1, 2), refused(3, 4), refused(5, 6)],
	};
	for (const [what, history] of Object.entries(possible))
		it(`${what}: possible`, () => assert.deepEqual(contradictions(history), []));

	const impossible: Record<string, Step[]> = {
		"accepted after its end was answered": [ended(1, 2), accepted(3, 4)],
		"accepted after it was refused": [ended(1, 6), refused(2, 3), accepted(4, 5)],
		"refused though it was never ended": [refused(1, 2)],
		"refused before any request began to end it": [refused(1, 2), ended(3, 4)],
		"accepted after an end that was not answered as done had shown": [
			endFailed(1, 2),
			refused(3, 4),
			accepted(5, 6),
		],
		"accepted after the first of two ends": [ended(1, 2), accepted(3, 4), ended(5, 6)],
	};
	for (const [what, history] of Object.entries(impossible)) {
		it(`${what}: impossible`, () => {
			const others = [accepted(1, 2), ended(3, 4)].map((each) => ({ ...each, credential: "another" }));
			const found = contradictions([...others, ...history]);
			assert.equal(found.length, 1);
			assert.match(found[0] ?? "", /^c\n/);
		});
	}
});
