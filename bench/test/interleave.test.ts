import assert from "node:assert/strict";
import { test } from "node:test";
import { interleave } from "../compare/interleave.ts";

const say = () => {};
const sound = async (round: number) => round;

test("every subject has its turn in each round, and each round begins with another one", async () => {
	const turns: string[] = [];
	const items = ["A", "B", "C"].map((name) => ({
		name,
		measure: async (round: number) => {
			turns.push(name);
			return round;
		},
	}));
	const measured = await interleave(items, { rounds: 3, say });
	assert.equal(turns.join(""), "ABCBCACAB");
	assert.deepEqual(measured.B, { rounds: [0, 1, 2], problem: null });
});

test("a subject that fails keeps its earlier rounds and the reason, and the others continue", async () => {
	const fails = async (round: number) => {
		if (round === 1) throw new Error("it broke");
		return round;
	};
	const items = [
		{ name: "frail", measure: fails },
		{ name: "sound", measure: sound },
	];
	const measured = await interleave(items, { rounds: 3, say });
	assert.deepEqual(measured.frail, { rounds: [0], problem: "it broke" });
	assert.deepEqual(measured.sound, { rounds: [0, 1, 2], problem: null });
});
