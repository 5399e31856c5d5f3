// Proves: password-hashing
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

forEachDatabase("a hash of other parameters", (database) => {
	let service: TestService;
	before(async () => {
		const databaseUrl = await database.url();
		const earlier = await startTestService({ databaseUrl, settings: cheap });
		await earlier.addUser("ada");
		await earlier.stop();
		const settings = { ...cheap, SALLYPORT_HASH_MEMORY: "128", SALLYPORT_HASH_THREADS: "2" };
		service = await startTestService({ databaseUrl, settings });
	});
	after(() => service.stop());
	const stored = async () => {
		const { database: queries } = service.running.deployment.opened;
		const ada = queries.selectFrom("users").select("password_hash").where("username", "=", "ada");
		return (await ada.executeTakeFirstOrThrow()).password_hash ?? "";
	};

	it("is replaced by one of many right logins at once, and none of them is refused", async () => {
		assert.match(await stored(), /m=64/);
		const logIns = Array.from({ length: 12 }, () => service.visitor().logIn("ada", ADMIN_PASSWORD));
		const statuses = (await Promise.all(logIns)).map(({ status }) => status);
		assert.deepEqual(new Set(statuses), new Set([200]));
		const upgraded = await stored();
		assert.match(upgraded, /m=128/);
		assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD)).status, 200);
		assert.equal(await stored(), upgraded);
	});
});
