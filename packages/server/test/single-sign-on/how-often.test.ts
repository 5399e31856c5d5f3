/** How often an application may do something: show a code, begin a login. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import {
	type Application,
	addApplication,
	basic,
	codeFor,
	enter,
	ONLY_ON,
	token,
} from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

onSqlite("An application", (database) => {
	let service: TestService;
	let charts: Application;
	let ada: Visitor;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON };
		service = await startTestService({ databaseUrl: await database.url(), settings });
		await service.addUser("ada");
		charts = await addApplication(service, { trusted: true });
		ada = await service.loggedIn("ada");
	});
	after(() => service.stop());

	// Proves: sso-codes
	it("does not use a code twice at the same moment, and loses what came of the first use", async () => {
		await enter(service, ada, charts);
		for (let round = 0; round < 3; round += 1) {
			const { body } = await codeFor(service, ada, charts);
			const uses = [1, 2, 3].map(() => token(service, body, { authorization: basic(charts) }));
			const answers = await Promise.all((await Promise.all(uses)).map((each) => each.json()));
			const given = (answers as Array<Record<string, string>>).filter((each) => "access_token" in each);
			assert.equal(given.length, 1, `tokens in round ${round}`);
			const headers = { authorization: `Bearer ${given[0]?.access_token}` };
			assert.equal((await ada.get("/oidc/userinfo", headers)).status, 401);
		}
		const [reused] = await rowsOf(service, "oidc_code_reused");
		assert.equal(reused?.detail.application, charts.id);
	});
});
