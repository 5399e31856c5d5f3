/** What happens to an account while a call is under way decides: codes and passwords take seconds to hash. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { answerChallenge, authenticatorOf, enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { beforeNext } from "../support/interleave.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const newPassword = "five words nobody else has";

forEachDatabase("a call that was overtaken", (database) => {
	let service: TestService;
	let owner: Visitor;
	let thief: Visitor;
	let name = "";
	let users = 0;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	/** Two sessions of one user: one of them was stolen. */
	async function newOwner(): Promise<void> {
		name = `user${users++}`;
		await service.addUser(name);
		owner = await service.loggedIn(name);
		thief = await service.loggedIn(name);
	}

	const meanwhile = (act: () => Promise<unknown>) => beforeNext(service.running.hasher, "hash", act);
	const change = (visitor: Visitor, to = newPassword) =>
		visitor.post("/api/auth/password", { currentPassword: ADMIN_PASSWORD, newPassword: to });
	const endOthers = async () => assert.equal((await owner.delete("/api/auth/sessions")).status, 200);

	// Proves: factor-overtaken
	it("changes no password after two-step login was turned on, and starts no session with less", async () => {
		await newOwner();
		meanwhile(() => enrol(service, owner));
		assertProblem(await change(thief), "session_ended");
		assert.equal((await thief.get("/api/auth/session")).status, 401);
		assertProblem(await owner.logIn(name, ADMIN_PASSWORD), "second_factor_required");
	});

	it("changes no password after two-step login was turned on in the same session", async () => {
		await newOwner();
		const { csrf, cookies } = owner;
		service.travel(14 * 60_000);
		meanwhile(async () => {
			await enrol(service, owner);
			service.travel(2 * 60_000);
		});
		const sent = { body: { currentPassword: ADMIN_PASSWORD, newPassword }, headers: { csrf: csrf ?? "" } };
		const copy = service.visitor();
		copy.cookies = new Map(cookies);
		assertProblem(await copy.request("POST", "/api/auth/password", sent), "reauthentication_required");
	});

	it("starts no session in the place of one that the owner has ended", async () => {
		await newOwner();
		const app = await enrol(service, owner);
		thief = service.visitor();
		await thief.logIn(name, ADMIN_PASSWORD, { code: app.next(), session: true });
		meanwhile(endOthers);
		assertProblem(await change(thief), "session_ended");
		assert.equal((await owner.get("/api/auth/session")).status, 200);
	});

	it("adds no app after the owner has changed the password, and ends no session", async () => {
		await newOwner();
		const offered = await thief.post("/api/auth/factors/totp");
		const body = { offer: offered.body?.offer, code: authenticatorOf(service, offered).code() };
		meanwhile(async () => assert.equal((await change(owner)).status, 200));
		assertProblem(await thief.post("/api/auth/factors/totp/activate", body), "session_ended");
		assert.deepEqual((await owner.get("/api/auth/factors")).body?.factors, []);
	});

	it("makes no recovery codes after the owner has ended the session", async () => {
		await newOwner();
		const app = await enrol(service, owner);
		thief = service.visitor();
		await thief.logIn(name, ADMIN_PASSWORD, { code: app.next(), session: true });
		meanwhile(endOthers);
		assertProblem(await thief.post("/api/auth/recovery-codes"), "session_ended");
		const [code = ""] = app.recoveryCodes;
		const guest = service.visitor();
		const refused = await guest.logIn(name, ADMIN_PASSWORD);
		assert.equal((await answerChallenge(guest, refused, code)).status, 200);
	});

	it("leaves no recovery codes behind when two-step login was turned off", async () => {
		await newOwner();
		await enrol(service, owner);
		const copy = service.visitor();
		copy.cookies = new Map(owner.cookies);
		copy.csrf = owner.csrf;
		meanwhile(async () => {
			assert.equal((await owner.send("PUT", "/api/auth/second-factor", { on: false })).status, 200);
		});
		assertProblem(await copy.post("/api/auth/recovery-codes"), "challenge_invalid");
		assert.equal((await owner.get("/api/auth/factors")).body?.recoveryCodes, null);
	});
});
