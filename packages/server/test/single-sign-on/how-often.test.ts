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
		const settings = { ...cheap, ...ONLY_ON, SALLYPORT_TRUSTED_PROXIES: "127.0.0.1,::1" };
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

	// Proves: refusal-counts
	it("is refused for many users at once, and whom another one refuses is still seen", async () => {
		const [broken, other] = [await addApplication(service), await addApplication(service)];
		const refuse = (application: Application, address: string) =>
			token(
				service,
				{ grant_type: "authorization_code", code: "x".repeat(43) },
				{
					authorization: basic({ ...application, secret: "sallyport_oidc_wrong" }),
					"x-forwarded-for": address,
				},
			);
		for (let sent = 0; sent < 520; sent += 20) {
			const some = Array.from({ length: 20 }, (_, at) => refuse(broken, `198.51.${sent / 20}.${at}`));
			for (const { status } of await Promise.all(some)) assert.equal(status, 401);
		}
		await refuse(other, "203.0.113.7");
		await service.visitor({ "x-forwarded-for": "203.0.113.8" }).post("/api/auth/login", {}, { csrf: "" });
		const rows = await rowsOf(service, "oidc_refused", "malicious_csrf");
		const ofOthers = rows.filter(({ detail }) => detail.application !== broken.id);
		assert.deepEqual(
			ofOthers.slice(-2).map((row) => [row.client_address, row.detail.application]),
			[
				["203.0.113.7", other.id],
				["203.0.113.8", undefined],
			],
		);
	});

	// Proves: sso-begun
	it("begins at most so many logins in a minute from one address, and users who are logged in are not held up", async () => {
		service.travel(61_000);
		const { url } = await charts.begin();
		const visitor = service.visitor();
		const path = `/oidc/auth${url.search}`;
		for (let time = 0; time < 120; time += 1) assert.equal((await visitor.get(path)).status, 303);
		const refused = await visitor.get(path, { accept: "text/html, application/xhtml+xml" });
		assert.equal(refused.status, 429);
		assert.match(refused.text, /Too many at once/);
		assert.equal((await ada.get(path)).status, 303);
		service.travel(60_000);
		assert.equal((await visitor.get(path)).status, 303);
	});

	// Proves: sso-begun
	it("begins at most 960 in a minute from an IPv6 network, of which refused ones take nothing", async () => {
		const { url } = await charts.begin();
		const visitor = service.visitor();
		const begin = async (address: string) =>
			(await visitor.get(`/oidc/auth${url.search}`, { "x-forwarded-for": address })).status;
		const set = (key: string, failures: number) =>
			service.running.deployment.opened.database
				.updateTable("attempts")
				.where("key", "like", `${key}:%`)
				.set({ failures })
				.execute();
		assert.equal(await begin("2001:db8:1:1::1"), 303);
		await set("application login of network", 959);
		await set("application login", 120);
		assert.equal(await begin("2001:db8:1:1::2"), 429);
		assert.equal(await begin("2001:db8:1:2::1"), 303);
		assert.equal(await begin("2001:db8:1:3::1"), 429);
		assert.equal(await begin("2001:db8:2:1::1"), 303);
	});
});
