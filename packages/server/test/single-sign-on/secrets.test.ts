import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type Application, addApplication, basic, follow, ONLY_ON, token } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase, prefixOn } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { eventually } from "../support/interleave.ts";
import { operatorOf } from "../support/scrape.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

forEachDatabase("Single sign-on", (database) => {
	let service: TestService;
	let charts: Application;
	let ada: Visitor;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON };
		service = await startTestService({
			databaseUrl: await database.url(),
			prefix: prefixOn(database),
			settings,
		});
		await service.addUser("ada");
		charts = await addApplication(service, { trusted: true });
		ada = await service.loggedIn("ada");
	});
	after(() => service.stop());

	it("shows no code, token, secret, state or nonce in the log, the events, the metrics or the database", async () => {
		const begun = await charts.begin();
		const { at } = await follow(service, ada, begun.url);
		const tokens = await begun.redeem(at);
		const back = new URL(at);
		const planted = [
			back.searchParams.get("code"),
			back.searchParams.get("state"),
			begun.url.searchParams.get("nonce"),
			tokens.access_token,
			tokens.id_token?.split(".")[2],
			charts.secret,
		];
		const { database } = service.running.deployment.opened;
		const rows = await Promise.all(
			(["audit_events", "oidc_records", "oidc_sessions", "oidc_client_secrets", "oidc_clients"] as const).map(
				(table) => database.selectFrom(table).selectAll().execute(),
			),
		);
		const metrics = (await operatorOf(service).get("/metrics")).text;
		assert.match(metrics, /route="\/oidc\/\*"/);
		const everything = JSON.stringify([service.logged, rows, metrics]);
		for (const secret of planted) assert.ok(secret && !everything.includes(secret), String(secret));
	});

	// Proves: application-secrets
	it("writes nothing for wrong secrets, but one event a minute and address", async () => {
		const wrong = basic({ ...charts, secret: "sallyport_oidc_wrong" });
		const refused = () =>
			rowsOf(service, "oidc_refused").then((rows) =>
				rows.filter(({ detail }) => detail.code === "invalid_client"),
			);
		const before = (await refused()).length;
		const answers = Array.from({ length: 30 }, () =>
			token(service, { grant_type: "refresh_token" }, { authorization: wrong }),
		);
		for (const { status } of await Promise.all(answers)) assert.equal(status, 401);
		await eventually(async () => (await refused()).length > before);
		assert.equal((await refused()).length, before + 1);
	});
});
