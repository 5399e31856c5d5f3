import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const allowed = "https://allowed.example";
const trusted = "https://trusted.example";

let service: TestService;
let user: Visitor;
before(async () => {
	const settings = {
		SALLYPORT_ALLOWED_ORIGINS: `${allowed},${trusted}`,
		SALLYPORT_CREDENTIAL_ORIGINS: trusted,
	};
	service = await startTestService({ settings: { ...cheap, ...settings } });
	await service.addUser("ada");
	user = await service.loggedIn("ada");
});
after(() => service.stop());

const absent = null;

// Proves: csrf-cross-origin, csrf-login, browser-pages
describe("the origin gate, at a login and at a call by cookie", () => {
	const own = "OWN";
	const matrix: Array<[origin: string | null, site: string | null, passes: boolean]> = [
		[absent, absent, true],
		[absent, "same-origin", true],
		[absent, "none", true],
		[absent, "same-site", false],
		[absent, "cross-site", false],
		[absent, "something-new", false],
		[own, absent, true],
		[own, "same-origin", true],
		[own, "none", true],
		[own, "something-new", true],
		[own, "same-site", false],
		[own, "cross-site", false],
		["null", absent, false],
		["null", "same-origin", false],
		["null", "none", false],
		["null", "cross-site", false],
		[allowed, absent, true],
		[allowed, "cross-site", true],
		[allowed, "same-site", true],
		["https://allowed.example.evil.tld", absent, false],
		["https://allowed.example:444", absent, false],
		["https://allowed.example:443", absent, false],
		["https://allowed.example/", absent, false],
		["https://ALLOWED.example", absent, false],
		["http://allowed.example", absent, false],
		["https://sub.allowed.example", absent, false],
		["https://evil.tld", absent, false],
		["https://evil.tld", "cross-site", false],
		["http://localhost:1", absent, false],
		["http://localhost", absent, false],
		["", absent, false],
		["https://allowed.example, https://evil.tld", absent, false],
	];
	for (const [origin, site, passes] of matrix) {
		it(`Origin ${origin ?? "absent"}, Sec-Fetch-Site ${site ?? "absent"}: ${passes ? "passes" : "refused"}`, async () => {
			const headers = {
				...(origin === null ? {} : { origin: origin === own ? service.baseUrl : origin }),
				...(site === null ? {} : { "sec-fetch-site": site }),
			};
			const login = await service
				.visitor()
				.post("/api/auth/login", { username: "ada", password: ADMIN_PASSWORD }, headers);
			const renewal = await user.post("/api/auth/renew", undefined, headers);
			// One that may call, but send no cookies, gets in without one.
			for (const [answer, expected] of [
				[login, passes],
				[renewal, passes && origin !== allowed],
			] as const) {
				if (expected) assert.equal(answer.status, 200, answer.text);
				else assertProblem(answer, "origin_forbidden");
			}
		});
	}

	it("says to a front end without cookies that it has no session, and to no other origin", async () => {
		const send = (path: string, origin: string) =>
			service.visitor().post(path, undefined, { origin, csrf: "" });
		assertProblem(await send("/api/auth/renew", allowed), "unauthenticated");
		assert.equal((await send("/api/auth/logout", allowed)).status, 200);
		for (const path of ["/api/auth/renew", "/api/auth/logout"])
			assertProblem(await send(path, "https://evil.tld"), "origin_forbidden");
	});

	it("does not apply to reading", async () => {
		const headers = { origin: "https://evil.tld", "sec-fetch-site": "cross-site" };
		assert.equal((await user.get("/api/auth/session", headers)).status, 200);
	});
});

