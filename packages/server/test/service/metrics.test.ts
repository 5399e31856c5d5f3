import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { errorCodes } from "../../src/platform/errors.ts";
import { answerChallenge, enrol, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { bearerOf } from "../support/own-session.ts";
import { growth, type Scrape, scrape } from "../support/scrape.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const wrong = "not the password";

describe("metrics", () => {
	let service: TestService;
	before(async () => {
		const settings = {
			...cheap,
			SALLYPORT_TRUSTED_PROXIES: "127.0.0.1,::1",
			SALLYPORT_ACCOUNT_FAILURES: "3",
		};
		service = await startTestService({ settings, prefix: "/analytics" });
		await service.addUser("ada");
	});
	after(() => service.stop());

	/** With the sessions, which are left out when the machine is so busy that the store does not answer for two seconds. */
	async function scrapeAll(): Promise<Scrape> {
		for (;;) {
			const seen = await scrape(service);
			if (seen.value("sallyport_store_up") === 1) return seen;
		}
	}

	/** What grows by an act, of the metrics that are asked for. */
	async function grownBy(act: () => Promise<unknown>, name: RegExp): Promise<Record<string, number>> {
		const before = await scrapeAll();
		await act();
		const grown = Object.entries(growth(before, await scrapeAll()));
		return Object.fromEntries(grown.filter(([series]) => name.test(series)));
	}

	const logins: Array<[what: string, outcome: string, kind: string, act: () => Promise<unknown>]> = [
		["a token login", "success", "token", () => service.visitor().logIn("ada", ADMIN_PASSWORD)],
		["a cookie login", "success", "cookie", () => service.loggedIn("ada")],
		["a wrong password", "invalid_credentials", "token", () => service.visitor().logIn("ada", wrong)],
		["an unknown user", "invalid_credentials", "token", () => service.visitor().logIn("bob", wrong)],
		[
			"a body of the wrong shape",
			"validation_failed",
			"token",
			() => service.visitor().logIn("ada", wrong, { session: "yes" }),
		],
		[
			"no CSRF token, which is refused before the body is read",
			"csrf_missing",
			"unknown",
			() => service.visitor().post("/api/auth/login", {}, { csrf: "" }),
		],
	];
	for (const [what, outcome, kind, act] of logins) {
		it(`count ${what} as ${outcome}`, async () => {
			const counted = { [`sallyport_logins_total{outcome="${outcome}",kind="${kind}"}`]: 1 };
			assert.deepEqual(await grownBy(act, /^sallyport_logins_total/), counted);
		});
	}

	it("count second steps: asked for, wrong and right", async () => {
		await service.addUser("two");
		const app = await enrol(service, await service.loggedIn("two"));
		const logIn = async (code: string) => {
			const visitor = service.visitor();
			await answerChallenge(visitor, await visitor.logIn("two", ADMIN_PASSWORD), code);
		};
		const acts = async () => {
			await logIn(wrongCode(app));
			await logIn(app.next());
		};
		const counted = /^sallyport_second_steps_total|outcome="second_factor_required"/;
		assert.deepEqual(await grownBy(acts, counted), {
			'sallyport_logins_total{outcome="second_factor_required",kind="token"}': 2,
			'sallyport_second_steps_total{outcome="second_factor_invalid"}': 1,
			'sallyport_second_steps_total{outcome="success"}': 1,
		});
	});

	it("count the passwords that are confirmed, changed and set up", async () => {
		const ada = await service.loggedIn("ada");
		const acts = async () => {
			await ada.post("/api/auth/reauthenticate", { password: wrong });
			await ada.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
			await ada.post("/api/auth/password", { currentPassword: wrong, newPassword: ADMIN_PASSWORD });
			await service.visitor().post("/api/auth/setup", { token: "x", password: ADMIN_PASSWORD });
		};
		const name = "sallyport_password_checks_total";
		assert.deepEqual(await grownBy(acts, /^sallyport_password_checks_total/), {
			[`${name}{operation="reauthenticate",outcome="success"}`]: 1,
			[`${name}{operation="reauthenticate",outcome="invalid_credentials"}`]: 1,
			[`${name}{operation="password",outcome="invalid_credentials"}`]: 1,
			[`${name}{operation="setup",outcome="not_found"}`]: 1,
		});
	});

	it("count what the throttle decides", async () => {
		const name = `carol${randomUUID()}`;
		const act = async () => {
			for (let guess = 1; guess <= 4; guess++) await service.visitor().logIn(name, wrong);
		};
		assert.deepEqual(await grownBy(act, /^sallyport_throttle_decisions_total/), {
			'sallyport_throttle_decisions_total{decision="allowed"}': 3,
			'sallyport_throttle_decisions_total{decision="account"}': 1,
		});
	});

	it("time every credential check, refused ones too, but no request without a credential", async () => {
		const ada = await service.loggedIn("ada");
		const token = await service.visitor().logIn("ada", ADMIN_PASSWORD);
		const attacker = service.visitor();
		const act = async () => {
			for (let check = 1; check <= 3; check++) await ada.get("/api/auth/session");
			await attacker.get("/api/auth/session");
			await attacker.get("/api/auth/session", bearerOf(token));
			await attacker.get("/api/auth/session", { authorization: "Bearer x" });
		};
		assert.deepEqual(await grownBy(act, /^sallyport_credential_check_seconds_count/), {
			'sallyport_credential_check_seconds_count{kind="cookie"}': 3,
			'sallyport_credential_check_seconds_count{kind="bearer"}': 2,
		});
	});

	it("time hashing and the wait for it", async () => {
		const act = () => service.visitor().logIn("dora", wrong);
		const grown = await grownBy(act, /^sallyport_hash_(queue_wait_)?seconds_count/);
		assert.deepEqual(Object.values(grown), [1, 1]);
		const { samples } = await scrape(service);
		for (const [series, value] of samples)
			if (series.startsWith("sallyport_hash_queue_length")) assert.equal(value, 0, series);
	});

	it("count answers by their route, without the prefix of the base URL", async () => {
		const act = async () => {
			await service.visitor().get("/api/auth/csrf");
			await service.visitor().get("/nowhere");
			await service.visitor().get("/api/auth/login");
			await service.visitor().delete(`/api/auth/sessions/${randomUUID()}`, { authorization: "Bearer x" });
		};
		assert.deepEqual(await grownBy(act, /^sallyport_http_requests_total/), {
			'sallyport_http_requests_total{route="/api/auth/csrf",status="2xx"}': 1,
			'sallyport_http_requests_total{route="unmatched",status="4xx"}': 2,
			'sallyport_http_requests_total{route="/api/auth/sessions/:id",status="4xx"}': 1,
		});
	});

	it("tell how many sessions live", async () => {
		const someone = service.visitor();
		const login = async () => {
			await someone.logIn("ada", ADMIN_PASSWORD, { session: true });
		};
		const live = { 'sallyport_sessions_live{kind="cookie"}': 1 };
		assert.deepEqual(await grownBy(login, /^sallyport_sessions_live/), live);
		const gone = { 'sallyport_sessions_live{kind="cookie"}': -1 };
		assert.deepEqual(await grownBy(() => someone.post("/api/auth/logout"), /^sallyport_sessions_live/), gone);
		assert.equal((await scrapeAll()).value("sallyport_sessions_live_capped"), 0);
	});

	it("tell the version, the memory and the delay of the event loop", async () => {
		const { value, names } = await scrape(service);
		assert.equal(value('sallyport_build_info{version="0.2.0"}'), 1);
		assert.ok(value("process_resident_memory_bytes") > 0);
		assert.ok(names.has("nodejs_eventloop_lag_p99_seconds"));
	});

	it("gain no series from names, addresses, paths and values that attackers invent", async () => {
		const traffic = async (round: number) => {
			const made = randomUUID();
			const attacker = service.visitor({
				"x-forwarded-for": `203.0.${round}.${round}`,
				"user-agent": made,
				"sallyport-trace": made,
			});
			await attacker.logIn(made, wrong);
			await attacker.logIn(`  ${made}`, wrong);
			await attacker.logIn(made, wrong, { session: true });
			await attacker.logIn(made, wrong, { session: made });
			await attacker.logIn(made, wrong, { [made]: made });
			await attacker.request("POST", "/api/auth/login", { body: `{${made}` });
			await attacker.post("/api/auth/login", {}, { csrf: made });
			await attacker.post("/api/auth/setup", { token: made, password: wrong });
			await attacker.get(`/${made}`);
			await attacker.get(`/assets/${made}.js?${made}`);
			await attacker.get(`/api/auth/sessions/${made}`);
			await attacker.delete(`/api/auth/sessions/${made}`, { authorization: `Bearer ${made}` });
			await attacker.request("PROPFIND", `/${made}`);
			return made;
		};
		const seen = [await traffic(0)];
		const before = await scrapeAll();
		for (let round = 1; round <= 5; round++) seen.push(await traffic(round));
		const { samples, text } = await scrapeAll();
		const own = (all: Map<string, number>) =>
			[...all.keys()].filter((each) => /^sallyport_/.test(each)).sort();
		assert.deepEqual(own(samples), own(before.samples));
		for (const made of seen) assert.equal(text.includes(made), false);
		assert.equal(/ada|203\.0|127\.0/.test(text), false);
		const known = new Set<string>([...errorCodes, "success"]);
		for (const [, outcome = ""] of text.matchAll(/outcome="([^"]*)"/g))
			assert.ok(known.has(outcome), outcome);
	});
});
