/** Work without a request continues, whatever one part of it meets. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { cheap } from "../support/cheap-hashing.ts";
import { addManyEvents } from "../support/many-events.ts";
import { ownSession } from "../support/own-session.ts";
import { startTestService } from "../support/service.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

it("continues, and says so in the log, while the file of the secret cannot be read", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-maintenance-"));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	const database = join(folder, "test.db");
	const settings = { ...cheap, SALLYPORT_SECRET: "" };
	const service = await startTestService({ databaseUrl: `sqlite:${database}`, settings });
	t.after(() => service.stop());
	await service.addUser("ada");
	const { id } = await ownSession(await service.loggedIn("ada"));
	writeFileSync(`${database}.secret`, "");
	service.travel(61 * minute);
	await service.running.maintenance.run();
	const events = await service.running.deployment.opened.database
		.selectFrom("audit_events")
		.select("event")
		.where("session_id", "=", id)
		.orderBy("time")
		.execute();
	assert.equal(events.at(-1)?.event, "session_expired");
	assert.match(JSON.stringify(service.logged), /err/);
});

it("answers while it removes thousands of events that are kept no longer", async (t) => {
	const service = await startTestService({ settings: cheap });
	t.after(() => service.stop());
	const { deployment, maintenance } = service.running;
	await addManyEvents(deployment.config.databaseUrl, 5000);
	service.travel(91 * day);
	let isDone = false;
	const round = maintenance.run().finally(() => {
		isDone = true;
	});
	let answers = 0;
	for (const visitor = service.visitor(); !isDone; answers += 1)
		assert.equal((await visitor.get("/api/auth/check")).status, 401);
	await round;
	const { database } = deployment.opened;
	const left = await database
		.selectFrom("audit_events")
		.where("event", "=", "sys_startup")
		.select("id")
		.execute();
	assert.deepEqual(left, []);
	// Of twenty pieces, each after which others have their turn.
	assert.ok(answers >= 5, `${answers} answers`);
});

it("stops after what is under way of a round, though there is more to do for the same sessions", async (t) => {
	const service = await startTestService({ settings: cheap });
	t.after(() => service.stop());
	const { deployment, maintenance } = service.running;
	await service.addUser("ada");
	await ownSession(await service.loggedIn("ada"));
	const { database } = deployment.opened;
	const first = await database.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
	for (let made = 0; made < 2000; made += 500) {
		const rows = Array.from({ length: 500 }, () => ({
			...{ ...first, id: randomUUID(), csrf_reference: randomUUID(), secret_hash: randomUUID() },
			idle_expires_at: service.now() - 1,
		}));
		await database.insertInto("sessions").values(rows).execute();
	}
	const expired = { status_list: "x", status_index: 1, expires_at: 1 };
	await database.insertInto("status_revocations").values(expired).execute();
	const hasBegun = () =>
		database
			.selectFrom("audit_events")
			.select("id")
			.where("event", "=", "session_expired")
			.executeTakeFirst();
	const round = maintenance.run();
	while ((await hasBegun()) === undefined) await setImmediate();
	await Promise.all([maintenance.stop(), round]);
	assert.equal((await database.selectFrom("status_revocations").selectAll().execute()).length, 1);
	maintenance.start();
	await maintenance.run();
	assert.equal((await database.selectFrom("status_revocations").selectAll().execute()).length, 0);
});
