/** How factors are added, named, removed and switched: by a fresh session of their owner, and by nothing else. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { authenticatorOf, codeOf, enrol, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const MINUTE = 60_000;

forEachDatabase("the factors of a user", (database) => {
	let service: TestService;
	let owner: Visitor;
	let users = 0;
	let name = "";
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	async function newOwner(): Promise<void> {
		name = `user${users++}`;
		await service.addUser(name);
		owner = await service.loggedIn(name);
	}

	const factors = async (visitor = owner) => (await visitor.get("/api/auth/factors")).body;

	it("are listed with their names, and with how many recovery codes are left", async () => {
		await newOwner();
		const { passkeys, ...none } = (await factors()) ?? {};
		const off = { on: false, demanded: false, dueAt: null };
		assert.deepEqual(none, { secondFactor: off, factors: [], recoveryCodes: null });
		assert.deepEqual((passkeys as { allAcceptedCredentialIds: string[] }).allAcceptedCredentialIds, []);
		const app = await enrol(service, owner);
		assert.equal(new Set(app.recoveryCodes).size, 10);
		await owner.send("PATCH", `/api/auth/factors/${app.id}`, { name: "Ada's phone" });
		const [code = ""] = app.recoveryCodes;
		await service.visitor().logIn(name, ADMIN_PASSWORD, { code });
		const { secondFactor, factors: listed, recoveryCodes } = (await factors()) ?? {};
		assert.deepEqual(secondFactor, { ...off, on: true });
		const [factor] = listed as Array<Record<string, unknown>>;
		assert.deepEqual([factor?.id, factor?.kind, factor?.name], [app.id, "totp", "Ada's phone"]);
		assert.equal((recoveryCodes as { left: number }).left, 9);
	});

	// Proves: factors-fresh
	it("change within fifteen minutes of an authentication, with both factors where both are demanded", async () => {
		await newOwner();
		const app = await enrol(service, owner);
		service.travel(16 * MINUTE);
		const acts: Array<() => Promise<Answer>> = [
			() => owner.post("/api/auth/factors/totp"),
			() => owner.post("/api/auth/factors/totp/activate", { offer: "x", code: "000000" }),
			() => owner.delete(`/api/auth/factors/${app.id}`),
			() => owner.send("PUT", "/api/auth/second-factor", { on: false }),
			() => owner.post("/api/auth/recovery-codes"),
			() =>
				owner.post("/api/auth/password", {
					currentPassword: ADMIN_PASSWORD,
					newPassword: "five words nobody else has",
				}),
		];
		for (const act of acts) {
			const refused = await act();
			assertProblem(refused, "reauthentication_required");
			assert.deepEqual([refused.body?.acr, refused.body?.maxAge], ["aal2", 900]);
		}
		assertProblem(
			await owner.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD }),
			"second_factor_required",
		);
		assertProblem((await acts[3]?.()) as Answer, "reauthentication_required");
		const body = { password: ADMIN_PASSWORD, code: app.next() };
		assert.equal((await owner.post("/api/auth/reauthenticate", body)).status, 200);
		assert.equal((await owner.send("PUT", "/api/auth/second-factor", { on: false })).status, 200);
	});

	it("take a reauthentication in two steps too", async () => {
		await newOwner();
		const app = await enrol(service, owner);
		service.travel(16 * MINUTE);
		const refused = await owner.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
		const challenge = refused.body?.challenge;
		const wrong = await owner.post("/api/auth/reauthenticate", { challenge, code: wrongCode(app) });
		assertProblem(wrong, "second_factor_invalid");
		const right = await owner.post("/api/auth/reauthenticate", { challenge, code: app.next() });
		assert.equal(right.status, 200, right.text);
		assert.equal(
			(await ownSession(owner)).authenticatedAt.slice(0, 16),
			new Date(service.now()).toISOString().slice(0, 16),
		);
	});

	it("end all other sessions when two-step login is turned on and when a factor is removed", async () => {
		await newOwner();
		const other = await service.loggedIn(name);
		const app = await enrol(service, owner);
		assertProblem(await other.get("/api/auth/session"), "session_ended");
		const late = service.visitor();
		await late.logIn(name, ADMIN_PASSWORD, { code: app.next(), session: true });
		assert.equal((await late.get("/api/auth/session")).status, 200);
		assert.equal((await owner.delete(`/api/auth/factors/${app.id}`)).status, 200);
		assertProblem(await late.get("/api/auth/session"), "session_ended");
		assert.equal((await owner.get("/api/auth/session")).status, 200);
		assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD)).status, 200);
		const events = (await rowsOf(service, "authn_second_factor_off", "authn_factor_removed")).map(
			({ event }) => event,
		);
		assert.ok(events.includes("authn_second_factor_off") && events.includes("authn_factor_removed"));
	});

	it("of another user are not found", async () => {
		await newOwner();
		const { id } = await enrol(service, owner);
		await newOwner();
		await enrol(service, owner);
		assertProblem(await owner.delete(`/api/auth/factors/${id}`), "not_found");
		assertProblem(await owner.send("PATCH", `/api/auth/factors/${id}`, { name: "mine" }), "not_found");
	});

	it("take no offer of another user, none that was bent, and none after ten minutes", async () => {
		await newOwner();
		const offered = await owner.post("/api/auth/factors/totp");
		const app = authenticatorOf(service, offered);
		const offer = String(offered.body?.offer);
		const activate = (visitor: Visitor, given: string) =>
			visitor.post("/api/auth/factors/totp/activate", { offer: given, code: app.code() });
		const first = owner;
		await newOwner();
		assertProblem(await activate(owner, offer), "challenge_invalid");
		assertProblem(await activate(first, `${offer.slice(0, -2)}AA`), "challenge_invalid");
		service.travel(10 * MINUTE);
		assertProblem(await activate(first, offer), "challenge_invalid");
	});

	it("say how far apart the clocks are, and take no such code", async () => {
		await newOwner();
		const offered = await owner.post("/api/auth/factors/totp");
		const app = authenticatorOf(service, offered);
		const body = { offer: offered.body?.offer, code: app.code(-6) };
		const refused = await owner.post("/api/auth/factors/totp/activate", body);
		assertProblem(refused, "second_factor_invalid");
		assert.match(String(refused.body?.message), /about 180 seconds apart/);
		assert.deepEqual((await factors())?.factors, []);
	});

	it("can be offered without end, and leave no row", async () => {
		await newOwner();
		const { database } = service.running.deployment.opened;
		const rows = () => database.selectFrom("totp_secrets").select("id").execute();
		const before = await rows();
		for (let time = 0; time < 50; time++) await owner.post("/api/auth/factors/totp");
		assert.deepEqual(await rows(), before);
	});

	it("are in no log, no event and no table as plain text", async () => {
		await newOwner();
		const offered = await owner.post("/api/auth/factors/totp");
		const app = authenticatorOf(service, offered);
		const body = { offer: offered.body?.offer, code: app.code() };
		const added = await owner.post("/api/auth/factors/totp/activate", body);
		const secret = String(offered.body?.secret);
		const codes = added.body?.recoveryCodes as string[];
		const { database } = service.running.deployment.opened;
		const dump = JSON.stringify([
			service.logged,
			await rowsOf(service),
			await database.selectFrom("totp_secrets").selectAll().execute(),
			await database.selectFrom("recovery_codes").selectAll().execute(),
		]);
		for (const planted of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
			assert.ok(!dump.includes(planted), planted);
	});

	it("of a row that was moved to another user do not open", async () => {
		await newOwner();
		const app = await enrol(service, owner);
		await newOwner();
		await enrol(service, owner);
		const { database } = service.running.deployment.opened;
		const { id } = await database
			.selectFrom("users")
			.select("id")
			.where("username", "=", name)
			.executeTakeFirstOrThrow();
		await database.updateTable("totp_secrets").set({ user_id: id }).where("id", "=", app.id).execute();
		assertProblem(
			await service.visitor().logIn(name, ADMIN_PASSWORD, { code: app.next() }),
			"invalid_credentials",
		);
	});
});

// RFC 6238 appendix B, for the app of these tests: so that both sides are not wrong alike.
it("the codes of these tests are those of RFC 6238", () => {
	const key = Buffer.from("12345678901234567890");
	for (const [time, code] of [
		[59, "94287082"],
		[1_111_111_109, "07081804"],
		[1_234_567_890, "89005924"],
		[20_000_000_000, "65353130"],
	] as const)
		assert.equal(codeOf(key, Math.floor(time / 30), { digits: 8 }), code);
});
