import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { bearerOf } from "../support/own-session.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const name = "ada";

forEachDatabase("who am I", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await service.addUser(name);
	});
	after(() => service.stop());

	const newToken = async () => bearerOf(await service.visitor().logIn(name, ADMIN_PASSWORD));
	const who = (headers: Record<string, string>) => service.visitor().get("/api/auth/session", headers);

	it("tells how many attempts at the account failed since the login of the session", async () => {
		const browser = await service.loggedIn(name);
		const token = await newToken();
		const failed = async () => {
			// A count is remembered for as long.
			service.travel(5000);
			const answers = [await browser.get("/api/auth/session"), await who(token)];
			return answers.map(({ body }) => body?.failedSince);
		};
		assert.deepEqual(await failed(), [0, 0]);
		await service.visitor().logIn(name, "not the password");
		await service.visitor().logIn("nobody", "not the password");
		assert.deepEqual(await failed(), [1, 1]);
		await browser.post("/api/auth/password", {
			currentPassword: "not the password",
			newPassword: ADMIN_PASSWORD,
		});
		await browser.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
		await browser.post("/api/auth/renew");
		assert.deepEqual(await failed(), [2, 2]);
		assert.equal((await who(await newToken())).body?.failedSince, 0);
		assert.deepEqual(await failed(), [2, 2]);
	});
});
