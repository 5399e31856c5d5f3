import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { cookieOf, ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

onSqlite("the cookie of a session", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		for (const name of ["ada", "bob"]) await service.addUser(name);
	});
	after(() => service.stop());
	const who = (headers: Record<string, string>) => service.visitor().get("/api/auth/session", headers);

	// Proves: session-end
	it("is replaced by the next login in the same browser, which ends the old one", async () => {
		const browser = await service.loggedIn("ada");
		const old = cookieOf(browser);
		assert.equal((await browser.logIn("ada", ADMIN_PASSWORD, { session: true })).status, 200);
		assert.notEqual(cookieOf(browser).cookie, old.cookie);
		assertProblem(await who(old), "session_ended");
		await ownSession(browser);
	});

	it("is left alone by a login for a token", async () => {
		const browser = await service.loggedIn("ada");
		assert.equal((await browser.logIn("ada", ADMIN_PASSWORD)).status, 200);
		await ownSession(browser);
	});

	it("shows nothing of the user who was logged in before", async () => {
		const browser = await service.loggedIn("ada");
		const ofAda = await ownSession(browser);
		await browser.logIn("bob", ADMIN_PASSWORD, { session: true });
		assert.equal((await browser.get("/api/auth/session")).body?.username, "bob");
		assert.notEqual((await ownSession(browser)).id, ofAda.id);
		const { sessions } = (await browser.get("/api/auth/sessions")).body as {
			sessions: Array<{ id: string }>;
		};
		assert.ok(!sessions.some(({ id }) => id === ofAda.id));
		assert.doesNotMatch((await browser.get("/account")).text, /\bada\b/);
	});

	it("keeps its session when the login that would replace it fails", async () => {
		const browser = await service.loggedIn("ada");
		assertProblem(await browser.logIn("bob", "not the password", { session: true }), "invalid_credentials");
		assert.equal((await browser.get("/api/auth/session")).body?.username, "ada");
	});

	// Proves: session-secrets
	it("is never one that a client has chosen", async () => {
		const fixated = "F".repeat(43);
		const victim = service.visitor();
		victim.cookies.set("sallyport-sid", fixated);
		assert.equal((await victim.logIn("ada", ADMIN_PASSWORD, { session: true })).status, 200);
		assert.notEqual(victim.cookies.get("sallyport-sid"), fixated);
		const refused = await who({ cookie: `sallyport-sid=${fixated}` });
		assertProblem(refused, "unauthenticated");
		assert.match(refused.headers.getSetCookie().join(), /^sallyport-sid=; .*Max-Age=0$/);
	});

	it("is never the cookie from before the login", async () => {
		const visitor = service.visitor();
		await visitor.get("/login");
		const secret = visitor.cookies.get("sallyport-pre");
		await visitor.logIn("ada", ADMIN_PASSWORD, { session: true });
		assert.equal(visitor.cookies.has("sallyport-pre"), false);
		assert.notEqual(visitor.cookies.get("sallyport-sid"), secret);
		assertProblem(await who({ cookie: `sallyport-sid=${secret}` }), "unauthenticated");
	});

	// Proves: csrf-foreign-cookie
	it("is ignored when it comes twice, in either order", async () => {
		const { cookie } = cookieOf(await service.loggedIn("ada"));
		const other = `sallyport-sid=${"x".repeat(43)}`;
		for (const both of [`${cookie}; ${other}`, `${other}; ${cookie}`, `${cookie}; ${cookie}`]) {
			assertProblem(await who({ cookie: both }), "unauthenticated");
		}
	});

	// Proves: csrf-foreign-cookie
	it("is found among other cookies, and only under its exact name", async () => {
		const { cookie } = cookieOf(await service.loggedIn("ada"));
		assert.equal((await who({ cookie: `a=b; ${cookie}; sallyport-sidecar=x` })).status, 200);
		for (const renamed of [cookie.replace("sid", "SID"), cookie.replace("sally", " sally.")]) {
			assertProblem(await who({ cookie: renamed }), "unauthenticated");
		}
	});

	for (const garbage of [
		"",
		"x",
		"%00",
		"'",
		"é",
		"x".repeat(42),
		"x".repeat(44),
		"x".repeat(8000),
		'"quoted"',
	]) {
		it(`identifies no user when it is ${garbage.slice(0, 10)} (${garbage.length})`, async () => {
			assertProblem(await who({ cookie: `sallyport-sid=${garbage}` }), "unauthenticated");
		});
	}

	it("is no identifier, and neither is a token", async () => {
		const browser = await service.loggedIn("ada");
		const userId = String((await browser.get("/api/auth/session")).body?.id);
		for (const id of [userId, (await ownSession(browser)).id]) {
			assertProblem(await who({ cookie: `sallyport-sid=${id}` }), "unauthenticated");
			assertProblem(await who({ authorization: `Bearer ${id}` }), "invalid_token");
			const secret = browser.cookies.get("sallyport-sid") ?? "";
			assertProblem(await who({ authorization: `Bearer ${secret}` }), "invalid_token");
		}
	});

	// Proves: session-secrets
	it("is nowhere in the database, and neither is a password", async () => {
		const browser = await service.loggedIn("ada");
		const { database: queries } = service.running.deployment.opened;
		const dump = JSON.stringify([
			await queries.selectFrom("sessions").selectAll().execute(),
			await queries.selectFrom("users").selectAll().execute(),
			await queries.selectFrom("audit_events").selectAll().execute(),
			await queries.selectFrom("attempts").selectAll().execute(),
		]);
		assert.ok(!dump.includes(browser.cookies.get("sallyport-sid") ?? "?"));
		assert.ok(!dump.includes(ADMIN_PASSWORD));
	});
});
