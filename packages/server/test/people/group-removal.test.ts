/** A group that is removed, when PostgreSQL aborts what removes it for a conflict, and makes it begin again. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { sql } from "kysely";
import { cheap } from "../support/cheap-hashing.ts";
import { onPostgres } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { addPerson, administrationOf, logInForToken } from "../support/people.ts";
import { startTestService, type TestService } from "../support/service.ts";

onPostgres("a group that is removed during a conflict", (database) => {
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_TOKEN_CLAIMS: "groups" };
		service = await startTestService({ databaseUrl: await database.url(), settings });
	});
	after(() => service.stop());

	/** The next transaction that records such an event is aborted, as for a conflict with another one. */
	async function conflictOnce(event: string): Promise<void> {
		const trigger = sql.raw(`create sequence conflicts;
			create function conflict() returns trigger as $$ begin
				if nextval('conflicts') = 1 then raise exception 'a conflict' using errcode = '40001'; end if;
				return new;
			end $$ language plpgsql;
			create trigger conflict before insert on audit_events for each row when (new.event = '${event}')
				execute function conflict()`);
		await trigger.execute(service.running.deployment.opened.database);
	}

	// What the attempt that had failed had counted was counted, too.
	it("had the members that its event and its answer name, and no more", async () => {
		const { groups } = administrationOf(service);
		await addPerson(service, "ada", { groups: ["staff"] });
		await logInForToken(service, "ada");
		await conflictOnce("group_deleted");
		assert.deepEqual(await groups.remove("staff"), { members: 1, ended: 1 });
		const [row] = await rowsOf(service, "group_deleted");
		assert.deepEqual(row?.detail, { group: "staff", members: 1 });
	});
});
