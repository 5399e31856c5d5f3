/** The challenge of a login is good for its second step, once, for five minutes, and for nothing else. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { type Authenticator, answerChallenge, enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const newPassword = "five words nobody else has";

// Proves: challenge-opens-nothing
onSqlite("the challenge between the two steps", (database) => {
	let service: TestService;
	let user: Visitor;
	let app: Authenticator;
	let users = 0;
	let name = "";
	let visitor: Visitor;
	let refused: Answer;
	let challenge: string;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_ACCOUNT_FAILURES: "1000", SALLYPORT_ADDRESS_FAILURES: "100000" };
		service = await startTestService({ databaseUrl: await database.url(), settings });
	});
	after(() => service.stop());

	/** A visitor who has typed the right password of a new user. */
	async function halfLoggedIn(session = true): Promise<void> {
		name = `user${users++}`;
		await service.addUser(name);
		user = await service.loggedIn(name);
		app = await enrol(service, user);
		visitor = service.visitor();
		refused = await visitor.logIn(name, ADMIN_PASSWORD, { session });
		assertProblem(refused, "second_factor_required");
		challenge = String(refused.body?.challenge);
	}

	/** For the same user and page, under the same keys, but sealed for another deployment. */
	async function foreignChallenge(): Promise<string> {
		const { deployment } = service.running;
		const box = deployment.keyring.box("challenge login");
		const sealed = Buffer.from(challenge, "base64url");
		const plain = box.open(sealed, deployment.id) ?? assert.fail("It does not open at home.");
		return box.seal(plain, "another deployment").toString("base64url");
	}

	const answer = (code = app.next()) => answerChallenge(visitor, refused, code);

	it("is refused with any of its characters changed, cut short, with one more, or from another deployment", async () => {
		await halfLoggedIn();
		const bent = Array.from({ length: Math.ceil(challenge.length / 7) }, (_, part) => {
			const at = part * 7;
			return `${challenge.slice(0, at)}${challenge[at] === "A" ? "B" : "A"}${challenge.slice(at + 1)}`;
		});
		const elsewhere = await foreignChallenge();
		const respelled = [`${challenge}=`, `${challenge} `, `.${challenge}`];
		for (const each of [...bent, ...respelled, challenge.slice(0, 20), "A", elsewhere]) {
			const body = { challenge: each, code: app.code() };
			assertProblem(await visitor.post("/api/auth/login/second-factor", body), "challenge_invalid");
		}
	});

	it("is one of several that a page may hold, and each is good once", async () => {
		await halfLoggedIn(false);
		const again = await visitor.logIn(name, ADMIN_PASSWORD);
		const csrf = visitor.csrf ?? "";
		for (const each of [again, refused]) {
			const { challenge } = each.body ?? {};
			const send = () =>
				visitor.post("/api/auth/login/second-factor", { challenge, code: app.next() }, { csrf });
			assert.equal((await send()).status, 200);
			assertProblem(await send(), "challenge_invalid");
		}
	});

	it("is refused after five minutes", async () => {
		await halfLoggedIn();
		service.travel(5 * 60_000);
		assertProblem(await answer(), "challenge_invalid");
	});

	it("is refused on another page", async () => {
		await halfLoggedIn();
		assertProblem(await answerChallenge(service.visitor(), refused, app.next()), "challenge_invalid");
		assertProblem(await answerChallenge(user, refused, app.next()), "challenge_invalid");
	});

	for (const [change, act] of Object.entries({
		"a new password": async () => {
			const body = { currentPassword: ADMIN_PASSWORD, newPassword };
			assert.equal((await user.post("/api/auth/password", body)).status, 200);
		},
		"a reset": () => usersOf(service).reset(name),
		"a disabled user": () => usersOf(service).disable(name),
		"a disabled user who was enabled again after a reset": async () => {
			await usersOf(service).reset(name);
			await usersOf(service).enable(name);
		},
		"another factor": () => enrol(service, user),
		"new switches": async () => {
			for (const on of [false, true])
				assert.equal((await user.send("PUT", "/api/auth/second-factor", { on })).status, 200);
		},
		"a removed user": () => usersOf(service).remove(name),
	})) {
		it(`is refused after ${change}`, async () => {
			await halfLoggedIn();
			await act();
			assertProblem(await answer(), "challenge_invalid");
		});
	}

	it("asks for the same kind of credential as the first step", async () => {
		await halfLoggedIn(false);
		const answered = await answer();
		assert.deepEqual(Object.keys(answered.body ?? {}), ["id", "message", "token"]);
		assert.equal(visitor.cookies.get("sallyport-sid"), undefined);
	});

	it("ends the cookie session that came along if a cookie session takes its place, and not for a token", async () => {
		for (const session of [false, true]) {
			await halfLoggedIn();
			const cookie = `sallyport-sid=${user.cookies.get("sallyport-sid")}`;
			const first = await user.logIn(name, ADMIN_PASSWORD, { session });
			assert.equal((await answerChallenge(user, first, app.next())).status, 200);
			const before = await service.visitor().get("/api/auth/session", { cookie });
			assert.equal(before.status, session ? 401 : 200);
		}
	});

	// Proves: reset-keeps-factors
	it("follows a setup link, which sets the password and logs no one in", async () => {
		await halfLoggedIn();
		const { setupLink } = await usersOf(service).reset(name);
		const guest = service.visitor();
		const set = await guest.post("/api/auth/setup", { token: tokenOf(setupLink), password: newPassword });
		assertProblem(set, "second_factor_required");
		assert.equal(guest.cookies.get("sallyport-sid"), undefined);
		assert.equal((await answerChallenge(guest, set, app.next())).status, 200);
		assert.equal((await guest.get("/api/auth/session")).body?.username, name);
	});

	// Proves: second-step-counted
	it("keeps the attempt counted until the second step has succeeded", async () => {
		const settings = { ...cheap, SALLYPORT_ACCOUNT_FAILURES: "3" };
		await using stack = new AsyncDisposableStack();
		const strict = await startTestService({ databaseUrl: await database.url(), settings });
		stack.defer(() => strict.stop());
		await strict.addUser("ada");
		const own = await strict.loggedIn("ada");
		const phone = await enrol(strict, own);
		for (let login = 0; login < 6; login++) {
			const guest = strict.visitor();
			const first = await guest.logIn("ada", ADMIN_PASSWORD);
			assert.equal((await answerChallenge(guest, first, phone.next())).status, 200, `login ${login}`);
		}
		for (let login = 0; login < 3; login++)
			assertProblem(await strict.visitor().logIn("ada", ADMIN_PASSWORD), "second_factor_required");
		assertProblem(await strict.visitor().logIn("ada", ADMIN_PASSWORD), "rate_limited");
	});
});
