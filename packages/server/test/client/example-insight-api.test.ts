import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { type Started, startExample } from "../support/examples.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { addPerson, logInForToken } from "../support/people.ts";
import { ADMIN_PASSWORD, freePort, startTestService, type TestService } from "../support/service.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

describe("examples/insight-api", () => {
	let service: TestService;
	let started: Started;
	let api: Visitor;
	let ada: { id: string };
	before(async () => {
		service = await startTestService({ settings: { ...cheap, SALLYPORT_TOKEN_CLAIMS: "groups" } });
		ada = await service.addUser("ada");
		started = await startExample("insight-api/server.ts", await freePort(), {
			SALLYPORT_URL: service.baseUrl,
		});
		api = createVisitor(`http://localhost:${started.port}`);
	});
	after(async () => {
		await started?.stop();
		await service?.stop();
	});

	const report = (headers: Record<string, string>) =>
		api.request("POST", "/reports", { body: { title: "Logins by weekday" }, headers });

	it("is closed to unauthenticated clients", async () => {
		for (const path of ["/insight", "/search?q=logins", "/nowhere"]) {
			const { status, body, headers } = await api.get(path);
			assert.deepEqual([status, body?.code], [401, "unauthenticated"]);
			assert.match(headers.get("www-authenticate") ?? "", /^Bearer /);
		}
		assert.equal((await report({ authorization: "Bearer x" })).body?.code, "invalid_token");
	});

	it("is open to a client with a token", async () => {
		const bearer = bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD));
		const insight = await api.get("/insight", bearer);
		assert.equal(insight.status, 200, insight.text);
		assert.deepEqual(insight.body?.caller, { userId: ada.id, role: "user", kind: "token" });
		assert.deepEqual((await api.get("/search?q=HOUR", bearer)).body, {
			found: [{ title: "Logins by hour", author: null }],
		});
		const written = await report(bearer);
		assert.deepEqual([written.status, written.body], [201, { title: "Logins by weekday", author: ada.id }]);
	});

	it("is open to a client with a cookie until the logout, and to unsafe calls only with its CSRF token", async () => {
		const browser = await service.loggedIn("ada");
		const cookie = cookieOf(browser);
		const insight = await api.get("/insight", cookie);
		assert.deepEqual(insight.body?.caller, { userId: ada.id, role: "user", kind: "cookie" });
		const refused = await report(cookie);
		assert.deepEqual([refused.status, refused.body?.code], [403, "csrf_missing"]);
		assert.equal((await report({ ...cookie, csrf: String(refused.body?.csrf) })).status, 201);
		await browser.post("/api/auth/logout");
		const late = await api.get("/insight", cookie);
		assert.deepEqual([late.status, late.body?.code], [401, "session_ended"]);
	});

	it("shows all reports to analysts only, by cookie and by token", async () => {
		await addPerson(service, "cleo", { groups: ["analysts"] });
		for (const headers of [
			bearerOf(await logInForToken(service, "cleo")),
			cookieOf(await service.loggedIn("cleo")),
		])
			assert.equal((await api.get("/reports", headers)).status, 200);
		for (const headers of [
			bearerOf(await logInForToken(service, "ada")),
			cookieOf(await service.loggedIn("ada")),
		]) {
			const { status, body, headers: told } = await api.get("/reports", headers);
			assert.deepEqual([status, body?.code, body?.group], [403, "forbidden", "analysts"]);
			assert.match(told.get("www-authenticate") ?? "", /error="insufficient_scope"$/);
		}
	});

	it("empties the archive for a second factor only, and soon after it", async () => {
		await service.addUser("bob");
		const app = await enrol(service, await service.loggedIn("bob"));
		const empty = (headers: Record<string, string>) => api.request("DELETE", "/reports", { headers });
		const browser = await service.loggedIn("ada");
		for (const weak of [
			bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD)),
			{ ...cookieOf(browser), csrf: browser.csrf ?? "" },
		]) {
			const { status, body, headers } = await empty(weak);
			assert.deepEqual([status, body?.code], [401, "insufficient_user_authentication"]);
			assert.match(headers.get("www-authenticate") ?? "", /acr_values="aal2 phr", max_age="300"$/);
			assert.equal(body?.reauthenticateAt, `${service.baseUrl}/reauthenticate?acr=aal2`);
		}
		const twoSteps = await service.visitor().logIn("bob", ADMIN_PASSWORD, { code: app.code(1) });
		const { status, body } = await empty(bearerOf(twoSteps));
		assert.equal(status, 200);
		assert.ok(Number(body?.removed) >= 2);
	});
});
