/** A wrong guess counts even when the database cannot put it on record: a throttle that fails fails closed. */
// Proves: attempts
import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService } from "../support/service.ts";

it("guesses that cannot be recorded are still no more than ten", async () => {
	const service = await startTestService({ settings: cheap });
	try {
		await service.addUser("ada");
		const hashed = service.running.hasher.hashesDone();
		const { database } = service.running.deployment.opened;
		await sql`create trigger refusal before insert on audit_events when new.event = 'authn_login_fail'
			begin select raise(abort, 'no room for it'); end`.execute(database);
		for (let guess = 1; guess <= 30; guess++) {
			const { status } = await service.visitor().logIn("ada", "not the password");
			assert.ok([429, 500].includes(status), String(status));
		}
		assert.equal(service.running.hasher.hashesDone() - hashed, 10);
		assertProblem(await service.visitor().logIn("ada", ADMIN_PASSWORD), "rate_limited");
	} finally {
		await service.stop();
	}
});
