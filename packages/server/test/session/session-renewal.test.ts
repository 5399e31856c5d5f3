import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { decodeJwt } from "jose";
import { createRenew } from "../../src/credentials/session/renew.ts";
import { createSessionLookUp } from "../../src/credentials/session/session-lookup-store.ts";
import { sha256 } from "../../src/platform/lib/hash.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { bearerOf, cookieOf, ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const second = 1000;
const minute = 60 * second;

forEachDatabase("renewing", (database) => {
	let service: TestService;
	let browser: Visitor;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await service.addUser("ada");
		browser = await service.loggedIn("ada");
	});
	after(() => service.stop());

	const ask = (method: string, path: string, headers: Record<string, string>) =>
		service.visitor().request(method, path, { headers });
	const who = (headers: Record<string, string>) => ask("GET", "/api/auth/session", headers);
	const logInForToken = async () => bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD));

	it("gives a new token of the same session, and the first one still works", async () => {
		const token = await logInForToken();
		const answer = await ask("POST", "/api/auth/renew", token);
		assert.deepEqual(Object.keys(answer.body ?? {}), ["id", "message", "token"]);
		const before = decodeJwt(token.authorization.slice(7));
		const renewed = decodeJwt(String(answer.body?.token));
		assert.equal(renewed.sid, before.sid);
		assert.equal(renewed.auth_time, before.auth_time);
		assert.notEqual(renewed.jti, before.jti);
		for (const headers of [token, bearerOf(answer)]) assert.equal((await who(headers)).status, 200);
	});

	// Proves: session-limits
	it("keeps a token session for twelve hours after the login, and no longer", async () => {
		let token = await logInForToken();
		for (let half = 1; half <= 23; half++) {
			service.travel(30 * minute);
			const answer = await ask("POST", "/api/auth/renew", token);
			assert.equal(answer.status, 200);
			token = bearerOf(answer);
		}
		service.travel(30 * minute - 10 * second);
		assert.equal((await who(token)).status, 200);
		service.travel(10 * second);
		assertProblem(await ask("POST", "/api/auth/renew", token), "session_expired");
	});

	// Proves: session-limits
	it("keeps a cookie session for twelve hours after the login, and no longer", async () => {
		browser = await service.loggedIn("ada");
		for (let half = 1; half <= 23; half++) {
			service.travel(30 * minute);
			assert.equal((await browser.post("/api/auth/renew")).status, 200);
		}
		service.travel(30 * minute - 10 * second);
		await ownSession(browser);
		service.travel(10 * second);
		assertProblem(await browser.get("/api/auth/session"), "session_expired");
	});

	// Proves: session-secrets
	it("replaces the secret of a cookie; the old one is valid for another half minute", async () => {
		browser = await service.loggedIn("ada");
		const { id } = await ownSession(browser);
		const old = cookieOf(browser);
		const answer = await browser.post("/api/auth/renew");
		assert.deepEqual(Object.keys(answer.body ?? {}), ["id", "message", "csrf", "expiresAt"]);
		assert.notEqual(cookieOf(browser).cookie, old.cookie);
		assert.equal((await ownSession(service.visitor(), old)).id, id);
		service.travel(30 * second);
		assertProblem(await who(old), "unauthenticated");
		assertProblem(
			await ask("POST", "/api/auth/renew", { ...old, csrf: browser.csrf ?? "" }),
			"unauthenticated",
		);
		assert.equal((await ownSession(browser)).id, id);
		assert.equal((await browser.post("/api/auth/renew")).status, 200);
	});

	// Proves: session-secrets
	it("takes back the secret before the last one at once", async () => {
		browser = await service.loggedIn("ada");
		const first = cookieOf(browser);
		await browser.post("/api/auth/renew");
		service.travel(10 * second);
		await browser.post("/api/auth/renew");
		assertProblem(await who(first), "unauthenticated");
		await ownSession(browser);
	});

	// Proves: mac-key
	it("ten times at once is answered ten times, and every answer works", async () => {
		browser = await service.loggedIn("ada");
		const headers = { ...cookieOf(browser), csrf: browser.csrf ?? "" };
		const twins = Array.from({ length: 10 }, () => service.visitor());
		const answers = await Promise.all(
			twins.map((twin) => twin.request("POST", "/api/auth/renew", { headers })),
		);
		for (const answer of answers) assert.equal(answer.status, 200, answer.text);
		service.travel(31 * second);
		for (const twin of twins) {
			await ownSession(twin);
			const checked = await twin.request("POST", "/api/auth/renew", { headers: { csrf: "" } });
			assertProblem(checked, "csrf_missing");
		}
		for (const [index, answer] of answers.entries()) {
			const csrf = String(answer.body?.csrf);
			const again = await twins[index]?.request("POST", "/api/auth/renew", { headers: { csrf } });
			assert.equal(again?.status, 200, `answer ${index}`);
		}
		assertProblem(await who({ cookie: headers.cookie }), "unauthenticated");
	});

	// Proves: mac-key
	it("overtaken by another one, gives the secret that is in force then", async () => {
		browser = await service.loggedIn("ada");
		const secret = browser.cookies.get("sallyport-sid") ?? "";
		const { deployment } = service.running;
		const { opened, clock } = deployment;
		const found = await createSessionLookUp(opened).bySecretHash(sha256(secret), clock());
		assert.ok(found !== null);
		assert.equal((await browser.post("/api/auth/renew")).status, 200);
		const renew = createRenew(deployment);
		const client = { address: "127.0.0.1", userAgent: null, requestId: "overtaken" };
		const overtaken = await renew(found, secret, client);
		assert.equal(overtaken.secret, browser.cookies.get("sallyport-sid"));
	});

	it("ten tokens at once are ten tokens", async () => {
		const token = await logInForToken();
		const renew = () => ask("POST", "/api/auth/renew", token);
		const answers = await Promise.all(Array.from({ length: 10 }, renew));
		assert.equal(new Set(answers.map((answer) => answer.body?.token)).size, 10);
		for (const answer of answers) assert.equal((await who(bearerOf(answer))).status, 200);
	});

	it("and logging out at once never leaves a session open", async () => {
		for (let round = 1; round <= 3; round++) {
			browser = await service.loggedIn("ada");
			const headers = { ...cookieOf(browser), csrf: browser.csrf ?? "" };
			const twins = Array.from({ length: 6 }, () => service.visitor());
			const answers = await Promise.all(
				twins.map((twin, index) =>
					twin.request("POST", index === 3 ? "/api/auth/logout" : "/api/auth/renew", { headers }),
				),
			);
			for (const answer of answers) assert.ok([200, 401].includes(answer.status), answer.text);
			assert.equal(answers[3]?.status, 200);
			for (const twin of [browser, ...twins]) {
				assert.equal((await twin.get("/api/auth/session")).status, 401);
			}
		}
	});
});
