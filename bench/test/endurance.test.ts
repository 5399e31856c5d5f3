import assert from "node:assert/strict";
import { test } from "node:test";
import { cheap } from "../../packages/server/test/support/cheap-hashing.ts";
import { frontHere } from "../endurance/deployment.ts";
import { isRight, reportEndurance } from "../endurance/report.ts";
import { measureEndurance } from "../scenarios/endurance.ts";

const onLinux = { skip: process.platform !== "linux" };

test("endurance: all faults make whole tables, and nothing is answered wrongly", onLinux, async () => {
	const figures = await measureEndurance({
		...{ duration: 4000, workers: 4, pace: 60, operatorPace: 500, front: frontHere() },
		settings: { ...cheap, SALLYPORT_REFUSAL_FLOOR: "0s", SALLYPORT_HASH_DEADLINE: "30s" },
	});
	const table = reportEndurance(figures);
	assert.ok(isRight(figures), table);
	for (const act of ["login", "check", "renewal", "logout", "password change", "disable", "enable"])
		assert.ok(
			figures.calls.some((call) => call.act === act && call.outcome === "accepted"),
			`there was no ${act}`,
		);
	for (const row of [
		/^dead session( +\d+){8}$/m,
		/^dead password( +\d+){8}$/m,
		/^one killed +[\d.]+( +[\d–]+){8}$/m,
		/^one drained +[\d.]+( +[\d–]+){8}$/m,
		/^database stopped +[\d.]+( +[\d–]+){8}$/m,
		/^wrong acceptances +0$/m,
		/^lost logouts +0$/m,
		/^lost password changes +0$/m,
	])
		assert.match(table, row);
});
