/** The end of each session is put on record, however many other sessions there are to look at. */
// Proves: session-end
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { ownSession } from "../support/own-session.ts";
import { startTestService, type TestService } from "../support/service.ts";

const HOUR = 3_600_000;

forEachDatabase("a session among thousands", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	/** More than are looked at in one go; they live on. */
	async function addLiving(sessionId: string): Promise<void> {
		const queries = service.running.deployment.opened.database;
		const first = await queries
			.selectFrom("sessions")
			.selectAll()
			.where("id", "=", sessionId)
			.executeTakeFirstOrThrow();
		const until = service.now() + 24 * HOUR;
		for (let made = 0; made < 5500; made += 500) {
			const rows = Array.from({ length: 500 }, () => ({
				...first,
				id: randomUUID(),
				csrf_reference: randomUUID(),
				secret_hash: randomUUID(),
				expires_at: until,
				idle_expires_at: until,
			}));
			await queries.insertInto("sessions").values(rows).execute();
		}
	}

	it("is on record as expired after one round, whichever user it is of", async () => {
		const ids: string[] = [];
		for (const name of ["ada", "ben", "cleo"]) {
			await service.addUser(name);
			const { id } = await ownSession(await service.loggedIn(name));
			await addLiving(id);
			ids.push(id);
		}
		service.travel(HOUR);
		await service.running.maintenance.run();
		const expired = await rowsOf(service, "session_expired");
		assert.deepEqual(expired.map(({ session_id }) => session_id).toSorted(), ids.toSorted());
	});
});
