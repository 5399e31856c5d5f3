import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { addApplication, basic, codeFor, enter, follow, ONLY_ON, token } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { startTestService, type TestService } from "../support/service.ts";

forEachDatabase("Two instances", (database) => {
	let one: TestService;
	let two: TestService;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON };
		one = await startTestService({ databaseUrl: await database.url(), settings });
		two = await startTestService({
			databaseUrl: await database.url(),
			settings: { ...settings, SALLYPORT_BASE_URL: one.baseUrl },
		});
		await one.addUser("ada");
	});
	after(async () => {
		await two.stop();
		await one.stop();
	});

	// Proves: sso-codes
	it("give one token for a code that is shown to both at the same moment (Pocket ID 2.12)", async () => {
		const charts = await addApplication(one, { trusted: true });
		const visitor = await one.loggedIn("ada");
		await enter(one, visitor, charts);
		await (await token(two, { grant_type: "refresh_token" }, { authorization: basic(charts) })).text();
		for (let round = 0; round < 25; round += 1) {
			const { body } = await codeFor(one, visitor, charts);
			const answers = await Promise.all(
				[one, two, one, two].map((at) => token(at, body, { authorization: basic(charts) })),
			);
			const given = answers.filter(({ status }) => status === 200);
			assert.ok(given.length <= 1, `${given.length} tokens in round ${round}`);
			await Promise.all(answers.map((each) => each.text()));
		}
	});

	it("keep one session and application together when two tabs begin at the same moment", async () => {
		const charts = await addApplication(one, { trusted: true });
		const visitor = await one.loggedIn("ada");
		const begun = await Promise.all(Array.from({ length: 4 }, () => charts.begin()));
		const backs = await Promise.all(begun.map(({ url }) => follow(one, visitor, url)));
		for (const [index, { at }] of backs.entries()) assert.ok(await begun[index]?.redeem(at));
	});
});
