/** `sallyport event list --follow --server`: another machine watches a service. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { endFollowing, follow } from "../support/followed-events.ts";
import { createRunnerBeside, startTestService } from "../support/service.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-follow-"));
after(() => rmSync(folder, { recursive: true, force: true }));
afterEach(endFollowing);

onSqlite("sallyport event list --follow --server", (database) => {
	it("shows each new event that matches once, those after a restart of the service too", async (t) => {
		const databaseUrl = await database.url();
		const service = await startTestService({ databaseUrl, settings: cheap });
		let stop = service.stop;
		t.after(() => stop());
		const run = createRunnerBeside(service, databaseUrl);
		for (const name of ["ada", "ben", "cleo"]) await service.addUser(name);
		await run("user add robot --service");
		const key = join(folder, "key");
		const made = await run(
			`access-key add --user robot --name job --out ${key} --scope sallyport:events:read --scope sallyport:users:read`,
		);
		assert.equal(made.code, 0, made.err);
		const wrong = (name: string) => service.visitor().logIn(name, "not the password");

		// One of them is older than what is listed.
		for (const name of ["ada", "ada"]) await wrong(name);
		const over = `--server ${service.baseUrl} --key-file ${key}`;
		const following = follow({}, `${over} --event authn_login_fail --since 1h --limit 1 --json`);
		assert.equal((await following.nextEvent()).username, "ada");
		await wrong("ben");
		assert.equal((await following.nextEvent()).username, "ben");

		await service.stop();
		const settings = {
			...cheap,
			SALLYPORT_PORT: String(service.port),
			SALLYPORT_BASE_URL: service.baseUrl,
		};
		({ stop } = await startTestService({ databaseUrl, settings }));
		await wrong("cleo");
		assert.equal((await following.nextEvent()).username, "cleo");
		assert.equal(await following.end("SIGINT"), 0);
	});
});
