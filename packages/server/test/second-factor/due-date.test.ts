/** Until when a user may continue without the second factor that is required, and who may add it then. */
// Proves: second-factor-policy, enrolment-at-login
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { addAppAtLogin, addUserOf, DAY, makeOverdue } from "../support/enrolment.ts";
import { bearerOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { addPasskey } from "../support/software-authenticator.ts";
import type { Visitor } from "../support/visitor.ts";

const PASSWORD = "five words nobody else has";
const change = { currentPassword: ADMIN_PASSWORD, newPassword: PASSWORD };

describe("the time for a second factor", () => {
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_SECOND_FACTOR: "everybody" };
		service = await startTestService({ settings });
	});
	after(() => service.stop());

	/** A session that began before the service required one. */
	async function fromBefore(name: string): Promise<Visitor> {
		await addUserOf(service, name);
		const visitor = await service.loggedIn(name);
		const { database } = service.running.deployment.opened;
		const none = { second_factor_due_at: null };
		await database.updateTable("users").set(none).where("username", "=", name).execute();
		return visitor;
	}
	const dueAt = async (visitor: Visitor) => {
		const { secondFactor } = (await visitor.get("/api/auth/factors")).body ?? {};
		return (secondFactor as { dueAt: string }).dueAt;
	};

	for (const [what, path, body] of [
		["a confirmed password", "/api/auth/reauthenticate", { password: ADMIN_PASSWORD }],
		["another password", "/api/auth/password", change],
	] as const) {
		it(`begins with ${what} too, so that no session from before the requirement lasts for ever`, async () => {
			const visitor = await fromBefore(what.replaceAll(" ", "-"));
			assert.equal((await visitor.post(path, body)).status, 200);
			const due = await dueAt(visitor);
			service.travel(60_000);
			assert.equal(await dueAt(visitor), due);
		});
	}

	it("begins with a confirmed passkey too", async () => {
		const visitor = await fromBefore("passkey");
		const passkey = await addPasskey(visitor, { origin: new URL(service.baseUrl).origin });
		const offered = await visitor.post("/api/auth/reauthenticate/options");
		const proof = { challenge: offered.body?.challenge, passkey: passkey.get(offered.body?.passkey) };
		assert.equal((await visitor.post("/api/auth/reauthenticate", proof)).status, 200);
		const due = await dueAt(visitor);
		service.travel(60_000);
		assert.equal(await dueAt(visitor), due);
	});

	it("after it, does not let a device add one merely because its session changed the password", async () => {
		await addUserOf(service, "ada");
		const token = bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD));
		const user = await service.loggedIn("ada");
		await makeOverdue(service, "ada");
		const attacker = service.visitor();
		await attacker.get("/api/auth/csrf");
		assert.equal((await attacker.post("/api/auth/password", change, token)).status, 200);
		const refused = await attacker.logIn("ada", PASSWORD, { session: true });
		assertProblem(refused, "enrolment_required");
		assert.equal(refused.body?.challenge, undefined);
		assert.equal((await user.get("/api/auth/session")).status, 401);
	});

	it("when it is over, leaves the right to a device that had it", async () => {
		await addUserOf(service, "bob");
		const user = await service.loggedIn("bob");
		await makeOverdue(service, "bob");
		assert.equal((await user.post("/api/auth/password", change)).status, 200);
		const refused = await user.logIn("bob", PASSWORD, { session: true });
		assertProblem(refused, "enrolment_required");
		assert.equal(typeof refused.body?.challenge, "string");
	});

	it("when it is over, lets a setup link add one in a browser where another user is logged in", async () => {
		await addUserOf(service, "guest");
		const browser = await service.loggedIn("guest");
		await addUserOf(service, "carl");
		await makeOverdue(service, "carl");
		const { setupLink } = await usersOf(service).reset("carl");
		const setup = { token: tokenOf(setupLink), password: PASSWORD };
		const refused = await browser.post("/api/auth/setup", setup);
		assertProblem(refused, "enrolment_required");
		assert.equal((await browser.get("/api/auth/session")).body?.username, "guest");
		const { activation, path } = await addAppAtLogin(service, browser, refused);
		const before = browser.cookies.get("sallyport-sid");
		assert.equal((await browser.post(path, activation)).status, 200);
		assert.equal((await browser.get("/api/auth/session")).body?.username, "carl");
		const headers = { cookie: `sallyport-sid=${before}` };
		assertProblem(await service.visitor().get("/api/auth/session", headers), "session_ended");
		service.travel(DAY);
	});
});
