// Proves: stolen-signing-key
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, it } from "node:test";
import { createKeyAdministration } from "../../src/operations/administration/administer-keys.ts";
import type { Transact } from "../../src/platform/audit/audit.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { publishedKeys } from "../support/forge.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const MANY = 1200;

forEachDatabase("the replacement of every signing key", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	/** A user with many token sessions, one that begins later, and a cookie session. */
	async function crowd(name: string): Promise<{ later: string; live: () => Promise<string[]> }> {
		const { id } = await service.addUser(name);
		await service.visitor().logIn(name, ADMIN_PASSWORD);
		await service.loggedIn(name);
		const queries = service.running.deployment.opened.database;
		const ofUser = () => queries.selectFrom("sessions").where("user_id", "=", id);
		const first = await ofUser().selectAll().where("kind", "=", "token").executeTakeFirstOrThrow();
		const rows = Array.from({ length: MANY }, () => ({
			...first,
			id: randomUUID(),
			csrf_reference: randomUUID(),
			status_list: null,
			status_index: null,
		}));
		const later = {
			...first,
			id: randomUUID(),
			csrf_reference: randomUUID(),
			status_list: null,
			status_index: null,
		};
		rows.push({ ...later, created_at: service.now() + 60_000 });
		for (let from = 0; from < rows.length; from += 500)
			await queries
				.insertInto("sessions")
				.values(rows.slice(from, from + 500))
				.execute();
		return {
			later: later.id,
			async live() {
				const found = await ofUser()
					.select("id")
					.where("kind", "=", "token")
					.where("ended_at", "is", null)
					.execute();
				return found.map((row) => row.id);
			},
		};
	}

	function replaceWith(transact: Transact) {
		const { deployment } = service.running;
		const audit = { ...deployment.audit, transact };
		return createKeyAdministration({ ...deployment, audit }).replaceSigningKeys();
	}

	it("ends every token session from before, however many there are, and none that began under the new keys", async () => {
		const { later, live } = await crowd("ada");
		const { ended } = await replaceWith(service.running.deployment.audit.transact);
		assert.equal(ended, MANY + 1);
		assert.deepEqual(await live(), [later]);
		const queries = service.running.deployment.opened.database;
		const ends = await queries
			.selectFrom("sessions")
			.select(["kind", "end_reason"])
			.where("ended_at", "is not", null)
			.distinct()
			.execute();
		assert.deepEqual(ends, [{ kind: "token", end_reason: "revoked_by_admin" }]);
	});

	it("has taken the keys away when it is interrupted, and finishes when it runs again", async () => {
		const { later, live } = await crowd("ben");
		service.travel(1000);
		const before = (await publishedKeys(service)).map(({ kid }) => kid);
		const { transact } = service.running.deployment.audit;
		let batches = 0;
		const interrupted: Transact = (work) => {
			batches += 1;
			return batches === 3 ? Promise.reject(new Error("killed")) : transact(work);
		};
		await assert.rejects(replaceWith(interrupted), /killed/);
		service.travel(1000);
		assert.ok(!(await publishedKeys(service)).some(({ kid }) => before.includes(kid)));
		assert.equal((await live()).length, MANY + 2 - 500);
		await replaceWith(transact);
		assert.deepEqual(await live(), [later]);
	});
});
