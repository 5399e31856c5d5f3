/** A status list in which thousands of sessions had a place. */
// Proves: session-end
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { bearerOf, ownSession } from "../support/own-session.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { listAddresses } from "../support/status-lists.ts";

const HOUR = 3_600_000;

forEachDatabase("a status list of thousands", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	const rounds = () => service.running.maintenance.run();
	const isServed = async (list: string) =>
		(await listAddresses(service)).some((address) => address.endsWith(`/${list}`));

	/** A list of days ago, in which a session has the last place, and ended ones have more places than are looked at in one go. */
	async function moveToOldList(sessionId: string): Promise<string> {
		const queries = service.running.deployment.opened.database;
		const list = "oldlist00000";
		const created_at = service.now() - 240 * HOUR;
		await queries.insertInto("status_lists").values({ id: list, created_at, closed_at: null }).execute();
		const own = queries.updateTable("sessions").where("id", "=", sessionId);
		await own.set({ status_list: list, status_index: 2 ** 20 - 1 }).execute();
		const first = await queries
			.selectFrom("sessions")
			.selectAll()
			.where("id", "=", sessionId)
			.executeTakeFirstOrThrow();
		for (let made = 0; made < 10_500; made += 500) {
			const rows = Array.from({ length: 500 }, (_, at) => ({
				...first,
				id: randomUUID(),
				csrf_reference: randomUUID(),
				secret_hash: randomUUID(),
				ended_at: service.now(),
				end_reason: "logout",
				status_index: made + at,
			}));
			await queries.insertInto("sessions").values(rows).execute();
		}
		return list;
	}

	it("is served while the last of them lives, and forgotten when no token can name it", async () => {
		await service.addUser("ada");
		const answer = await service.visitor().logIn("ada", ADMIN_PASSWORD);
		const headers = bearerOf(answer);
		const { id } = await ownSession(service.visitor(), headers);
		const list = await moveToOldList(id);
		await rounds();
		assert.ok(await isServed(list));
		await service.visitor().post("/api/auth/logout", undefined, headers);
		await rounds();
		assert.ok(await isServed(list));
		service.travel(13 * HOUR);
		await rounds();
		assert.equal(await isServed(list), false);
	});
});
