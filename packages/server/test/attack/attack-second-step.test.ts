/** Attempts to get past the second step, or to make it cheaper to guess. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import { LoginError } from "#errors";
import { answerChallenge, authenticatorOf, enrol, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { addAppAtLogin, addUserOf, DAY, returning } from "../support/enrolment.ts";
import { rowsOf } from "../support/event-rows.ts";
import { cookieOf, ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { addPasskey, turnOn } from "../support/software-authenticator.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const LOGINS = 40;

describe("past the second step", () => {
	let service: TestService;
	let user: Visitor;
	let name = "";
	let users = 0;
	before(async () => {
		const settings = {
			...cheap,
			SALLYPORT_ACCOUNT_FAILURES: "1000",
			SALLYPORT_ACCOUNT_LOGINS: String(LOGINS),
		};
		service = await startTestService({ settings });
	});
	after(() => service.stop());

	async function newUser(): Promise<void> {
		name = `user${users++}`;
		await service.addUser(name);
		user = await service.loggedIn(name);
	}

	/** What becomes of the next hash but one: that of the password comes first. */
	function secondHash(act: (signal: AbortSignal) => Promise<never>): void {
		const { hasher } = service.running;
		const { verify } = hasher;
		let hashes = 0;
		hasher.verify = (...given) => {
			hashes += 1;
			if (hashes === 1) return verify(...given);
			hasher.verify = verify;
			return act(given[2] as AbortSignal);
		};
	}

	// Proves: factors-fresh
	it("no code that is not looked at confirms a session, where the user has passkeys alone", async () => {
		await newUser();
		await addPasskey(user, { origin: new URL(service.baseUrl).origin });
		const [recoveryCode] = await turnOn(user);
		service.travel(16 * 60_000);
		const { authenticatedAt } = await ownSession(user);
		const confirm = (code: string | undefined) =>
			user.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD, code });
		assertProblem(await confirm("000000"), "second_factor_invalid");
		assert.equal((await ownSession(user)).authenticatedAt, authenticatedAt);
		assert.equal((await confirm(recoveryCode)).status, 200);
		assert.equal((await user.send("PUT", "/api/auth/second-factor", { on: false })).status, 200);
	});

	// Proves: factor-known-devices
	it("devices that were collected with the password, before two-step login, have no guesses of their own", async () => {
		await newUser();
		const devices: Visitor[] = [];
		for (let count = 0; count < 3; count++) devices.push(await service.loggedIn(name));
		const app = await enrol(service, user);
		const answers: Answer[] = [];
		for (const device of devices) {
			device.csrf = null;
			device.cookies.delete("sallyport-sid");
			for (let guess = 0; guess < 3; guess++) {
				const refused = await device.logIn(name, ADMIN_PASSWORD);
				answers.push(await answerChallenge(device, refused, wrongCode(app)));
			}
		}
		const looked = answers.filter(({ body }) => body?.code === "second_factor_invalid");
		assert.equal(looked.length, 5);
		// The browser of the user, who has turned it on, is known.
		user.csrf = null;
		user.cookies.delete("sallyport-sid");
		assert.equal((await user.logIn(name, ADMIN_PASSWORD, { code: app.next() })).status, 200);
	});

	// Proves: factor-code-once
	it("one offer is one app, so that no code is good twice", async () => {
		await newUser();
		const offered = await user.post("/api/auth/factors/totp");
		const app = authenticatorOf(service, offered);
		const activate = (code: string) =>
			user.post("/api/auth/factors/totp/activate", { offer: offered.body?.offer, code });
		assert.equal((await activate(app.code())).status, 201);
		assertProblem(await activate(app.next()), "factor_exists");
	});

	// Proves: factor-hashes
	it("recovery codes cost no more hashes than logins may", async () => {
		await newUser();
		await enrol(service, user);
		const { hasher } = service.running;
		const before = hasher.hashesDone();
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => user.post("/api/auth/recovery-codes")),
		);
		assert.ok(hasher.hashesDone() - before < LOGINS, `${hasher.hashesDone() - before} hashes`);
		assert.ok(answers.some(({ body }) => body?.code === "rate_limited"));
	});

	// Proves: wrong-code-alike
	it("the hash of a recovery code waits in the same place beside a wrong password and a right one", async () => {
		await newUser();
		await enrol(service, user);
		const { hasher } = service.running;
		const { verify } = hasher;
		const places: unknown[] = [];
		hasher.verify = (...given) => {
			places.push(given[3]);
			return verify(...given);
		};
		const code = "0AAAA-AAAAA-AAAAA";
		for (const password of [ADMIN_PASSWORD, "a wrong password of ada"])
			assertProblem(await service.visitor().logIn(name, password, { code }), "invalid_credentials");
		hasher.verify = verify;
		const [, right, , wrong] = places;
		assert.equal(places.length, 4);
		assert.deepEqual(right, wrong);
	});

	// Proves: wrong-code-alike
	it("a recovery code that no thread had room for tells nothing, by the attempts that are left either", async () => {
		await newUser();
		await enrol(service, user);
		const code = "0AAAA-AAAAA-AAAAA";
		const left = async () => {
			const { headers } = await service.visitor().logIn("nobody", "not a password");
			return Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
		};
		const costs: number[] = [];
		for (const password of [ADMIN_PASSWORD, "a wrong password of ada"]) {
			const before = await left();
			secondHash(() => Promise.reject(new LoginError("overloaded", { retryAfter: 1 })));
			assertProblem(await service.visitor().logIn(name, password, { code }), "overloaded");
			costs.push(before - (await left()));
		}
		assert.deepEqual(costs, [2, 2]);
	});

	// Proves: wrong-code-alike, audit-log
	it("a guess is on record, though its client hangs up while the recovery code beside it is hashed", async () => {
		await newUser();
		await enrol(service, user);
		const failed = async () =>
			(await rowsOf(service, "authn_login_fail")).filter(({ detail }) => detail.reason === "wrong_password");
		const before = (await failed()).length;
		const visitor = service.visitor();
		await visitor.get("/api/auth/csrf");
		const client = new AbortController();
		const ended = Promise.withResolvers<void>();
		secondHash(async (signal) => {
			client.abort();
			await once(signal, "abort").finally(ended.resolve);
			throw signal.reason;
		});
		const guess = fetch(`${service.baseUrl}/api/auth/login`, {
			method: "POST",
			headers: { "content-type": "application/json", csrf: visitor.csrf ?? "", ...cookieOf(visitor) },
			body: JSON.stringify({ username: name, password: "not the password", code: "0AAAA-AAAAA-AAAAA" }),
			signal: client.signal,
		});
		await assert.rejects(guess);
		await ended.promise;
		assert.equal((await failed()).length, before + 1);
	});

	// Proves: passkey-once
	it("no passkey is replayed after its challenge has expired on an instance whose clock is ahead", async () => {
		await newUser();
		// One that does not count: nothing but its challenge says that it was used.
		const passkey = await addPasskey(user, { origin: new URL(service.baseUrl).origin });
		const visitor = service.visitor();
		const offered = await visitor.post("/api/auth/login/passkey/options", {});
		const { challenge, passkey: asked } = offered.body ?? {};
		const csrf = visitor.csrf ?? "";
		const sent = { challenge, passkey: passkey.get(asked, { count: 0 }) };
		const send = () => visitor.post("/api/auth/login/passkey", sent, { csrf });
		assert.equal((await send()).status, 200);
		service.travel(5 * 60_000 + 1000);
		await service.running.maintenance.run();
		service.travel(-60_000);
		assertProblem(await send(), "challenge_invalid");
	});

	// Proves: factor-hashes
	it("an enrolment at login that is sent many times at once costs no more hashes than logins may", async () => {
		await using stack = new AsyncDisposableStack();
		const settings = {
			...cheap,
			SALLYPORT_SECOND_FACTOR: "everybody",
			SALLYPORT_ACCOUNT_LOGINS: String(LOGINS),
		};
		const strict = await startTestService({ settings });
		stack.defer(() => strict.stop());
		await addUserOf(strict, "ada");
		const before = await strict.loggedIn("ada");
		strict.travel(8 * DAY);
		const visitor = returning(strict, before);
		const refused = await visitor.logIn("ada", ADMIN_PASSWORD, { session: true });
		const { activation } = await addAppAtLogin(strict, visitor, refused);
		const { hasher } = strict.running;
		const hashedBefore = hasher.hashesDone();
		const headers = { csrf: visitor.csrf ?? "" };
		const answers = await Promise.all(
			Array.from({ length: 10 }, () => {
				const copy = strict.visitor();
				copy.cookies = new Map(visitor.cookies);
				return copy.post("/api/auth/login/totp/activate", activation, headers);
			}),
		);
		assert.ok(hasher.hashesDone() - hashedBefore <= LOGINS, `${hasher.hashesDone() - hashedBefore} hashes`);
		assert.ok(answers.some(({ body }) => body?.code === "rate_limited"));
	});
});
