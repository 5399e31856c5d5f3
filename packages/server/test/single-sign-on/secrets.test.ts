import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type Application, addApplication, follow, ONLY_ON } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

onSqlite("A reader of logs, events and the database", (database) => {
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

	it("finds no code, token, secret, state or nonce in the log, the events or the database", async () => {
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
		const everything = JSON.stringify([service.logged, rows]);
		for (const secret of planted) assert.ok(secret && !everything.includes(secret), String(secret));
	});
});
