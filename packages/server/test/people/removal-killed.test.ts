// At length: it kills, cuts off or fills what the service needs.
/** A user whose removal was killed in the middle. */
// Proves: removal
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { program } from "../support/command.ts";
import { forEachDatabase } from "../support/databases.ts";
import { eventually } from "../support/interleave.ts";
import { addEventsOf } from "../support/many-events.ts";
import { addPerson } from "../support/people.ts";
import { startTestService, TEST_SECRET, type TestService } from "../support/service.ts";
import { textsInFiles } from "../support/texts-in-files.ts";

const MANY = 20_000;

forEachDatabase("a user whose removal was killed", (database) => {
	let service: TestService;
	let databaseUrl: string;
	before(async () => {
		databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
	});
	after(() => service.stop());

	it("is erased to the end by the next start", async () => {
		const id = await addPerson(service, "eve");
		await addEventsOf(service, id, MANY);
		const env = { ...cheap, SALLYPORT_SECRET: TEST_SECRET, SALLYPORT_DATABASE_URL: databaseUrl };
		const child = spawn(process.execPath, [program, "user", "remove", "eve"], { env, stdio: "ignore" });
		const ended = once(child, "exit");
		const named = async () => {
			const { database: queries } = service.running.deployment.opened;
			const count = queries.selectFrom("audit_events").select(({ fn }) => fn.countAll().as("count"));
			const of = count.where("user_id", "=", id).where("client_address", "is not", null);
			return Number((await of.executeTakeFirstOrThrow()).count);
		};
		while ((await named()) === MANY && child.exitCode === null);
		child.kill("SIGKILL");
		await ended;
		assert.equal(child.signalCode, "SIGKILL", "it was to be killed on the way");
		const left = await named();
		assert.ok(left > 0 && left < MANY, `${left} events name the user`);
		await service.stop();
		service = await startTestService({ databaseUrl, settings: cheap });
		await eventually(async () => (await named()) === 0);
		if (database.dialect !== "sqlite") return;
		const marks = ["203.0.113.99", "the browser of the user"];
		await eventually(async () => textsInFiles(databaseUrl, ...marks).length === 0);
	});
});
