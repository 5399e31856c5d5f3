/** Refusals on record, over HTTP: one event for each kind, and by whom, if that is known. */
// Proves: audit-log
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import type { AuditEventName } from "../../src/platform/audit/events.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { type EventRow, rowsOf } from "../support/event-rows.ts";
import { bearerOf, cookieOf, ownSession } from "../support/own-session.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const MINUTE = 60_000;
const login = "/api/auth/login";

interface Case {
	name: string;
	request: (visitor: Visitor) => Promise<Answer>;
	event: AuditEventName;
	detail: Record<string, unknown>;
	/** warn by default. */
	level?: "info";
}

const post =
	(body: unknown, headers: Record<string, string> = {}) =>
	(visitor: Visitor) =>
		visitor.post(login, body, headers);

const ofAnyone: Case[] = [
	{
		name: "no CSRF token",
		request: post({}, { csrf: "" }),
		event: "malicious_csrf",
		detail: { code: "csrf_missing" },
		level: "info",
	},
	{
		name: "a wrong CSRF token",
		request: post({}, { csrf: "c1.x.y" }),
		event: "malicious_csrf",
		detail: { code: "csrf_invalid" },
	},
	{
		name: "a foreign origin",
		request: post({}, { origin: "https://evil.example" }),
		event: "malicious_cors",
		detail: { code: "origin_forbidden" },
	},
	{
		name: "an unknown member, next to a missing one",
		request: post({ username: "ada", planted: "x" }),
		event: "malicious_extraneous",
		detail: { code: "unknown_field" },
	},
	{
		name: "a member twice",
		request: post('{"username":"a","username":"b","password":"x"}'),
		event: "malicious_extraneous",
		detail: { code: "duplicate_key" },
	},
	{
		name: "half a body",
		request: post('{"username":"a'),
		event: "input_validation_fail",
		detail: { code: "malformed_json" },
	},
	{
		name: "wrong types and a missing member",
		request: post({ username: 1, session: "yes" }),
		event: "input_validation_fail",
		detail: { code: "validation_failed", fields: ["/password", "/session", "/username"] },
	},
	{
		name: "a name with a space",
		request: post({ username: "a b", password: "x" }),
		event: "input_validation_fail",
		detail: { code: "validation_failed", fields: ["/username"] },
	},
];

