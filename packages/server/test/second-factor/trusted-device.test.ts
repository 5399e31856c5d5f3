/** Devices on which a user leaves the second factor out. */
// Proves: trusted-devices
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { type Authenticator, answerChallenge, enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { addUserOf, DAY, returning, setRole } from "../support/enrolment.ts";
import { cookieOf, ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const PASSWORD = "five words nobody else has";
const device = "sallyport-device";

onSqlite("a trusted device", (database) => {
	let service: TestService;
	const start = async (trust: string) => {
		const settings = { ...cheap, SALLYPORT_SECOND_FACTOR_TRUST: trust };
		return startTestService({ databaseUrl: await database.url(), settings });
	};
	before(async () => {
		service = await start("30d");
	});
	after(() => service.stop());

	/** A user with two-step login, who trusts the device of the visitor. */
	async function trusting(name: string, role: "user" | "admin" = "user") {
		await addUserOf(service, name, role);
		const app = await enrol(service, await service.loggedIn(name));
		return { app, visitor: await trustOn(service.visitor(), name, app) };
	}
	async function trustOn(visitor: Visitor, name: string, app: Authenticator): Promise<Visitor> {
		const more = { session: true, code: app.next(), trustDevice: true };
		const answer = await visitor.logIn(name, ADMIN_PASSWORD, more);
		assert.equal(answer.status, 200, answer.text);
		return visitor;
	}
	const logIn = (visitor: Visitor, name: string, password = ADMIN_PASSWORD, at = service): Promise<Answer> =>
		returning(at, visitor).logIn(name, password, { session: true });

	it("lets its user in by the password, as one factor, for as long as the setting says", async () => {
		const { visitor } = await trusting("ada");
		const again = returning(service, visitor);
		assert.equal((await again.logIn("ada", ADMIN_PASSWORD, { session: true })).status, 200);
		const session = await ownSession(again);
		assert.deepEqual({ ...session, acr: "aal1", amr: ["pwd"] }, session);
		service.travel(29 * DAY);
		const late = returning(service, again);
		assert.equal((await late.logIn("ada", ADMIN_PASSWORD, { session: true })).status, 200);
		service.travel(DAY);
		assertProblem(await logIn(late, "ada"), "second_factor_required");
	});

	it("is not trusted for longer by a login without the second factor, whatever that asks for", async () => {
		const { visitor } = await trusting("zoe");
		service.travel(29 * DAY);
		const again = returning(service, visitor);
		const more = { session: true, trustDevice: true };
		assert.equal((await again.logIn("zoe", ADMIN_PASSWORD, more)).status, 200);
		service.travel(DAY);
		assertProblem(await logIn(again, "zoe"), "second_factor_required");
	});

	it("begins with the second step of a login too, which says for how long it would be", async () => {
		await addUserOf(service, "bob");
		const app = await enrol(service, await service.loggedIn("bob"));
		const visitor = service.visitor();
		const refused = await visitor.logIn("bob", ADMIN_PASSWORD, { session: true });
		assert.equal(refused.body?.trustDevice, 30 * 86_400);
		const proof = { challenge: refused.body?.challenge, code: app.next(), trustDevice: true };
		assert.equal((await visitor.post("/api/auth/login/second-factor", proof)).status, 200);
		assert.equal((await logIn(visitor, "bob")).status, 200);
	});

	it("is none unless the user says so, and none before the second factor was right", async () => {
		await addUserOf(service, "carl");
		const app = await enrol(service, await service.loggedIn("carl"));
		const visitor = service.visitor();
		const refused = await visitor.logIn("carl", ADMIN_PASSWORD, { session: true, trustDevice: true });
		assertProblem(refused, "second_factor_required");
		assert.ok(!visitor.cookies.has(device));
		assert.equal((await answerChallenge(visitor, refused, app.next())).status, 200);
		assert.ok(visitor.cookies.has(device));
		assertProblem(await logIn(visitor, "carl"), "second_factor_required");
	});

	it("still takes the password, and a code that is sent has to be right", async () => {
		const { visitor, app } = await trusting("dan");
		assertProblem(await logIn(visitor, "dan", "not the password"), "invalid_credentials");
		const used = app.code();
		const refused = await returning(service, visitor).logIn("dan", ADMIN_PASSWORD, { code: used });
		assertProblem(refused, "invalid_credentials");
		const both = await returning(service, visitor).logIn("dan", ADMIN_PASSWORD, { code: app.next() });
		assert.equal(both.status, 200);
	});

	it("gives other users nothing", async () => {
		const { visitor } = await trusting("eve");
		await trusting("fay");
		assertProblem(await logIn(visitor, "fay"), "second_factor_required");
	});

	it("opens nothing that takes a second factor within a session", async () => {
		const { visitor } = await trusting("gus");
		const again = returning(service, visitor);
		await again.logIn("gus", ADMIN_PASSWORD, { session: true });
		assertProblem(await again.post("/api/auth/factors/totp"), "reauthentication_required");
		const confirmed = await again.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
		assertProblem(confirmed, "second_factor_required");
	});

	const ends: Array<
		[what: string, act: (name: string, user: Visitor, app: Authenticator) => Promise<string>]
	> = [
		[
			"the factors change",
			async (_name, user) => {
				await enrol(service, user);
				return ADMIN_PASSWORD;
			},
		],
		[
			"the recovery of the account by a setup link",
			async (name) => {
				const { setupLink } = await usersOf(service).reset(name);
				const setup = { token: tokenOf(setupLink), password: ADMIN_PASSWORD };
				assertProblem(await service.visitor().post("/api/auth/setup", setup), "second_factor_required");
				return ADMIN_PASSWORD;
			},
		],
		[
			"the user changes the password",
			async (_name, user) => {
				const change = { currentPassword: ADMIN_PASSWORD, newPassword: PASSWORD };
				assert.equal((await user.post("/api/auth/password", change)).status, 200);
				return PASSWORD;
			},
		],
		[
			"the user is disabled, and enabled again",
			async (name) => {
				await usersOf(service).disable(name);
				await usersOf(service).enable(name);
				return ADMIN_PASSWORD;
			},
		],
		[
			"the user becomes an admin",
			async (name) => {
				await setRole(service, name, "admin");
				return ADMIN_PASSWORD;
			},
		],
		[
			"the user has been an admin",
			async (name) => {
				await setRole(service, name, "admin");
				await setRole(service, name, "user");
				return ADMIN_PASSWORD;
			},
		],
	];
	for (const [index, [what, act]] of ends.entries()) {
		it(`is trusted no more when ${what}, and neither is a copy of its cookie`, async () => {
			const name = `trusting${index}`;
			const { visitor, app } = await trusting(name);
			const copy = returning(service, visitor);
			const password = await act(name, visitor, app);
			assertProblem(await logIn(visitor, name, password), "second_factor_required");
			assertProblem(await logIn(copy, name, password), "second_factor_required");
		});
	}

	it("lets no session through that becomes an admin's, but for one with both factors", async () => {
		const { visitor } = await trusting("ned");
		const byOne = returning(service, visitor);
		assert.equal((await byOne.logIn("ned", ADMIN_PASSWORD, { session: true })).status, 200);
		assert.equal((await byOne.post("/api/auth/token")).status, 200);
		await setRole(service, "ned", "admin");
		const headers = { ...cookieOf(byOne), csrf: String(byOne.csrf) };
		for (const path of ["/api/auth/session", "/api/admin/users", "/api/admin/events"])
			assertProblem(await byOne.get(path, headers), "session_ended");
		assertProblem(await byOne.post("/api/auth/token", undefined, headers), "session_ended");
		assert.equal((await visitor.get("/api/admin/users")).status, 200);
	});

	it("is none for an admin", async () => {
		const { visitor } = await trusting("root", "admin");
		const refused = await logIn(visitor, "root");
		assertProblem(refused, "second_factor_required");
		assert.equal(refused.body?.trustDevice, undefined);
	});

	it("is none where the setting is 0s", async () => {
		const { visitor, app } = await trusting("hal");
		const off = await start("0s");
		try {
			off.travel(service.now() - off.now());
			const refused = await logIn(visitor, "hal", ADMIN_PASSWORD, off);
			assertProblem(refused, "second_factor_required");
			assert.equal(refused.body?.trustDevice, undefined);
			const more = { session: true, code: app.code(1), trustDevice: true };
			const other = off.visitor();
			assert.equal((await other.logIn("hal", ADMIN_PASSWORD, more)).status, 200);
			assertProblem(await logIn(other, "hal"), "second_factor_required");
		} finally {
			await off.stop();
		}
	});

	it("is not granted by a tampered cookie", async () => {
		const { visitor } = await trusting("ida");
		const bytes = Buffer.from(visitor.cookies.get(device) ?? "", "base64url");
		for (const at of [0, 8, 20, 40, bytes.length - 1]) {
			const bent = Buffer.from(bytes);
			bent[at] = (bent[at] ?? 0) ^ 1;
			const other = service.visitor();
			other.cookies.set(device, bent.toString("base64url"));
			assertProblem(await other.logIn("ida", ADMIN_PASSWORD, { session: true }), "second_factor_required");
		}
	});
});
