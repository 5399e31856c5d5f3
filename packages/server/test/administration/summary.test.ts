/** What an admin looks at first: how logins went, hour by hour, and how much there is now. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { createAdministrationWorld, listIn } from "../support/administration-world.ts";
import { forEachDatabase } from "../support/databases.ts";
import { assertProblem } from "../support/problem.ts";

const HOUR = 3_600_000;

forEachDatabase("the summary of the administration", (database) => {
	const world = createAdministrationWorld(database);

	it("counts the logins of an hour, the failed ones, and with them those of other instances", async () => {
		const service = world.service();
		const hour = Math.floor(service.now() / HOUR) * HOUR;
		const { database: rows } = service.running.deployment.opened;
		await rows.insertInto("hourly_counts").values({ hour, name: "failed", count: 5 }).execute();
		const { name } = await world.addUser();
		const visitor = await service.loggedIn(name);
		await visitor.post("/api/auth/login", { username: name, password: "not the password" });

		service.travel(HOUR);
		const { visitor: admin } = await world.person("admin");
		const answer = await admin.get("/api/admin/summary?hours=2");
		const [then, now] = listIn(answer, "hours");
		const { body } = answer;
		assert.deepEqual([then?.hour, then?.logins, then?.failed], [new Date(hour).toISOString(), 1, 6]);
		assert.ok(Number(then?.p50) > 0 && Number(then?.p99) >= Number(then?.p50));
		// The admin's own.
		assert.deepEqual([now?.logins, now?.failed, now?.refused], [1, 0, 0]);
		assert.deepEqual(body?.sessions, { cookie: 1, token: 0, complete: true });
		assert.deepEqual(body?.mails, { waiting: 0, sent: 0, failed: 0 });
	});

	it("shows as many hours as it is asked for, and no more than a month", async () => {
		const { visitor: admin } = await world.person("admin");
		const hours = listIn(await admin.get("/api/admin/summary?hours=720"), "hours");
		const [first, last] = [hours[0], hours.at(-1)].map((each) => Date.parse(String(each?.hour)));
		assert.deepEqual([hours.length, Number(last) - Number(first)], [720, 719 * HOUR]);
		for (const wrong of ["0", "721", "1e2", "-1", ""]) {
			const refused = await admin.get(`/api/admin/summary?hours=${wrong}`);
			assertProblem(refused, "validation_failed");
		}
	});
});
