// Proves: step-up
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { inspect } from "node:util";
import * as forExpress from "../../../verify/src/express.ts";
import * as forFastify from "../../../verify/src/fastify.ts";
import * as forFetch from "../../../verify/src/fetch.ts";
import { createVerifier, type Demand, type Verifier } from "../../../verify/src/index.ts";
import { errorKind } from "../../src/platform/errors.ts";
import { type RunningApi, stacks } from "../support/api-stacks.ts";
import { enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { es, forge, opened, stolenKey } from "../support/forge.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { refuses } from "../support/verifier-under-test.ts";

const minute = 60_000;
const insufficient = "insufficient_user_authentication";
const everybody = ["password", "both", "cookie: password", "cookie: both", "passkey", "old", "key"];
const people = everybody.filter((name) => name !== "key");
const twice = ["both", "cookie: both", "passkey"];

/** Four minutes after the authentication. */
const demands: Array<{ demand: Demand | undefined; pass: string[]; asks: string }> = [
	{ demand: undefined, pass: everybody, asks: "" },
	{ demand: {}, pass: everybody, asks: "" },
	{ demand: { acr: undefined, maxAge: undefined }, pass: everybody, asks: "" },
	{ demand: { acr: "aal1" }, pass: people, asks: 'acr_values="aal1 aal2 phr"' },
	{ demand: { acr: "aal2" }, pass: twice, asks: 'acr_values="aal2 phr"' },
	{ demand: { acr: "phr" }, pass: ["passkey"], asks: 'acr_values="phr"' },
	{ demand: { maxAge: 20 * minute }, pass: people, asks: 'max_age="1200"' },
	{ demand: { maxAge: 239_999 }, pass: [], asks: 'max_age="239"' },
	{
		demand: { acr: "aal2", maxAge: 20 * minute },
		pass: twice,
		asks: 'acr_values="aal2 phr", max_age="1200"',
	},
	{ demand: { acr: "aal2", maxAge: 1999 }, pass: [], asks: 'acr_values="aal2 phr", max_age="1"' },
];

describe("what a route requires of an authentication", () => {
	let service: TestService;
	let verifier: Verifier;
	const callers: Record<string, Record<string, string>> = {};
	/** With other claims, as the service would sign them. */
	let signed: (claims: object) => { authorization: string };
	before(async () => {
		service = await startTestService({ settings: cheap });
		await service.addUser("ada");
		await service.addUser("bob");
		const app = await enrol(service, await service.loggedIn("bob"));
		const bob = service.visitor();
		await bob.logIn("bob", ADMIN_PASSWORD, { session: true, code: app.next() });
		const [alone, withCode] = [service.visitor(), service.visitor()];
		const token = await alone.logIn("ada", ADMIN_PASSWORD);
		callers.password = bearerOf(token);
		callers.both = bearerOf(await withCode.logIn("bob", ADMIN_PASSWORD, { code: app.next() }));
		callers["cookie: password"] = cookieOf(await service.loggedIn("ada"));
		callers["cookie: both"] = cookieOf(bob);
		const key = es(await stolenKey(service));
		const { header, claims } = opened(String(token.body?.token));
		signed = (more) => ({ authorization: `Bearer ${forge(header, { ...claims, ...more }, key)}` });
		callers.passkey = signed({ acr: "phr", amr: ["pop", "user", "mfa"] });
		callers.old = signed({ acr: undefined, amr: undefined });
		callers.key = signed({ acr: "key", amr: ["key"] });
		verifier = createVerifier({ issuer: service.baseUrl, clock: service.now, timeout: minute });
		service.travel(4 * minute);
	});
	after(async () => {
		verifier.close();
		await service.stop();
	});

	for (const [name, start] of Object.entries(stacks)) {
		for (const { demand, pass, asks } of demands) {
			it(`is held by ${name}: ${JSON.stringify(demand)}`, async () => {
				const api: RunningApi = await start(verifier, demand);
				try {
					for (const caller of everybody) {
						const answer = await fetch(`${api.url}/insights`, { headers: callers[caller] ?? {} });
						if (pass.includes(caller)) assert.equal(answer.status, 200, caller);
						else await assertNotEnough(answer, asks);
					}
				} finally {
					await api.stop();
				}
			});
		}
	}

	async function assertNotEnough(answer: Response, asks: string): Promise<void> {
		const problem = (await answer.json()) as Record<string, unknown>;
		const { status, title } = errorKind(insufficient);
		assert.deepEqual([answer.status, problem.code, problem.title], [status, insufficient, title]);
		const challenge = `Bearer realm="localhost:${service.port}", error="${insufficient}", ${asks}`;
		assert.equal(answer.headers.get("www-authenticate"), challenge);
		const acr = /acr_values="(?:\w+ )*?(\w+)/.exec(asks)?.[1];
		const query = acr === undefined ? "" : `?acr=${acr}`;
		assert.equal(problem.reauthenticateAt, `${service.baseUrl}/reauthenticate${query}`);
		assert.equal(problem.acr, acr);
		assert.equal(problem.maxAge, Number(/max_age="(\d+)"/.exec(asks)?.[1]) || undefined);
	}

	const verify = (headers: Record<string, string>, demand?: Demand) =>
		verifier.verify({ method: "GET", headers }, demand);

	it("is known of every caller: acr and amr", async () => {
		const known = async (caller: string) => {
			const { acr, amr } = await verify(callers[caller] ?? {});
			return { acr, amr };
		};
		const two = { acr: "aal2", amr: ["pwd", "otp", "mfa"] };
		const one = { acr: "aal1", amr: ["pwd"] };
		assert.deepEqual(await Promise.all(everybody.map(known)), [
			one,
			two,
			one,
			two,
			{ acr: "phr", amr: ["pop", "user", "mfa"] },
			{ acr: "aal1", amr: [] },
			{ acr: "key", amr: ["key"] },
		]);
	});

	it("is not met by a time in the future, beyond what clocks differ", async () => {
		const seconds = Math.floor(service.now() / 1000);
		const near = signed({ auth_time: seconds + 20 });
		const far = signed({ auth_time: seconds + 10 * 60 });
		await verify(near, { maxAge: minute });
		await refuses(verify(far, { maxAge: 20 * minute }), insufficient);
		await verify(far, { acr: "aal1" });
	});

	it("is met by no token that says something else than a text", async () => {
		for (const claims of [{ acr: 2 }, { acr: null }, { acr: ["aal2"] }, { amr: "pwd" }, { amr: [1] }])
			await refuses(verify(signed(claims)), "invalid_token");
		for (const acr of ["", "AAL2", "aal2 phr", "aal3", "__proto__"])
			await refuses(verify(signed({ acr }), { acr: "aal1" }), insufficient);
	});

	it("is asked of the service for a cookie, past what is remembered", async () => {
		const asked: string[] = [];
		const remembers = createVerifier({
			issuer: service.baseUrl,
			clock: service.now,
			timeout: minute,
			cookieCache: { ttl: 5000 },
			fetch(input, init) {
				asked.push(String(input).replace(service.baseUrl, ""));
				return fetch(input, init);
			},
		});
		const request = { method: "GET", headers: callers["cookie: password"] ?? {} };
		await remembers.verify(request);
		await refuses(remembers.verify(request, { acr: "aal2", maxAge: 5 * minute }), insufficient);
		await remembers.verify(request, { maxAge: 20 * minute });
		assert.deepEqual(asked.slice(-2), ["/api/auth/check?acr=aal2&maxAge=300", "/api/auth/check?maxAge=1200"]);
	});

	it("is enforced for a cookie even if the service is too old to support it", async () => {
		const old = createVerifier({
			issuer: service.baseUrl,
			clock: service.now,
			timeout: minute,
			async fetch(input, init) {
				const { status, headers, body } = await fetch(String(input).split("?")[0] ?? "", init);
				const kept = [...headers].filter(([name]) => !/^x-auth-a[cm]r$/.test(name));
				return new Response(body, { status, headers: kept });
			},
		});
		const request = { method: "GET", headers: callers["cookie: both"] ?? {} };
		const { acr, amr } = await old.verify(request, { acr: "aal1", maxAge: 20 * minute });
		assert.deepEqual([acr, amr], ["aal1", []]);
		await refuses(old.verify(request, { acr: "aal2" }), insufficient);
		await refuses(old.verify(request, { maxAge: minute }), insufficient);
	});

	it("is met after a new authentication of the same session", async () => {
		const visitor = service.visitor();
		const { body } = await visitor.logIn("ada", ADMIN_PASSWORD);
		const before = { authorization: `Bearer ${body?.token}` };
		service.travel(6 * minute);
		await refuses(verify(before, { maxAge: 5 * minute }), insufficient);
		const renewed = await visitor.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD }, before);
		const after = await verify(bearerOf(renewed), { maxAge: 5 * minute });
		assert.equal(after.sessionId, (await verify(before)).sessionId);
	});

	const mistakes: Array<{ demand: unknown; says: RegExp }> = [
		{ demand: { acr: "AAL2" }, says: /acr is aal1, aal2, phr/ },
		{ demand: { acr: "key" }, says: /acr is/ },
		{ demand: { acr: null }, says: /acr is/ },
		{ demand: { acr: ["aal2"] }, says: /acr is/ },
		// Seconds instead of milliseconds.
		{ demand: { maxAge: 300 }, says: /milliseconds, from 1000/ },
		{ demand: { maxAge: 0 }, says: /milliseconds/ },
		{ demand: { maxAge: Number.NaN }, says: /milliseconds/ },
		{ demand: { maxAge: Number.POSITIVE_INFINITY }, says: /milliseconds/ },
		{ demand: { maxAge: null }, says: /milliseconds/ },
		{ demand: { max_age: 300_000 }, says: /and not max_age/ },
		{ demand: { maxage: 300_000 }, says: /and not maxage/ },
		{ demand: 300_000, says: /is an object/ },
		{ demand: "aal2", says: /is an object/ },
		{ demand: null, says: /is an object/ },
		{ demand: () => new Response(), says: /is an object/ },
	];
	for (const { demand, says } of mistakes) {
		it(`is refused at the start when it makes no sense: ${inspect(demand)}`, async () => {
			const wrong = demand as Demand;
			const error = { name: "TypeError", message: says };
			assert.throws(() => forFastify.protect(verifier, wrong), error);
			assert.throws(() => forExpress.protect(verifier, wrong), error);
			assert.throws(() => forFetch.protectHono(verifier, wrong), error);
			assert.throws(() => forFetch.protect(verifier, () => new Response(), wrong), error);
			await assert.rejects(verify(callers.both ?? {}, wrong), error);
		});
	}
});