onSqlite("a refusal on record", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await service.addUser("ada");
	});
	after(() => service.stop());

	/** What was refused before is counted and told: whatever is refused now is a first one. */
	async function passMinute(): Promise<void> {
		service.travel(2 * MINUTE);
		await service.running.maintenance.run();
	}

	/** The one row about this request. */
	async function rowOf(answer: Answer): Promise<EventRow | undefined> {
		const rows = (await rowsOf(service)).filter((row) => row.request_id === answer.body?.requestId);
		assert.equal(rows.length, 1, `${answer.text} ${JSON.stringify(rows)}`);
		return rows[0];
	}

	for (const { name, request, event, detail, level = "warn" } of ofAnyone)
		it(`${name}: ${event}, level ${level}`, async () => {
			const visitor = service.visitor({ "user-agent": "an unknown device" });
			await visitor.get("/api/auth/csrf");
			await passMinute();
			const row = await rowOf(await request(visitor));
			const { fields, ...told } = row?.detail ?? {};
			const sorted = fields === undefined ? {} : { fields: (fields as string[]).sort() };
			assert.deepEqual([row?.event, row?.level, { ...told, ...sorted }], [event, level, detail]);
			assert.deepEqual(
				[row?.client_address, row?.user_agent, row?.user_id],
				["127.0.0.1", "an unknown device", null],
			);
			const line = service.logged.find((each) => "request_id" in each && each.request_id === row?.request_id);
			assert.ok(line && "event" in line && line.event === event, "in the log as well");
		});

	it("an attempt too many: excess_rate_limit_exceeded", async () => {
		const attacker = service.visitor();
		await passMinute();
		let answer = await attacker.logIn("guessed", "not the password");
		for (let guess = 2; answer.status === 401 && guess <= 20; guess++)
			answer = await attacker.logIn("guessed", "not the password");
		const row = await rowOf(answer);
		assert.equal(row?.event, "excess_rate_limit_exceeded");
		assert.deepEqual(row.detail, { code: "rate_limited", wait: answer.body?.retryAfter });
	});

	it("a cookie after the logout: session_use_after_expire, with user and session, which the answer does not tell", async () => {
		const browser = await service.loggedIn("ada");
		const { id } = await ownSession(browser);
		const cookie = cookieOf(browser);
		await browser.post("/api/auth/logout");
		await passMinute();
		const answer = await service.visitor().get("/api/auth/session", cookie);
		assert.equal(answer.body?.code, "session_ended");
		assert.equal(answer.text.includes(id), false);
		const row = await rowOf(answer);
		assert.deepEqual([row?.event, row?.level, row?.session_id], ["session_use_after_expire", "warn", id]);
		assert.ok(row?.user_id);
		assert.deepEqual(row.detail, { code: "session_ended" });
	});

	it("a cookie and a token that have run out: session_use_after_expire, level info", async () => {
		const browser = await service.loggedIn("ada");
		const token = bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD));
		const ids = [(await ownSession(browser)).id, (await ownSession(service.visitor(), token)).id];
		const cookie = cookieOf(browser);
		service.travel(60 * MINUTE);
		await passMinute();
		for (const [at, credential] of [cookie, token].entries()) {
			const answer = await service.visitor().get("/api/auth/session", { ...credential });
			assert.equal(answer.body?.code, "session_expired");
			const row = await rowOf(answer);
			assert.deepEqual(
				[row?.event, row?.level, row?.session_id],
				["session_use_after_expire", "info", ids[at]],
			);
			assert.ok(row?.user_id);
		}
	});

	it("a token of an ended session: authn_token_reuse, a warning, with user and session", async () => {
		const script = service.visitor();
		const token = bearerOf(await script.logIn("ada", ADMIN_PASSWORD));
		const { id } = await ownSession(script, token);
		await script.post("/api/auth/logout", undefined, token);
		await passMinute();
		const row = await rowOf(await service.visitor().get("/api/auth/session", token));
		assert.deepEqual([row?.event, row?.level, row?.session_id], ["authn_token_reuse", "warn", id]);
		assert.ok(row?.user_id);
	});

	it("a token under one of our keys, which has not signed it: malicious_forged_token, and no user that it names", async () => {
		const login = await service.visitor().logIn("ada", ADMIN_PASSWORD);
		const [header, claims, signature = ""] = String(login.body?.token).split(".");
		const other = Buffer.from(signature, "base64url").map((byte, at) => (at === 9 ? byte ^ 1 : byte));
		const forged = {
			authorization: `Bearer ${header}.${claims}.${Buffer.from(other).toString("base64url")}`,
		};
		await passMinute();
		const ask = () => service.visitor().get("/api/auth/session", forged);
		const answer = await ask();
		assert.equal(answer.body?.code, "invalid_token");
		const row = await rowOf(answer);
		assert.deepEqual(
			[row?.event, row?.level, row?.user_id, row?.session_id, row?.detail],
			["malicious_forged_token", "warn", null, null, { code: "invalid_token" }],
		);
		const before = (await rowsOf(service)).length;
		for (let time = 0; time < 20; time += 1) await ask();
		assert.equal((await rowsOf(service)).length, before, "the rest of the minute is counted");
		await passMinute();
		const counts = (await rowsOf(service)).filter(({ event }) => event === "malicious_forged_token");
		assert.equal(counts.at(-1)?.detail?.more, 20);
	});

	it("a CSRF token that is not of the session whose cookie came along: malicious_csrf, with user and session", async () => {
		const browser = await service.loggedIn("ada");
		const { id } = await ownSession(browser);
		for (const csrf of ["", "c1.x.y", (await service.loggedIn("ada")).csrf ?? ""]) {
			await passMinute();
			const row = await rowOf(await browser.post("/api/auth/renew", undefined, { csrf }));
			assert.deepEqual([row?.event, row?.session_id], ["malicious_csrf", id]);
			assert.ok(row?.user_id);
		}
	});

	it("a refusal that is not an attack records no event", async () => {
		await passMinute();
		const before = (await rowsOf(service)).length;
		const visitor = service.visitor();
		for (const path of ["/api/auth/session", "/nowhere", "/login", "/api/auth/csrf"]) await visitor.get(path);
		await visitor.get("/api/auth/session", { authorization: "Bearer x" });
		assert.equal((await rowsOf(service)).length, before);
	});

	it("sessions begin and end by the names of their kind", async () => {
		const browser = await service.loggedIn("ada");
		const cookieId = (await ownSession(browser)).id;
		const script = service.visitor();
		const token = bearerOf(await script.logIn("ada", ADMIN_PASSWORD));
		const tokenId = (await ownSession(script, token)).id;
		await browser.post("/api/auth/logout");
		await script.post("/api/auth/logout", undefined, token);
		const of = async (id: string) =>
			(await rowsOf(service)).filter((row) => row.session_id === id).map(({ event }) => event);
		const names = (found: string[]) => found.filter((event) => !event.startsWith("authn_login")).sort();
		assert.deepEqual(names(await of(cookieId)), ["session_created", "session_logout"]);
		assert.deepEqual(names(await of(tokenId)), ["authn_token_created", "authn_token_revoked"]);
	});
});
