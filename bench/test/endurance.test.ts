import assert from "node:assert/strict";
import { test } from "node:test";
import { cheap } from "../../packages/server/test/support/cheap-hashing.ts";
import { isRight, reportEndurance } from "../endurance/report.ts";
import { measureEndurance } from "../scenarios/endurance.ts";

const onLinux = { skip: process.platform !== "linux" };

test("endurance: all faults make whole tables, and no answer is wrong", onLinux, async () => {
	const figures = await measureEndurance({
		...{ duration: 4000, workers: 4, pace: 60 },
		settings: { ...cheap, SALLYPORT_REFUSAL_FLOOR: "0s", SALLYPORT_HASH_DEADLINE: "30s" },
	});
	const table = reportEndurance(figures);
	assert.ok(isRight(figures), table);
	const done = new Set(figures.calls.flatMap(({ kind, outcome }) => (outcome === "accepted" ? [kind] : [])));
	for (const kind of ["login", "check by cookie", "check by bearer", "renewal", "logout", "password change"])
		assert.ok(done.has(kind), `there was no ${kind}`);
	for (const row of [
		/^dead session( +\d+){7}$/m,
		/^dead password( +\d+){7}$/m,
		/^one killed +[\d.]+( +[\d–]+){6}$/m,
		/^one drained +[\d.]+( +[\d–]+){6}$/m,
		/^database stopped +[\d.]+( +[\d–]+){6}$/m,
		/^contradictions +0$/m,
	])
		assert.match(table, row);
});
