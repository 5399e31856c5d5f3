/** Keys that admins rotate and replace: what is sent twice, or by two of them, is done once. */
// Proves: administration-repeats
import assert from "node:assert/strict";
import { before, it } from "node:test";
import { createAdministrationWorld, listIn } from "../support/administration-world.ts";
import { forEachDatabase } from "../support/databases.ts";
import { assertProblem } from "../support/problem.ts";
import type { Visitor } from "../support/visitor.ts";

forEachDatabase("an admin who names the key in use", (database) => {
	const world = createAdministrationWorld(database);
	let admin: Visitor;
	let other: Visitor;
	before(async () => {
		({ visitor: admin } = await world.person("admin"));
		({ visitor: other } = await world.person("admin"));
	});

	async function keysOf(ring: "signing" | "sealing") {
		const keys = listIn(await admin.get("/api/admin/keys"), ring);
		const kidOf = (state: string) => keys.find((key) => key.state === state)?.kid;
		return { all: keys.length, active: kidOf("active"), next: kidOf("next") };
	}

	for (const kind of ["signing", "sealing"] as const)
		it(`rotates ${kind} keys by force once, however often and with whomever at once`, async () => {
			const { all, active, next } = await keysOf(kind);
			const rotate = (by: Visitor, body: object) =>
				by.post(`/api/admin/keys/${kind}/rotate`, { force: true, ...body });
			const answers = await Promise.all([admin, other, admin].map((by) => rotate(by, { active })));
			assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412]);
			for (const answer of answers) if (answer.status === 412) assertProblem(answer, "precondition_failed");
			assert.equal(answers.find(({ status }) => status === 200)?.body?.active, next);
			assertProblem(await rotate(other, { active, force: false }), "precondition_failed");
			const since = await keysOf(kind);
			assert.deepEqual([since.all, since.active], [all + 1, next]);
			assert.equal((await rotate(other, { active: next })).status, 200);
			assert.equal((await rotate(other, {})).status, 200);
		});

	it("replaces all signing keys once: programs that have logged in since go on", async () => {
		const { active } = await keysOf("signing");
		const replace = () =>
			admin.post("/api/admin/keys/signing/replace", { confirm: "replace all signing keys", active });
		assert.equal((await replace()).status, 200);
		const { headers } = await world.program();
		assertProblem(await replace(), "precondition_failed");
		assert.equal((await world.service().visitor().get("/api/admin/users", headers)).status, 200);
	});
});
