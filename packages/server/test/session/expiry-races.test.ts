/** Sessions that change while an instance marks those that ran out. */
// Proves: session-end
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { onPostgres } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { eventually, waits } from "../support/interleave.ts";
import { ownSession } from "../support/own-session.ts";
import { startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;

onPostgres("a session that seems to have run out (postgres)", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	const changes = {
		"has been used at another instance": () => ({ idle_expires_at: service.now() + MINUTE }),
		"has been marked by another instance": () => ({ ended_at: service.now(), end_reason: "idle" as const }),
	};
	for (const [name, [what, change]] of Object.entries(changes).entries()) {
		it(`is not marked when it ${what}, which is not committed yet`, async () => {
			await service.addUser(`user${name}`);
			const { id, idleExpiresAt } = await ownSession(await service.loggedIn(`user${name}`));
			service.travel(Date.parse(idleExpiresAt) - service.now());
			const { maintenance, deployment } = service.running;
			const { database: queries } = deployment.opened;
			const running = await queries.transaction().execute(async (transaction) => {
				await transaction.updateTable("sessions").set(change()).where("id", "=", id).execute();
				const run = maintenance.run();
				await eventually(() => waits(queries));
				return { run };
			});
			await running.run;
			const expired = await rowsOf(service, "session_expired");
			assert.deepEqual(
				expired.filter(({ session_id }) => session_id === id),
				[],
			);
		});
	}
});
