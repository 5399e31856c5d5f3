import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { createRemoteJWKSet, jwtVerify } from "jose";
import * as client from "openid-client";
import { addApplication, agree, enter, follow, ONLY_ON } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { createRunnerBeside, startTestService, type TestService } from "../support/service.ts";

forEachDatabase("A login to an application", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({
			databaseUrl: await database.url(),
			prefix: "/login",
			settings: { ...cheap, ...ONLY_ON },
		});
		await service.addUser("ada");
	});
	after(() => service.stop());

	it("asks a user who is not logged in to log in, then for consent, once", async () => {
		const charts = await addApplication(service);
		const visitor = service.visitor();
		const first = await charts.begin();
		const login = await follow(service, visitor, first.url);
		assert.match(login.at, /^\/login\?next=%2Flogin%2Foidc-login%2F/);
		await visitor.logIn("ada", "correct horse battery staple", { session: true });
		const next = decodeURIComponent(login.at.slice("/login?next=".length));
		const asked = await follow(service, visitor, next);
		const begun = { ...first, url: new URL(`${service.baseUrl}${asked.at}`) };
		const tokens = await first.redeem(await agree(service, visitor, begun));
		const claims = tokens.claims();
		assert.equal(claims?.preferred_username, "ada");
		assert.deepEqual([claims?.acr, claims?.amr, claims?.groups], ["aal1", ["pwd"], []]);
		const told = await client.fetchUserInfo(charts.configuration, tokens.access_token, String(claims?.sub));
		assert.equal(told.name, "ada");
		assert.equal(
			told.client_id,
			charts.id,
			"a service that takes tokens of one application refuses others by it",
		);
		const again = await enter(service, visitor, charts);
		assert.equal(again.claims()?.sub, claims?.sub);
	});

	it("keeps the session alive for as long as the application renews itself", async () => {
		const charts = await addApplication(service, { trusted: true, scopes: ["profile", "offline_access"] });
		const [visitor, idle] = [await service.loggedIn("ada"), await service.loggedIn("ada")];
		let tokens: client.TokenEndpointResponse = await enter(service, visitor, charts, {
			scope: "openid profile",
		});
		for (let minutes = 0; minutes < 80; minutes += 20) {
			service.travel(20 * 60_000);
			tokens = await client.refreshTokenGrant(charts.configuration, tokens.refresh_token ?? "");
			await service.running.maintenance.run();
		}
		assert.equal((await visitor.get("/api/auth/session")).status, 200);
		assert.equal((await idle.get("/api/auth/session")).status, 401);
		service.travel(-80 * 60_000);
	});

	it("renews itself until the session ends, where the user did not agree to more", async () => {
		const mail = await addApplication(service, {
			scopes: ["profile", "offline_access"],
			offlineDays: 30,
		});
		const visitor = await service.loggedIn("ada");
		// Without `prompt=consent`, nothing beyond the session may be given (OpenID Connect Core, section 11).
		const begun = await mail.begin({ scope: "openid profile offline_access" });
		const first = await begun.redeem(await agree(service, visitor, begun));
		const renewed = await client.refreshTokenGrant(mail.configuration, first.refresh_token ?? "");
		await visitor.post("/api/auth/logout");
		await assert.rejects(client.refreshTokenGrant(mail.configuration, renewed.refresh_token ?? ""));
	});

	it("is completed while all keys are rotated, those of applications with the others", async () => {
		const { keys } = service.running.deployment.administration;
		const charts = await addApplication(service);
		const visitor = await service.loggedIn("ada");
		const begun = await charts.begin();
		const before = await keys.listOfApplications();
		const next = before.find(({ activatedAt }) => activatedAt === null)?.kid;
		const { at } = await follow(service, visitor, begun.url);
		await keys.rotateSealingKey(true);
		const waiting = { ...begun, url: new URL(`${service.baseUrl}${at}`) };
		const back = await agree(service, visitor, waiting);
		const { applications } = await keys.rotateSigningKey(true);
		assert.equal(applications?.active, next);
		await keys.rotateSealingKey(true);
		// Instances read the keys once a second.
		service.travel(1_500);
		await service.running.maintenance.run();
		const { id_token = "" } = await begun.redeem(back);
		const published = createRemoteJWKSet(new URL(`${service.baseUrl}/oidc/jwks`));
		const { protectedHeader } = await jwtVerify(id_token, published);
		assert.equal(protectedHeader.kid, next);
		service.travel(-1_500);
		const run = createRunnerBeside(service, await database.url());
		assert.match((await run("key list")).out, new RegExp(`^${next} +applications +RS256 +active `, "m"));

		// Of access tokens they are older here, as they are where single sign-on was turned on a minute ago.
		const { database: queries } = service.running.deployment.opened;
		await queries.updateTable("signing_keys").set({ created_at: 0 }).execute();
		const kids = async () => (await keys.listSigningKeys()).map(({ kid }) => kid);
		const kept = await kids();
		const refused = await run("key rotate");
		assert.equal(refused.code, 1);
		assert.match(refused.err, /The next signing key of applications is so new .* Rotate after /);
		assert.deepEqual(await kids(), kept, "both kinds or neither");
	});
});
