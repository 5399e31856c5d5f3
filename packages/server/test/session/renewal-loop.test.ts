// At length: it needs thousands of rows or attempts.
/** Renewals in a loop: each is answered with a credential that works, and hardly any writes. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { decodeJwt } from "jose";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { bearerOf, cookieOf, ownSession } from "../support/own-session.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

const second = 1000;
const ROUNDS = 100;
/** One each five seconds, on however slow a machine. */
const FEW = 10;

onSqlite("a hundred renewals in a row over two instances", (database) => {
	let service: TestService;
	let other: TestService;
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		const settings = { ...cheap, SALLYPORT_BASE_URL: service.baseUrl };
		other = await startTestService({ databaseUrl, settings });
		await service.addUser("ada");
	});
	after(async () => {
		await other.stop();
		await service.stop();
	});

	const travel = (milliseconds: number) => {
		for (const each of [service, other]) each.travel(milliseconds);
	};
	/** A new client of one instance, then of the other. */
	const instance = (round: number) =>
		createVisitor(`http://localhost:${(round % 2 === 0 ? service : other).port}`);
	const renewBy = (visitor: Visitor, headers: Record<string, string>) =>
		visitor.request("POST", "/api/auth/renew", { headers });
	const countRenewals = async (sessionId: string) => {
		const events = service.running.deployment.opened.database.selectFrom("audit_events").select("id");
		const of = events.where("event", "=", "session_renewed").where("session_id", "=", sessionId);
		return (await of.execute()).length;
	};

	it("of a token give as many tokens of one session, and few rows", async () => {
		const login = await service.visitor().logIn("ada", ADMIN_PASSWORD);
		const { sid } = decodeJwt<{ sid: string }>(String(login.body?.token));
		travel(10 * second);
		let token = bearerOf(login);
		const ids = new Set<unknown>();
		for (let round = 0; round < ROUNDS; round++) {
			const answer = await renewBy(instance(round), token);
			assert.equal(answer.status, 200, answer.text);
			token = bearerOf(answer);
			const claims = decodeJwt(String(answer.body?.token));
			assert.equal(claims.sid, sid);
			ids.add(claims.jti);
		}
		assert.equal(ids.size, ROUNDS);
		await ownSession(service.visitor(), token);
		const renewals = await countRenewals(sid);
		assert.ok(renewals >= 1 && renewals <= FEW, `${renewals}`);
	});

	for (const together of [1, 20]) {
		// Proves: mac-key
		it(`of a cookie, ${together} at a time, leave one secret in force, and few rows`, async () => {
			const browser = await service.loggedIn("ada");
			const { id } = await ownSession(browser);
			for (let round = 0; round < ROUNDS; round += together) {
				const headers = { ...cookieOf(browser), csrf: browser.csrf ?? "" };
				const twins = Array.from({ length: together }, (_, at) => instance(round + at));
				const answers = await Promise.all(twins.map((twin) => renewBy(twin, headers)));
				for (const answer of answers) assert.equal(answer.status, 200, answer.text);
				// Only a new secret is sent, so that none can replace a newer one.
				const given = new Set(twins.flatMap((twin) => twin.cookies.get("sallyport-sid") ?? []));
				assert.ok(given.size <= 1, [...given].join(" "));
				for (const secret of given) browser.cookies.set("sallyport-sid", secret);
				browser.csrf = String(answers[0]?.body?.csrf);
			}
			const renewals = await countRenewals(id);
			assert.ok(renewals >= 1 && renewals <= FEW, `${renewals}`);
			travel(40 * second);
			assert.equal((await ownSession(browser)).id, id);
		});
	}

	// Proves: mac-key
	it("of a cookie by the secret before get the one in force, and few rows", async () => {
		const browser = await service.loggedIn("ada");
		const { id } = await ownSession(browser);
		const headers = { ...cookieOf(browser), csrf: browser.csrf ?? "" };
		assert.equal((await browser.post("/api/auth/renew")).status, 200);
		travel(6 * second);
		for (let round = 0; round < ROUNDS; round++) {
			const twin = instance(round);
			assert.equal((await renewBy(twin, headers)).status, 200);
			assert.equal(twin.cookies.get("sallyport-sid"), browser.cookies.get("sallyport-sid"));
		}
		const renewals = await countRenewals(id);
		assert.ok(renewals >= 2 && renewals <= FEW, `${renewals}`);
	});

	it("of a token all at once write once", async () => {
		const login = await service.visitor().logIn("ada", ADMIN_PASSWORD);
		const { sid } = decodeJwt<{ sid: string }>(String(login.body?.token));
		travel(10 * second);
		const answers = await Promise.all(
			Array.from({ length: ROUNDS }, (_, round) => renewBy(instance(round), bearerOf(login))),
		);
		for (const answer of answers) assert.equal(answer.status, 200, answer.text);
		const renewals = await countRenewals(sid);
		assert.ok(renewals >= 1 && renewals <= FEW, `${renewals}`);
	});

	it("do not keep a confirmed password from being noted", async () => {
		const browser = await service.loggedIn("ada");
		assert.equal((await browser.post("/api/auth/renew")).status, 200);
		const before = cookieOf(browser);
		travel(second);
		const confirmed = await browser.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
		assert.equal(confirmed.status, 200);
		assert.notEqual(cookieOf(browser).cookie, before.cookie);
		const { authenticatedAt, createdAt } = await ownSession(browser);
		assert.ok(Date.parse(authenticatedAt) > Date.parse(createdAt));
	});

	it("are not the only thing that keeps a session alive: five seconds later it is extended again", async () => {
		const browser = await service.loggedIn("ada");
		const ends: string[] = [];
		for (let round = 0; round < 3; round++) {
			assert.equal((await browser.post("/api/auth/renew")).status, 200);
			ends.push((await ownSession(browser)).idleExpiresAt);
			travel(6 * second);
		}
		assert.equal(new Set(ends).size, 3);
	});
});
