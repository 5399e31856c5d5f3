/** What an application may ask of a login: how long ago, anew, how strong, and without a question. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { addApplication, agree, enter, follow, ONLY_ON } from "../support/application.ts";
import { enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase, prefixOn } from "../support/databases.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

forEachDatabase("An application asks", (database) => {
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON };
		service = await startTestService({
			databaseUrl: await database.url(),
			prefix: prefixOn(database),
			settings,
		});
		await service.addUser("ada");
		await service.addUser("bob");
	});
	after(() => service.stop());

	const reauthenticate = (visitor: Awaited<ReturnType<TestService["loggedIn"]>>) =>
		visitor.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });

	it("for a login that is not older than a minute, and the user is asked once", async () => {
		const charts = await addApplication(service, { trusted: true });
		const visitor = await service.loggedIn("ada");
		assert.ok(await enter(service, visitor, charts, { max_age: "60" }));
		service.travel(61_000);
		const begun = await charts.begin({ max_age: "60" });
		const { at } = await follow(service, visitor, begun.url);
		assert.match(at, /^\/reauthenticate\?next=(?:%2Flogin)?%2Foidc-login%2F[^&]+&acr=aal1$/);
		assert.equal((await reauthenticate(visitor)).status, 200);
		const next = decodeURIComponent(/next=([^&]+)/.exec(at)?.[1] ?? "");
		const arrived = await follow(service, visitor, next);
		assert.ok(arrived.at.startsWith(charts.redirectUri), arrived.at);
		service.travel(-61_000);
	});

	it("for a login anew, whenever the last one was", async () => {
		const charts = await addApplication(service, { trusted: true });
		const visitor = await service.loggedIn("ada");
		service.travel(2_000);
		const begun = await charts.begin({ prompt: "login" });
		const { at } = await follow(service, visitor, begun.url);
		assert.match(at, /^\/reauthenticate/);
		const next = decodeURIComponent(/next=([^&]+)/.exec(at)?.[1] ?? "");
		assert.match((await follow(service, visitor, next)).at, /^\/reauthenticate/, "without a proof");
		await reauthenticate(visitor);
		assert.ok((await begun.redeem((await follow(service, visitor, next)).at)).claims());
	});

	it("for no page at all, and gets the reason why it would take one", async () => {
		const charts = await addApplication(service);
		const stranded = service.visitor();
		const none = async (
			visitor: typeof stranded,
			more: Record<string, string> = {},
			application = charts,
		) => {
			const begun = await application.begin({ prompt: "none", ...more });
			return new URL((await follow(service, visitor, begun.url)).at).searchParams.get("error");
		};
		assert.equal(await none(stranded), "login_required");
		const visitor = await service.loggedIn("ada");
		assert.equal(await none(visitor), "consent_required");
		await agree(service, visitor, await charts.begin());
		assert.equal(await none(visitor), null);
		service.travel(5_000);
		assert.equal(await none(visitor, { max_age: "1" }), "login_required");
		// RFC 8252, 8.6: another program on the device may have its address.
		const onDevice = await addApplication(service, { trusted: true, kind: "native" });
		assert.equal(await none(visitor, {}, onDevice), "interaction_required");
		const strict = await addApplication(service, { trusted: true, requireAcr: "aal2" });
		assert.equal(await none(visitor, {}, strict), "login_required");
	});

	it("for a user by an id token, and does not get another one", async () => {
		const charts = await addApplication(service, { trusted: true });
		const { id_token = "" } = await enter(service, await service.loggedIn("ada"), charts);
		const bob = await service.loggedIn("bob");
		const { at } = await follow(service, bob, (await charts.begin({ id_token_hint: id_token })).url);
		assert.equal(new URL(at).searchParams.get("error"), "login_required");
		const ada = await service.loggedIn("ada");
		assert.ok(await enter(service, ada, charts, { id_token_hint: id_token }));
	});

	it("for more than before, while its question is open, and the user who says yes gets the next step", async () => {
		const charts = await addApplication(service);
		const visitor = await service.loggedIn("ada");
		const begun = await charts.begin();
		const { at } = await follow(service, visitor, begun.url);
		visitor.csrf = await service.copiedCsrf(visitor);
		const { applications } = service.running.deployment.administration;
		await applications.change({ id: charts.id }, { requireAcr: "aal2" });
		const refused = await visitor.post(at, { allow: true });
		assert.deepEqual(
			[refused.status, refused.body?.code, refused.body?.acr],
			[403, "reauthentication_required", "aal2"],
		);
		await applications.change({ id: charts.id }, { requireAcr: null });
		assert.equal((await visitor.post(at, { allow: true })).status, 200);
	});

	it("for two factors: where the user has them, where the operator requires them", async () => {
		const charts = await addApplication(service, { trusted: true });
		const visitor = await service.loggedIn("bob");
		const without = await enter(service, visitor, charts, { acr_values: "aal2" });
		assert.equal(without.claims()?.acr, "aal1", "a wish that cannot be met");
		const strict = await addApplication(service, { trusted: true, requireAcr: "aal2" });
		const { at } = await follow(service, visitor, (await strict.begin()).url);
		assert.match(at, /^\/reauthenticate\?.*&acr=aal2$/);
		const app = await enrol(service, visitor);
		await visitor.post("/api/auth/logout");
		const again = service.visitor();
		await again.logIn("bob", ADMIN_PASSWORD, { session: true, code: app.next() });
		assert.equal((await enter(service, again, charts, { acr_values: "aal2" })).claims()?.acr, "aal2");
		assert.equal((await enter(service, again, strict)).claims()?.acr, "aal2");
	});
});
