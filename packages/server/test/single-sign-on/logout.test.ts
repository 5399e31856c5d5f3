import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import * as client from "openid-client";
import { addApplication, enter, follow, form, ONLY_ON } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { startLogoutReceiver } from "../support/logout-receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const LOOPBACK = { SALLYPORT_OUTBOUND_ALLOW: "127.0.0.0/8" };

forEachDatabase("A logout", (database) => {
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON, ...LOOPBACK };
		service = await startTestService({ databaseUrl: await database.url(), settings });
		await service.addUser("ada");
	});
	after(() => service.stop());

	it("reaches each application of the session, whatever ends it, and no other one", async () => {
		const receiver = await startLogoutReceiver();
		const unheard = await startLogoutReceiver();
		const charts = await addApplication(service, { trusted: true, logoutUri: receiver.url });
		await addApplication(service, { trusted: true, logoutUri: unheard.url });
		const visitor = await service.loggedIn("ada");
		const claims = (await enter(service, visitor, charts)).claims();
		await visitor.post("/api/auth/logout");
		const token = await receiver.next();
		const keys = createRemoteJWKSet(new URL(`${service.baseUrl}/oidc/jwks`));
		const { payload, protectedHeader } = await jwtVerify(token, keys, {
			issuer: `${service.baseUrl}/oidc`,
			audience: charts.id,
			typ: "logout+jwt",
		});
		assert.equal(protectedHeader.alg, "RS256");
		assert.deepEqual([payload.sub, payload.sid], [claims?.sub, claims?.sid]);
		assert.deepEqual(payload.events, { "http://schemas.openid.net/event/backchannel-logout": {} });
		assert.ok(!("nonce" in payload) && typeof payload.jti === "string");
		assert.equal(unheard.got.length, 0);
		receiver.stop();
		unheard.stop();
	});

	it("is tried again, then fails with an event that names the application", async () => {
		const receiver = await startLogoutReceiver((response) => void response.writeHead(503).end());
		const charts = await addApplication(service, { trusted: true, logoutUri: receiver.url });
		const visitor = await service.loggedIn("ada");
		await enter(service, visitor, charts);
		await visitor.post("/api/auth/logout");
		for (const wait of [0, 10_000, 60_000, 300_000, 1_800_000, 7_200_000]) {
			service.travel(wait);
			service.running.deployment.outbox.nudge();
			await receiver.next();
			await eventually(async () => (await deliveries()).filter(({ lease_until }) => lease_until === null));
		}
		const [failed] = await eventually(() => rowsOf(service, "oidc_logout_failed"));
		assert.deepEqual(failed?.detail, { client: charts.id, status: "http_503", attempts: 6 });
		receiver.stop();
	});

	const deliveries = () => {
		const { database } = service.running.deployment.opened;
		return database
			.selectFrom("deliveries")
			.selectAll()
			.where("target", "=", "logout")
			.where("state", "!=", "sent")
			.execute();
	};

	it("reaches an application that is removed, which knows its users no longer", async () => {
		const receiver = await startLogoutReceiver();
		const charts = await addApplication(service, { trusted: true, logoutUri: receiver.url });
		const claims = (await enter(service, await service.loggedIn("ada"), charts)).claims();
		await service.running.deployment.administration.applications.remove({ id: charts.id });
		assert.equal(decodeJwt(await receiver.next()).sid, claims?.sid);
		receiver.stop();
	});

	it("is silent where a session merely expires", async () => {
		const receiver = await startLogoutReceiver();
		const charts = await addApplication(service, { trusted: true, logoutUri: receiver.url });
		const visitor = await service.loggedIn("ada");
		await enter(service, visitor, charts);
		service.travel(13 * 3_600_000);
		await service.running.maintenance.run();
		const other = await service.loggedIn("ada");
		await enter(service, other, charts);
		await other.post("/api/auth/logout");
		await receiver.next();
		assert.equal(receiver.got.length, 0);
		receiver.stop();
	});

	describe("that an application asks for", () => {
		const home = "https://charts.example.com/bye";
		const end = async (
			application: Awaited<ReturnType<typeof addApplication>>,
			given: Record<string, string>,
		) => client.buildEndSessionUrl(application.configuration, { post_logout_redirect_uri: home, ...given });

		/** As the button of the page does. */
		const confirm = (
			visitor: Visitor,
			{ text }: Answer,
			xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? "",
		) =>
			visitor.request("POST", "/oidc/session/end/confirm", {
				body: `xsrf=${xsrf}&logout=yes`,
				headers: form,
			});

		it("is done at once with the id token of this session, and leads back with the state", async () => {
			const charts = await addApplication(service, { trusted: true, postLogoutUris: [home] });
			const visitor = await service.loggedIn("ada");
			const tokens = await enter(service, visitor, charts);
			const url = await end(charts, { id_token_hint: tokens.id_token ?? "", state: "a b" });
			const { at } = await follow(service, visitor, url);
			assert.equal(at, `${home}?state=a+b`);
			assert.equal((await visitor.get("/api/auth/session")).status, 401);
		});

		it("may come as a form, from another site too, where it has no cookie", async () => {
			const charts = await addApplication(service, { trusted: true, postLogoutUris: [home] });
			const visitor = await service.loggedIn("ada");
			const { id_token = "" } = await enter(service, visitor, charts);
			const { searchParams } = await end(charts, { id_token_hint: id_token, state: "a b&c" });
			const headers = { ...form, origin: "https://charts.example.com", "sec-fetch-site": "cross-site" };
			const crossSite = service.visitor();
			const led = await crossSite.request("POST", "/oidc/session/end", {
				...{ body: searchParams.toString(), headers },
			});
			assert.equal(led.status, 303);
			assert.equal((await visitor.get("/api/auth/session")).status, 200);
			const { at } = await follow(service, visitor, led.headers.get("location") ?? "");
			assert.equal(at, `${home}?state=a+b%26c`);
			assert.equal((await visitor.get("/api/auth/session")).status, 401);
		});

		it("asks a user whose session the application has not shown", async () => {
			const charts = await addApplication(service, { trusted: true, postLogoutUris: [home] });
			const visitor = await service.loggedIn("ada");
			await enter(service, visitor, charts);
			const { answer } = await follow(service, visitor, await end(charts, {}));
			assert.match(answer.text, /<h1>Log out\?<\/h1>/);
			assert.match(
				answer.headers.get("content-security-policy") ?? "",
				/form-action 'self' https:\/\/charts\.example\.com;/,
			);
			assert.equal((await visitor.get("/api/auth/session")).status, 200);
			assert.equal((await confirm(visitor, answer, "x")).status, 400);
			const done = await confirm(visitor, answer);
			assert.equal(done.headers.get("location"), home);
			assert.equal((await visitor.get("/api/auth/session")).status, 401);
		});

		it("leaves access beyond the session as it is, whether or not the user was asked", async () => {
			const charts = await addApplication(service, {
				...{ trusted: true, scopes: ["openid", "offline_access"], offlineDays: 7 },
			});
			for (const isAsked of [true, false]) {
				const visitor = await service.loggedIn("ada");
				const held = await enter(service, visitor, charts, { scope: "openid" });
				const hint = isAsked ? {} : { id_token_hint: held.id_token ?? "" };
				const url = client.buildEndSessionUrl(charts.configuration, hint);
				const { answer } = await follow(service, visitor, url);
				if (isAsked) await confirm(visitor, answer);
				assert.equal((await visitor.get("/api/auth/session")).status, 401);
				assert.ok(await client.refreshTokenGrant(charts.configuration, held.refresh_token ?? ""));
			}
		});

		it("leads back at once when the session is over already", async () => {
			const charts = await addApplication(service, { trusted: true, postLogoutUris: [home] });
			const visitor = await service.loggedIn("ada");
			const { id_token = "" } = await enter(service, visitor, charts);
			await visitor.post("/api/auth/logout");
			const url = await end(charts, { id_token_hint: id_token, state: "x" });
			assert.equal((await follow(service, visitor, url)).at, `${home}?state=x`);
			const { answer } = await follow(service, visitor, `${service.baseUrl}/oidc/session/end`);
			assert.match(answer.text, /<h1>You are logged out<\/h1>/);
		});

		it("asks when the id token is of another session of the same user", async () => {
			const receiver = await startLogoutReceiver();
			const charts = await addApplication(service, {
				...{ trusted: true, postLogoutUris: [home], logoutUri: receiver.url },
			});
			const [first, second] = [await service.loggedIn("ada"), await service.loggedIn("ada")];
			const { id_token } = await enter(service, first, charts);
			await enter(service, second, charts);
			const { answer } = await follow(service, second, await end(charts, { id_token_hint: id_token ?? "" }));
			assert.match(answer.text, /<h1>Log out\?<\/h1>/);
			receiver.stop();
		});

		it("does not end the session of another user, whose id token it is not", async () => {
			await service.addUser("eve");
			const charts = await addApplication(service, { trusted: true, postLogoutUris: [home] });
			const eve = await service.loggedIn("eve");
			const hers = await enter(service, eve, charts);
			const visitor = await service.loggedIn("ada");
			const { answer } = await follow(
				service,
				visitor,
				await end(charts, { id_token_hint: hers.id_token ?? "" }),
			);
			assert.match(answer.text, /<h1>Log out\?<\/h1>/);
		});

		it("leads to no address that is not registered", async () => {
			const charts = await addApplication(service, { trusted: true, postLogoutUris: [home] });
			const visitor = await service.loggedIn("ada");
			const tokens = await enter(service, visitor, charts);
			for (const post_logout_redirect_uri of [`${home}/../x`, "https://evil.example", `${home}?x`]) {
				const { answer } = await follow(
					service,
					visitor,
					await end(charts, { id_token_hint: tokens.id_token ?? "", post_logout_redirect_uri }),
				);
				assert.equal(answer.status, 400, post_logout_redirect_uri);
			}
			assert.equal((await visitor.get("/api/auth/session")).status, 200);
		});
	});
});

async function eventually<Row>(read: () => Promise<Row[]>): Promise<Row[]> {
	for (;;) {
		const rows = await read();
		if (rows.length > 0) return rows;
		await new Promise((resolve) => setImmediate(resolve));
	}
}
