// At length: an attacker knows a secret of the service, which is then replaced.
/** What an attacker with a signing key may try on a verifier that knew the key, once an operator has replaced it. */
// Proves: stolen-signing-key
import assert from "node:assert/strict";
import type { KeyObject } from "node:crypto";
import { afterEach, beforeEach, describe, it } from "node:test";
import type { VerifierOptions } from "../../../verify/src/index.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { es, forge, invented, opened, stolenKey } from "../support/forge.ts";
import { bearerOf } from "../support/own-session.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createVerifierUnderTest, refuses, type VerifierUnderTest } from "../support/verifier-under-test.ts";

const second = 1000;
/** What the documentation promises, from the command to the last forged token that is accepted. */
const BOUND = 10 * second;
const JWKS = "/.well-known/jwks.json";

describe("after every signing key was replaced, a verifier", () => {
	let service: TestService;
	let key: KeyObject;
	let token: string;
	const verifiers: VerifierUnderTest[] = [];
	beforeEach(async () => {
		service = await startTestService({ settings: cheap });
		await service.addUser("ada");
		token = await logIn();
		key = await stolenKey(service);
	});
	afterEach(async () => {
		for (const each of verifiers.splice(0)) each.close();
		await service.stop();
	});

	const logIn = async () => String((await service.visitor().logIn("ada", ADMIN_PASSWORD)).body?.token);
	const forged = () => invented(opened(token), key, service.now());
	/** Forged, with a place in the list of that name. */
	function naming(list: string): string {
		const { header, claims } = opened(forged());
		const status = { status_list: { idx: 0, uri: `${service.baseUrl}/api/auth/status/${list}` } };
		return forge(header, { ...claims, status }, es(key));
	}
	const listOf = (of: string) =>
		(opened(of).claims.status as { status_list: { uri: string } }).status_list.uri.split("/").at(-1) ?? "";
	const withKid = (kid: string) =>
		forge({ ...opened(token).header, kid }, opened(token).claims, () => Buffer.alloc(64, 1));

	async function replace(): Promise<void> {
		await service.running.deployment.administration.keys.replaceSigningKeys();
	}

	function create(options: Partial<VerifierOptions> = {}): VerifierUnderTest {
		const verifier = createVerifierUnderTest(service, { random: () => 0.5, ...options });
		verifiers.push(verifier);
		return verifier;
	}

	/** A verifier that has just accepted a forged token; its next look at the list comes in five seconds. */
	async function deceived(options: Partial<VerifierOptions> = {}) {
		const verifier = create(options);
		const accepted = forged();
		assert.equal((await verifier.verify(accepted)).role, "admin");
		return { verifier, accepted };
	}

	/** A load balancer, or a cache, that answers with the key set of now for as long as its headers allow. */
	async function behindOldKeys() {
		const old = await (await fetch(`${service.baseUrl}${JWKS}`)).text();
		const between = { old: 0, asked: 0, away: false, status: 200 };
		const headers = { "content-type": "application/json", "cache-control": "public, max-age=300" };
		const options: Partial<VerifierOptions> = {
			async fetch(input, init) {
				if (between.away) throw new TypeError("fetch failed");
				if (!String(input).endsWith(JWKS)) return fetch(input, init);
				between.asked += 1;
				if (between.status !== 200) return new Response("", { status: between.status });
				if (between.old === 0) return fetch(input, init);
				between.old -= 1;
				return new Response(old, { headers });
			},
		};
		return { between, options };
	}

	it("learns of it when it looks at its list, and refuses what it has accepted and what is forged later", async () => {
		const { verifier, accepted } = await deceived();
		await replace();
		await verifier.pass(5 * second);
		for (const each of [accepted, forged(), token]) await refuses(verifier.verify(each), "invalid_token");
		assert.equal((await verifier.verify(await logIn())).role, "user");
	});

	it("accepts nothing forged later than the bound when it was idle, not even once", async () => {
		for (const choose of [(old: string) => old, () => forged()]) {
			const { verifier, accepted } = await deceived();
			await replace();
			verifier.freeze(BOUND);
			await refuses(verifier.verify(choose(accepted)), "invalid_token");
			key = await stolenKey(service);
			token = await logIn();
		}
	});

	it("does so when the command came up to a second after its last look, and the service answered from memory", async () => {
		await fetch(`${service.baseUrl}/api/auth/status/${listOf(token)}`);
		await replace();
		const verifier = create();
		const accepted = forged();
		// Accepts, unless this machine was so slow that the memory of the service is over.
		await verifier.verify(accepted).catch(() => {});
		verifier.freeze(BOUND);
		await refuses(verifier.verify(accepted), "invalid_token");
	});

	it("does so for a list that only the forged token names, be it real or invented, and whatever it does in outages", async () => {
		const yesterday = listOf(token);
		service.travel(86_401 * second);
		assert.notEqual(listOf(await logIn()), yesterday);
		for (const whenUnreachable of ["refuse", "accept"] as const) {
			key = await stolenKey(service);
			token = await logIn();
			const { verifier } = await deceived({ whenUnreachable });
			await refuses(verifier.verify(naming("invented")), "service_unavailable");
			await replace();
			verifier.freeze(second);
			await refuses(verifier.verify(naming("another")), "service_unavailable");
			verifier.freeze(BOUND - second);
			await refuses(verifier.verify(naming("a-third")), "service_unavailable");
			await refuses(verifier.verify(naming(yesterday)), "invalid_token");
			await refuses(verifier.verify(forged()), "invalid_token");
		}
	});

	it("asks for the keys that its list names although attackers have just used up what they may cause", async () => {
		const { verifier, accepted } = await deceived();
		await verifier.pass(7 * second);
		await refuses(verifier.verify(withKid("invented")), "invalid_token");
		assert.equal(verifier.asked.filter((path) => path === JWKS).length, 2);
		await replace();
		verifier.freeze(second);
		await verifier.pass(2.5 * second);
		await refuses(verifier.verify(accepted), "invalid_token");
	});

	it("looks again after a second when the key of its list was not published by the instance that it asked", async () => {
		const { between, options } = await behindOldKeys();
		const { verifier, accepted } = await deceived(options);
		await replace();
		between.old = 1;
		await verifier.pass(5.1 * second);
		assert.equal(between.old, 0);
		await verifier.pass(second);
		await refuses(verifier.verify(accepted), "invalid_token");
	});

	it("is not led back to the old keys by an instance that was behind, though its list has not changed since", async () => {
		const { between, options } = await behindOldKeys();
		const { verifier, accepted } = await deceived(options);
		await replace();
		await verifier.pass(6 * second);
		await refuses(verifier.verify(accepted), "invalid_token");
		await verifier.pass(6 * second);
		between.old = 1;
		await refuses(verifier.verify(withKid("invented")), "invalid_token");
		assert.equal(between.old, 0);
		for (const each of [accepted, forged()]) await refuses(verifier.verify(each), "invalid_token");
	});

	it("refuses with 503 when a cache in between keeps the old keys, which is no outage", async () => {
		for (const whenUnreachable of ["refuse", "accept"] as const) {
			const { between, options } = await behindOldKeys();
			const { verifier, accepted } = await deceived({ ...options, whenUnreachable });
			await replace();
			between.old = Number.POSITIVE_INFINITY;
			await verifier.pass(BOUND);
			await refuses(verifier.verify(accepted), "service_unavailable");
			assert.ok(between.asked < 12, String(between.asked));
			between.old = 0;
			await verifier.pass(1.1 * second);
			await refuses(verifier.verify(accepted), "invalid_token");
			key = await stolenKey(service);
			token = await logIn();
		}
	});

	it("refuses with 503 within the bound when it gets a list but not the keys, which is no outage either", async () => {
		for (const whenUnreachable of ["refuse", "accept"] as const)
			for (const status of [429, 503]) {
				const { between, options } = await behindOldKeys();
				const { verifier, accepted } = await deceived({ ...options, whenUnreachable });
				await replace();
				between.status = status;
				await verifier.pass(BOUND);
				for (const each of [accepted, forged()]) await refuses(verifier.verify(each), "service_unavailable");
				await verifier.pass(3600 * second);
				await refuses(verifier.verify(forged()), "service_unavailable");
				between.status = 200;
				await verifier.pass(2 * second);
				await refuses(verifier.verify(forged()), "invalid_token");
				key = await stolenKey(service);
				token = await logIn();
			}
	});

	it("still knows what was revoked in an outage that follows, although it is set to accept then", async () => {
		const { between, options } = await behindOldKeys();
		const { verifier } = await deceived({ ...options, whenUnreachable: "accept" });
		const login = await service.visitor().logIn("ada", ADMIN_PASSWORD);
		await service.visitor().request("POST", "/api/auth/logout", { headers: bearerOf(login) });
		await verifier.pass(BOUND);
		await refuses(verifier.verify(String(login.body?.token)), "session_ended");
		await replace();
		between.old = Number.POSITIVE_INFINITY;
		await verifier.pass(BOUND);
		between.away = true;
		await verifier.pass(BOUND);
		await refuses(verifier.verify(String(login.body?.token)), "session_ended");
	});

	it("that cannot reach the service goes by what it knew for `staleFor`, and refuses when it is back", async () => {
		const { between, options } = await behindOldKeys();
		const { verifier, accepted } = await deceived(options);
		between.away = true;
		await replace();
		await verifier.pass(50 * second);
		assert.equal((await verifier.verify(accepted)).role, "admin");
		await verifier.pass(10 * second);
		await refuses(verifier.verify(accepted), "service_unavailable");
		between.away = false;
		await verifier.pass(2 * second);
		await refuses(verifier.verify(accepted), "invalid_token");
		await verifier.verify(await logIn());
	});

	it("that is set to accept in an outage goes by what it knew, and no longer than the bound after the service is back", async () => {
		const { between, options } = await behindOldKeys();
		const { verifier, accepted } = await deceived({ ...options, whenUnreachable: "accept" });
		between.away = true;
		await replace();
		await verifier.pass(3600 * second);
		assert.equal((await verifier.verify(accepted)).role, "admin");
		between.away = false;
		verifier.freeze(BOUND);
		await refuses(verifier.verify(accepted), "invalid_token");
	});
});
