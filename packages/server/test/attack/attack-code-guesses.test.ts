// At length: it attacks with many requests at once.
/** Attempts to get more guesses at codes, or more hashes, than one user may have; and to use up those of the user. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { type Authenticator, answerChallenge, enrol, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { addUserOf, makeOverdue, returning } from "../support/enrolment.ts";
import { rowsOf } from "../support/event-rows.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const LOOKED_AT = 5;
const HOUR = 61 * 60_000;
const session = true;

describe("guesses at codes", () => {
	let service: TestService;
	let name = "";
	let users = 0;
	/** Without its session, and a copy for an attacker who knows the password too. */
	let device: Visitor;
	let app: Authenticator;
	before(async () => {
		const limits = { SALLYPORT_ACCOUNT_LOGINS: "1000", SALLYPORT_ACCOUNT_FAILURES: "1000" };
		const policy = { SALLYPORT_SECOND_FACTOR_TRUST: "30d", SALLYPORT_ADDRESS_FAILURES: "10000" };
		service = await startTestService({ settings: { ...cheap, ...limits, ...policy } });
	});
	after(() => service.stop());

	async function newUser(trustDevice: boolean): Promise<Visitor> {
		name = `user${users++}`;
		await addUserOf(service, name);
		const user = await service.loggedIn(name);
		app = await enrol(service, user);
		const browser = service.visitor();
		const more = { session, code: app.next(), trustDevice };
		assert.equal((await browser.logIn(name, ADMIN_PASSWORD, more)).status, 200);
		device = returning(service, browser);
		return user;
	}
	const looked = (answers: readonly Answer[]) =>
		answers.filter(({ body }) => body?.code === "second_factor_invalid").length;
	async function weakSession(): Promise<Visitor> {
		const visitor = returning(service, device);
		assert.equal((await visitor.logIn(name, ADMIN_PASSWORD, { session })).status, 200);
		return visitor;
	}
	const confirm = (visitor: Visitor, code = wrongCode(app)) =>
		visitor.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD, code });
	const twice = async (guess: () => Promise<Answer>) => [await guess(), await guess()];

	// Proves: factor-known-devices
	it("are no more in any number of sessions that a trusted device has begun without a second factor", async () => {
		await newUser(true);
		const answers: Answer[] = [];
		for (let login = 0; login < 4; login++) {
			const visitor = await weakSession();
			answers.push(...(await twice(() => confirm(visitor))));
			const refused = await visitor.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
			const { challenge } = refused.body ?? {};
			const answer = { challenge, code: wrongCode(app) };
			answers.push(...(await twice(() => visitor.post("/api/auth/reauthenticate", answer))));
		}
		assert.equal(looked(answers), LOOKED_AT);
	});

	it("are no more beside the CSRF tokens of such sessions", async () => {
		await newUser(true);
		const answers: Answer[] = [];
		for (let login = 0; login < 4; login++) {
			const { csrf } = await weakSession();
			const headers = { csrf: csrf ?? "" };
			const attacker = service.visitor();
			const body = { username: name, password: ADMIN_PASSWORD };
			const { challenge } = (await attacker.post("/api/auth/login", body, headers)).body ?? {};
			const answer = { challenge, code: wrongCode(app) };
			const step = "/api/auth/login/second-factor";
			answers.push(...(await twice(() => attacker.post(step, answer, headers))));
		}
		assert.equal(looked(answers), LOOKED_AT);
	});

	it("are no more in any number of sessions while two-step login is off, where an API requires a code", async () => {
		const user = await newUser(false);
		assert.equal((await user.send("PUT", "/api/auth/second-factor", { on: false })).status, 200);
		const answers: Answer[] = [];
		for (let login = 0; login < 4; login++) {
			const visitor = await service.loggedIn(name);
			answers.push(...(await twice(() => confirm(visitor))));
		}
		assert.equal(looked(answers), LOOKED_AT);
		// The user has proven a factor in that session, and has guesses of its own.
		assert.equal((await confirm(user, app.next())).status, 200);
	});

	it("by an unknown device leave a trusted device those of its own, within its session too", async () => {
		await newUser(true);
		for (let guess = 0; guess < LOOKED_AT; guess++) {
			const attacker = service.visitor();
			await answerChallenge(attacker, await attacker.logIn(name, ADMIN_PASSWORD), wrongCode(app));
		}
		assert.equal((await confirm(await weakSession(), app.next())).status, 200);
	});

	// Proves: factor-guesses
	it("from a copied device cookie shut out its device for no longer than unknown ones", async () => {
		await newUser(false);
		const guess = async (visitor: Visitor, code: string) =>
			answerChallenge(visitor, await visitor.logIn(name, ADMIN_PASSWORD, { session }), code);
		for (let seen = 0; seen < 20; ) {
			const answer = await guess(returning(service, device), wrongCode(app));
			if (answer.body?.code === "second_factor_invalid") seen++;
			else service.travel(HOUR);
		}
		service.travel(HOUR);
		for (let time = 0; time < LOOKED_AT; time++) await guess(service.visitor(), wrongCode(app));
		assertProblem(await guess(returning(service, device), app.code()), "rate_limited");
		await usersOf(service).unlock(name);
		assert.equal((await guess(returning(service, device), app.next())).status, 200);
		// It has guesses of its own again.
		for (let time = 0; time < LOOKED_AT; time++) await guess(service.visitor(), wrongCode(app));
		assertProblem(await guess(service.visitor(), app.code()), "rate_limited");
		assert.equal((await guess(returning(service, device), app.next())).status, 200);
	});

	it("that are blocked cost the hash of a recovery code, as beside a wrong password", async () => {
		await newUser(false);
		const { hasher } = service.running;
		const code = "0AAAA-AAAAA-AAAAA";
		const hashesOf = async (password: string) => {
			const before = hasher.hashesDone();
			assertProblem(await service.visitor().logIn(name, password, { code }), "invalid_credentials");
			return hasher.hashesDone() - before;
		};
		const wrong = await hashesOf("a wrong password of ada");
		for (let guess = 0; guess <= LOOKED_AT; guess++) assert.equal(await hashesOf(ADMIN_PASSWORD), wrong);
	});
});

// Proves: right-passwords
describe("confirmations that fail after the password", () => {
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_SECOND_FACTOR: "everybody" };
		service = await startTestService({ settings });
	});
	after(() => service.stop());

	for (const [why, prepare] of [
		["the code is wrong", (user: Visitor) => enrol(service, user)],
		["a second factor is overdue", () => makeOverdue(service, "overdue")],
	] as const) {
		it(`cost no more hashes than failed logins do: ${why}`, async () => {
			const name = why.split(" ").at(-1) ?? "";
			const { id } = await service.addUser(name);
			const user = await service.loggedIn(name);
			const app = await prepare(user);
			const code = app === undefined ? undefined : wrongCode(app);
			const { hasher } = service.running;
			const before = hasher.hashesDone();
			for (let time = 0; time < 20; time++)
				await user.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD, code });
			assert.equal(hasher.hashesDone() - before, 10);
			const waits = (await rowsOf(service, "authn_login_fail_max")).filter(
				({ user_id, detail }) => user_id === id && detail.scope === "client",
			);
			assert.equal(waits.length, 1);
		});
	}
});
