import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { prepareStage, type Stage } from "../compare/stage.ts";
import { alignedTable } from "../lib/table.ts";
import { checkRows, measureChecks } from "../scenarios/check.ts";
import { footprintRows, measureFootprint } from "../scenarios/footprint.ts";
import { loginRows, measureLogins } from "../scenarios/login.ts";
import { floodRows, measurePeersFlood } from "../scenarios/peers-flood.ts";
import { sallyportOnSqlite } from "../subjects/sallyport.ts";
import type { Subject } from "../subjects/subject.ts";

/** One that does not install, as a peer may. */
const absent: Subject = {
	...sallyportOnSqlite,
	name: "absent",
	title: "Absent",
	prepare: () => Promise.reject(new Error("npm install ended with code 1: no such package")),
};

/** The row of Sallyport: its cells are figures, none is a dash. */
const figures = /^Sallyport, SQLite( +[^–\n]*\d[^\n]*)$/m;
const reason = /^Absent +not here$/m;

describe("a short run of each scenario, with the peers left out", {
	skip: process.platform !== "linux",
}, () => {
	let stage: Stage;
	before(async () => {
		const pace = { rounds: 1, seconds: 0.3, warmUp: false };
		stage = await prepareStage([sallyportOnSqlite, absent], { pace, say: () => {} });
	});
	after(() => stage[Symbol.asyncDispose]());

	test("logins are compared with the raw hash loop, and are refused only for lack of time", async () => {
		const measured = await measureLogins(stage);
		for (const { rounds } of Object.values(measured.logins[sallyportOnSqlite.name] ?? {})) {
			const statuses = Object.keys(rounds[0]?.statuses ?? {});
			// A busy machine may hash none of sixteen passwords within two seconds.
			assert.deepEqual(
				statuses.filter((status) => status !== "503"),
				["200"],
			);
		}
		const table = alignedTable(loginRows(measured, stage.facts));
		assert.match(table, figures);
		assert.match(table, reason);
		assert.match(table, /^limit: argon2id .*100 % +\d/m);
	});

	test("checks beside sessions made by SQL are compared with the bare server, and none is refused", async () => {
		const table = alignedTable(
			checkRows(await measureChecks(stage, { connections: 8, sessions: 20 }), stage.facts),
		);
		assert.match(table, figures);
		assert.match(table, reason);
		assert.match(table, /^limit: bare node:http .*100 % +\d/m);
	});

	test("a flood is answered, and every check during it names its user", async () => {
		const measured = await measurePeersFlood(stage, { connections: 8 });
		const [round] = measured.floods[sallyportOnSqlite.name]?.rounds ?? [];
		assert.equal(round?.flood.wrongChecks, 0);
		assert.ok((round?.answers[401] ?? 0) > 0);
		assert.match(alignedTable(floodRows(measured, stage.facts)), figures);
	});

	test("a start ends in a login, and memory is measured at rest and under load", async () => {
		const measured = await measureFootprint(stage, { idle: 0 });
		assert.match(alignedTable(footprintRows(measured, stage.facts)), figures);
	});
});
