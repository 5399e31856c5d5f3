/** The clocks of two instances differ by half a minute: what is limited by the hour or minute is limited once, not at each of them. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { assertProblem } from "../support/problem.ts";
import { startTestService } from "../support/service.ts";

forEachDatabase("A limit by the hour", (database) => {
	it("stays used up at an instance whose clock is behind that of the one where it was used", async (context) => {
		const options = { databaseUrl: await database.url(), settings: cheap };
		const behind = await startTestService(options);
		context.after(behind.stop);
		const ahead = await startTestService(options);
		context.after(ahead.stop);
		ahead.travel(30_000);
		const [fast, slow] = [ahead.visitor(), behind.visitor()];
		const call = { body: { keys: ["none of a user's"] } };
		for (let time = 1; time <= 60; time++)
			assert.equal((await fast.request("POST", "/api/auth/access-keys/revoke", call)).status, 202);
		assertProblem(await slow.request("POST", "/api/auth/access-keys/revoke", call), "rate_limited");
	});
});