// Proves: csrf-cross-origin
describe("CORS", () => {
	const ofCors = ({ headers }: Answer) =>
		Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));
	const exposed = "Retry-After, RateLimit, RateLimit-Policy, X-Request-Id";
	const simple = (origin: string) => ({
		"access-control-allow-origin": origin,
		"access-control-expose-headers": exposed,
	});

	const answers: Array<
		[name: string, ask: (visitor: Visitor, headers: Record<string, string>) => Promise<Answer>]
	> = [
		["200", (visitor, headers) => visitor.get("/healthz", headers)],
		["401", (visitor, headers) => visitor.get("/api/auth/session", headers)],
		["403", (visitor, headers) => visitor.request("POST", "/api/auth/login", { body: {}, headers })],
		["404", (visitor, headers) => visitor.get("/nothing", headers)],
		["405", (visitor, headers) => visitor.get("/api/auth/login", headers)],
		["414", (visitor, headers) => visitor.get(`/healthz?${"x".repeat(3000)}`, headers)],
		[
			"415",
			(visitor, headers) =>
				visitor.request("POST", "/api/auth/login", {
					body: "",
					headers: { ...headers, "content-type": "text/plain" },
				}),
		],
	];
	for (const [status, ask] of answers) {
		it(`lets an allowed origin read a ${status}, and no other`, async () => {
			const ofAllowed = await ask(service.visitor(), { origin: allowed });
			assert.equal(String(ofAllowed.status), status);
			assert.deepEqual(ofCors(ofAllowed), simple(allowed));
			assert.equal(ofAllowed.headers.get("vary"), "Origin");
			for (const origin of ["https://evil.tld", "null", "https://allowed.example.evil.tld"]) {
				const ofUnauthenticated = await ask(service.visitor(), { origin });
				assert.deepEqual(ofCors(ofUnauthenticated), {});
				assert.equal(ofUnauthenticated.headers.get("vary"), "Origin");
			}
			assert.equal((await ask(service.visitor(), {})).headers.get("vary"), "Origin");
		});
	}

	it("admits cookies only from the origins that are named for it", async () => {
		const answer = await service.visitor().get("/healthz", { origin: trusted });
		assert.deepEqual(ofCors(answer), { ...simple(trusted), "access-control-allow-credentials": "true" });
	});

	it("answers a preflight of an allowed origin with what the address takes", async () => {
		const headers = {
			origin: allowed,
			"access-control-request-method": "POST",
			"access-control-request-headers": "csrf",
		};
		const answer = await service.visitor().request("OPTIONS", "/api/auth/login", { headers });
		assert.equal(answer.status, 204);
		assert.deepEqual(ofCors(answer), {
			...simple(allowed),
			"access-control-allow-methods": "POST",
			"access-control-allow-headers": "content-type, csrf, authorization",
			"access-control-max-age": "600",
		});
	});

	it("answers the preflight of an unauthenticated client with nothing but Allow", async () => {
		const headers = { origin: "https://evil.tld", "access-control-request-method": "POST" };
		const answer = await service.visitor().request("OPTIONS", "/api/auth/login", { headers });
		assert.equal(answer.status, 204);
		assert.equal(answer.headers.get("allow"), "POST, OPTIONS");
		assert.deepEqual(ofCors(answer), {});
	});

	it("leaves one line in the log for each origin whose preflights are refused", async () => {
		const preflight = (origin: string) =>
			service.visitor().request("OPTIONS", "/api/auth/login", {
				headers: { origin, "access-control-request-method": "POST" },
			});
		const named = (origin: string) =>
			service.logged.filter((line) => "origin" in line && line.origin === origin).length;
		for (let time = 1; time <= 2; time++)
			for (const origin of ["https://forgotten.example", allowed]) await preflight(origin);
		assert.deepEqual([named("https://forgotten.example"), named(allowed)], [1, 0]);
	});

	it("never lets another origin read a page, which has a CSRF token in its source", async () => {
		for (const origin of [allowed, trusted]) {
			for (const path of ["/login", "/account", "/setup", "/"]) {
				assert.deepEqual(ofCors(await user.get(path, { origin })), {}, path);
			}
		}
	});

	it("does not exist unless origins are named", async () => {
		const closed = await startTestService({ settings: cheap });
		try {
			for (const method of ["GET", "OPTIONS"]) {
				const answer = await closed.visitor().request(method, "/healthz", { headers: { origin: allowed } });
				assert.deepEqual(ofCors(answer), {});
				assert.equal(answer.headers.get("vary"), null);
			}
		} finally {
			await closed.stop();
		}
	});
});
