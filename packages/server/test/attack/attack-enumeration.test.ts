/** Whether a name is that of a user must not show, in bytes, in headers, or in the work that is done (ASVS 6.3.8). */
// With no other service in its process: it compares all statements given there.
// Proves: response-time
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";
import { watchStatements } from "../support/watch-statements.ts";

describe("names of users and others", () => {
	let service: TestService;
	const settings = { ...cheap, SALLYPORT_ACCOUNT_FAILURES: "3", SALLYPORT_ACCOUNT_LOGINS: "1" };
	before(async () => {
		service = await startTestService({ settings });
		const users = usersOf(service);
		for (const name of ["known", "disabled", "right", "busy"]) await service.addUser(name);
		for (const name of ["disabled", "right"]) await users.disable(name);
		await users.add({ name: "invited", role: "user", passwordHash: null });
	});
	after(() => service.stop());

	async function trial(visitor: Visitor, username: string, password: string, more: object) {
		const hashed = service.running.hasher.hashesDone();
		const seen: Array<{ status: number; headers: unknown; body: object }> = [];
		const work = await watchStatements(async () => {
			const answer = await visitor.post("/api/auth/login", { username, password, ...more });
			const headers = [...answer.headers]
				.filter(([name]) => name !== "x-request-id" && name !== "date")
				// Each guess leaves the address one less, whatever the name.
				.map(([name, value]) => [name, name === "ratelimit" ? value.replace(/\d+/g, "n") : value]);
			const { requestId: _, ...body } = answer.body ?? {};
			seen.push({ status: answer.status, headers, body });
		});
		// The first refusal in a minute is recorded, for any name; the rest are counted.
		const isRecord = (sql: string) => sql.startsWith('insert into "audit_events"');
		const told = seen[0]?.status === 429 ? work.filter((sql) => !isRecord(sql)) : work;
		return { seen, work: told, hashed: service.running.hasher.hashesDone() - hashed };
	}

	for (const more of [{}, { session: true }]) {
		it(`unknown, invited, disabled, known and busy names cost and look the same ${JSON.stringify(more)}`, async () => {
			const visitor = service.visitor();
			const trials: Array<[name: string, password: string]> = [
				["nobody", "not the password"],
				["known", "not the password"],
				["disabled", "not the password"],
				["right", ADMIN_PASSWORD],
				["invited", "not the password"],
				// Has logged in as often as one may in a minute.
				["busy", "not the password"],
			];
			assert.equal((await service.visitor().logIn("busy", ADMIN_PASSWORD)).status, 200);
			assertProblem(await service.visitor().logIn("busy", ADMIN_PASSWORD), "rate_limited");
			await visitor.get("/api/auth/csrf");
			for (let guess = 1; guess <= 4; guess++) {
				const found: object[] = [];
				for (const [name, password] of trials) found.push(await trial(visitor, name, password, more));
				const [first, ...others] = found;
				for (const other of others) assert.deepEqual(other, first);
			}
			assertProblem(await visitor.logIn("nobody", ADMIN_PASSWORD), "rate_limited");
			service.travel(24 * 60 * 60_000);
			await service.running.maintenance.run();
		});
	}
});
