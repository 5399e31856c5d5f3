/** What happens to an account while a call is under way decides: codes and passwords take seconds to hash. */
// Proves: factor-overtaken
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { answerChallenge, authenticatorOf, enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { beforeNext } from "../support/interleave.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { addPasskey, logInWithPasskey } from "../support/software-authenticator.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const newPassword = "five words nobody else has";

forEachDatabase("a call that was overtaken", (database) => {
	let service: TestService;
	let user: Visitor;
	let attacker: Visitor;
	let name = "";
	let users = 0;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	/** Two sessions of one user: one of them was stolen. */
	async function newUser(): Promise<void> {
		name = `user${users++}`;
		await service.addUser(name);
		user = await service.loggedIn(name);
		attacker = await service.loggedIn(name);
	}

	const whileHashing = (act: () => Promise<unknown>) => beforeNext(service.running.hasher, "hash", act);
	const change = (visitor: Visitor, to = newPassword) =>
		visitor.post("/api/auth/password", { currentPassword: ADMIN_PASSWORD, newPassword: to });
	const endOthers = async () => assert.equal((await user.delete("/api/auth/sessions")).status, 200);

	it("changes no password after two-step login was turned on, and starts no session with less", async () => {
		await newUser();
		whileHashing(() => enrol(service, user));
		assertProblem(await change(attacker), "session_ended");
		assert.equal((await attacker.get("/api/auth/session")).status, 401);
		assertProblem(await user.logIn(name, ADMIN_PASSWORD), "second_factor_required");
	});

	it("changes no password after two-step login was turned on in the same session", async () => {
		await newUser();
		const { csrf, cookies } = user;
		service.travel(14 * 60_000);
		whileHashing(async () => {
			await enrol(service, user);
			service.travel(2 * 60_000);
		});
		const sent = { body: { currentPassword: ADMIN_PASSWORD, newPassword }, headers: { csrf: csrf ?? "" } };
		const copy = service.visitor();
		copy.cookies = new Map(cookies);
		assertProblem(await copy.request("POST", "/api/auth/password", sent), "reauthentication_required");
	});

	it("starts no session in the place of one that the user has ended", async () => {
		await newUser();
		const app = await enrol(service, user);
		attacker = service.visitor();
		await attacker.logIn(name, ADMIN_PASSWORD, { code: app.next(), session: true });
		whileHashing(endOthers);
		assertProblem(await change(attacker), "session_ended");
		assert.equal((await user.get("/api/auth/session")).status, 200);
	});

	it("adds no app after the user has changed the password, and ends no session", async () => {
		await newUser();
		const offered = await attacker.post("/api/auth/factors/totp");
		const body = { offer: offered.body?.offer, code: authenticatorOf(service, offered).code() };
		whileHashing(async () => assert.equal((await change(user)).status, 200));
		assertProblem(await attacker.post("/api/auth/factors/totp/activate", body), "session_ended");
		assert.deepEqual((await user.get("/api/auth/factors")).body?.factors, []);
	});

	it("makes no recovery codes after the user has ended the session", async () => {
		await newUser();
		const app = await enrol(service, user);
		attacker = service.visitor();
		await attacker.logIn(name, ADMIN_PASSWORD, { code: app.next(), session: true });
		whileHashing(endOthers);
		assertProblem(await attacker.post("/api/auth/recovery-codes"), "session_ended");
		const [code = ""] = app.recoveryCodes;
		const guest = service.visitor();
		const refused = await guest.logIn(name, ADMIN_PASSWORD);
		assert.equal((await answerChallenge(guest, refused, code)).status, 200);
	});

	it("leaves no recovery codes behind when two-step login was turned off", async () => {
		await newUser();
		await enrol(service, user);
		const copy = service.visitor();
		copy.cookies = new Map(user.cookies);
		copy.csrf = user.csrf;
		whileHashing(async () => {
			assert.equal((await user.send("PUT", "/api/auth/second-factor", { on: false })).status, 200);
		});
		assertProblem(await copy.post("/api/auth/recovery-codes"), "challenge_invalid");
		assert.equal((await user.get("/api/auth/factors")).body?.recoveryCodes, null);
	});

	/** Each resolves when all is proven but the end of the login, which is the next transaction. */
	const logins: Array<[by: string, begin: () => Promise<() => Promise<Answer>>]> = [
		["the password alone", async () => () => service.visitor().logIn(name, ADMIN_PASSWORD)],
		[
			"the password and a code",
			async () => {
				const app = await enrol(service, user);
				const guest = service.visitor();
				const refused = await guest.logIn(name, ADMIN_PASSWORD);
				return () => answerChallenge(guest, refused, app.next());
			},
		],
		[
			"a passkey alone",
			async () => {
				const passkey = await addPasskey(user, { origin: new URL(service.baseUrl).origin });
				return () => logInWithPasskey(service.visitor(), passkey);
			},
		],
	];
	const changes: Array<[what: string, act: () => Promise<unknown>]> = [
		["its user adds an authenticator app", () => enrol(service, user)],
		["its user gets a setup link", () => usersOf(service).reset(name)],
		["its user is disabled", () => usersOf(service).disable(name)],
		["its user is removed", () => usersOf(service).remove(name)],
	];
	for (const [by, begin] of logins) {
		for (const [what, act] of changes) {
			// Proves: two-step-demanded
			it(`by ${by} starts no session when ${what} before it ends`, async () => {
				await newUser();
				const end = await begin();
				let isDone = false;
				beforeNext(service.running.deployment.audit, "transact", async () => {
					await act();
					isDone = true;
				});
				const answer = await end();
				assert.deepEqual([answer.status, isDone], [401, true], answer.text);
				assert.deepEqual(answer.headers.getSetCookie(), []);
			});
		}
	}
});
