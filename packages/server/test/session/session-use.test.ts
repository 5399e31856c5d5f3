/** What keeps a cookie session from becoming idle: requests that were accepted, and no others. */
// Proves: session-limits
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import type { ErrorCode } from "../../src/platform/errors.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { cookieOf, ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer } from "../support/visitor.ts";

const minute = 60_000;

forEachDatabase("a cookie session of which the idle end is near", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		for (const name of ["ada", "bob"]) await service.addUser(name);
	});
	after(() => service.stop());

	/** A minute before its end: then a use is written at once, and not by maintenance. */
	async function almostIdle() {
		const browser = await service.loggedIn("ada");
		const headers = { ...cookieOf(browser), csrf: browser.csrf ?? "" };
		service.travel(59 * minute);
		return headers;
	}
	type Headers = Awaited<ReturnType<typeof almostIdle>>;
	const isAliveLater = async ({ cookie }: Headers) => {
		await service.running.maintenance.run();
		service.travel(2 * minute);
		return (await service.visitor().get("/api/auth/session", { cookie })).status === 200;
	};
	const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
		service.visitor().request(method, path, { headers, body });

	const refusals: Record<string, [code: ErrorCode, send: (headers: Headers) => Promise<Answer>]> = {
		"without a CSRF token": [
			"csrf_missing",
			({ cookie }) => send("POST", "/api/auth/renew", { cookie, csrf: "" }),
		],
		"with a CSRF token that was never given": [
			"csrf_invalid",
			({ cookie }) => send("POST", "/api/auth/renew", { cookie, csrf: "c1.made.up" }),
		],
		"with the CSRF token of another session": [
			"csrf_invalid",
			async ({ cookie }) => {
				const other = await service.loggedIn("bob");
				return send("POST", "/api/auth/logout", { cookie, csrf: other.csrf ?? "" });
			},
		],
		"from another origin": [
			"origin_forbidden",
			(headers) => send("POST", "/api/auth/renew", { ...headers, origin: "https://evil.example" }),
		],
		"through a gateway, for an unsafe call without a CSRF token": [
			"csrf_missing",
			({ cookie }) => send("GET", "/api/auth/check", { cookie, csrf: "", "x-forwarded-method": "DELETE" }),
		],
		"to log in, with the CSRF token of another session": [
			"csrf_invalid",
			async ({ cookie }) => {
				const other = await service.loggedIn("bob");
				const headers = { cookie, csrf: other.csrf ?? "", "sec-fetch-site": "same-origin" };
				return send("POST", "/api/auth/login", headers, { username: "ada", password: ADMIN_PASSWORD });
			},
		],
		"to log in elsewhere, with its CSRF token and a wrong password": [
			"invalid_credentials",
			({ csrf }) =>
				send("POST", "/api/auth/login", { csrf }, { username: "ada", password: "not the password" }),
		],
		"to log in, in its own browser and with a wrong password": [
			"invalid_credentials",
			(given) => {
				const headers = { ...given, "sec-fetch-site": "same-origin" };
				return send("POST", "/api/auth/login", headers, { username: "ada", password: "not the password" });
			},
		],
		"to log in, in its own browser and without a password": [
			"validation_failed",
			(given) => send("POST", "/api/auth/login", { ...given, "sec-fetch-site": "same-origin" }, {}),
		],
	};
	for (const [how, [code, refused]] of Object.entries(refusals)) {
		it(`is not prolonged by a request ${how}`, async () => {
			const headers = await almostIdle();
			assertProblem(await refused(headers), code);
			assert.equal(await isAliveLater(headers), false);
		});
	}

	const uses: Record<string, (headers: Headers) => Promise<Answer>> = {
		"a check": ({ cookie }) => send("GET", "/api/auth/session", { cookie }),
		"a check of a gateway, for an unsafe call with its CSRF token": (headers) =>
			send("GET", "/api/auth/check", { ...headers, "x-forwarded-method": "DELETE" }),
		"a page": ({ cookie }) => send("GET", "/account", { cookie }),
		"the question for a CSRF token": ({ cookie }) => send("GET", "/api/auth/csrf", { cookie }),
	};
	for (const [what, use] of Object.entries(uses)) {
		it(`is prolonged by ${what}`, async () => {
			const headers = await almostIdle();
			const { status, text } = await use(headers);
			assert.ok(status < 300, text);
			assert.equal(await isAliveLater(headers), true);
		});
	}

	it("shows when it was used last, and not when a request in its name was refused", async () => {
		const browser = await service.loggedIn("ada");
		const { lastSeenAt } = await ownSession(browser);
		service.travel(30 * minute);
		for (const csrf of ["", "c1.made.up"]) {
			const answer = await send("POST", "/api/auth/logout", { ...cookieOf(browser), csrf });
			assert.match(String(answer.body?.code), /^csrf_/);
		}
		await service.running.maintenance.run();
		const { sessions } = (await browser.get("/api/auth/sessions")).body as {
			sessions: Array<{ current: boolean; lastSeenAt: string }>;
		};
		assert.equal(sessions.find(({ current }) => current)?.lastSeenAt, lastSeenAt);
	});

	it("is in the list, which shows the hundred used last, also where more were used later", async () => {
		const browser = await service.loggedIn("bob");
		const { id } = await ownSession(browser);
		const { database: queries } = service.running.deployment.opened;
		const [own] = await queries.selectFrom("sessions").selectAll().where("id", "=", id).execute();
		assert.ok(own);
		const later = Array.from({ length: 110 }, (_, at) => ({
			...own,
			...{ id: `later-${at}`, csrf_reference: `later-${at}`, secret_hash: `later-${at}` },
			last_seen_at: own.last_seen_at + 1 + at,
		}));
		await queries.insertInto("sessions").values(later).execute();
		const { sessions } = (await browser.get("/api/auth/sessions")).body as {
			sessions: Array<{ id: string }>;
		};
		const ids = sessions.map((each) => each.id);
		assert.deepEqual([ids.length, ids[0], ids[1], ids.at(-1)], [100, id, "later-109", "later-11"]);
	});
});
