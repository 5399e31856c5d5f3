/** The clocks of two instances differ by half a minute: no limit is doubled by that, and no token that was revoked comes back. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { bearerOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { isRevoked, placeOf } from "../support/status-lists.ts";

forEachDatabase("With an instance whose clock is ahead", (database) => {
	let behind: TestService;
	let ahead: TestService;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_SESSION_ABSOLUTE: "1h", SALLYPORT_TOKEN_LIFETIME: "1h" };
		const options = { databaseUrl: await database.url(), settings };
		behind = await startTestService(options);
		ahead = await startTestService(options);
		ahead.travel(30_000);
	});
	after(async () => {
		await behind.stop();
		await ahead.stop();
	});

	it("a limit by the hour that was used up there is used up at the others", async () => {
		const [fast, slow] = [ahead.visitor(), behind.visitor()];
		const call = { body: { keys: ["none of a user's"] } };
		for (let time = 1; time <= 60; time++)
			assert.equal((await fast.request("POST", "/api/auth/access-keys/revoke", call)).status, 202);
		assertProblem(await slow.request("POST", "/api/auth/access-keys/revoke", call), "rate_limited");
	});

	// Proves: session-end
	it("a token that was revoked stays so for offline verifiers until it has expired for all", async () => {
		await behind.addUser("ada");
		const answer = await behind.visitor().logIn("ada", ADMIN_PASSWORD);
		await behind.visitor().post("/api/auth/logout", undefined, bearerOf(answer));
		for (const service of [behind, ahead]) service.travel(3_590_000);
		await ahead.running.maintenance.run();
		assert.equal(await isRevoked(behind, placeOf(answer)), true);
	});
});
