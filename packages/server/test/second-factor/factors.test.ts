/** How factors are added, named, removed and switched: by a fresh session of their user, and by nothing else. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { removeFactor, renameFactor } from "../../src/identity/factor/factor-store.ts";
import { findUserByUsername } from "../../src/identity/user/user-store.ts";
import { allRows } from "../support/all-rows.ts";
import { authenticatorOf, enrol, fromBase32, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { addPasskey } from "../support/software-authenticator.ts";
import type { Visitor } from "../support/visitor.ts";

const MINUTE = 60_000;

onSqlite("the factors of a user", (database) => {
	let service: TestService;
	let user: Visitor;
	let users = 0;
	let name = "";
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	async function newUser(): Promise<void> {
		name = `user${users++}`;
		await service.addUser(name);
		user = await service.loggedIn(name);
	}

	const factors = async (visitor = user) => (await visitor.get("/api/auth/factors")).body;

	it("are listed with their names, and with how many recovery codes are left", async () => {
		await newUser();
		const { passkeys, ...none } = (await factors()) ?? {};
		const off = { on: false, demanded: false, dueAt: null };
		assert.deepEqual(none, { secondFactor: off, factors: [], recoveryCodes: null });
		assert.deepEqual((passkeys as { allAcceptedCredentialIds: string[] }).allAcceptedCredentialIds, []);
		const app = await enrol(service, user);
		assert.equal(new Set(app.recoveryCodes).size, 10);
		await user.send("PATCH", `/api/auth/factors/${app.id}`, { name: "Ada's phone" });
		const [code = ""] = app.recoveryCodes;
		await service.visitor().logIn(name, ADMIN_PASSWORD, { code });
		const { secondFactor, factors: listed, recoveryCodes } = (await factors()) ?? {};
		assert.deepEqual(secondFactor, { ...off, on: true });
		const [factor] = listed as Array<Record<string, unknown>>;
		assert.deepEqual([factor?.id, factor?.kind, factor?.name], [app.id, "totp", "Ada's phone"]);
		assert.equal((recoveryCodes as { left: number }).left, 9);
	});

	// Proves: factors-fresh
	it("take a reauthentication in two steps too", async () => {
		await newUser();
		const app = await enrol(service, user);
		service.travel(16 * MINUTE);
		const refused = await user.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
		const challenge = refused.body?.challenge;
		const wrong = await user.post("/api/auth/reauthenticate", { challenge, code: wrongCode(app) });
		assertProblem(wrong, "second_factor_invalid");
		const right = await user.post("/api/auth/reauthenticate", { challenge, code: app.next() });
		assert.equal(right.status, 200, right.text);
		assert.equal(
			(await ownSession(user)).authenticatedAt.slice(0, 16),
			new Date(service.now()).toISOString().slice(0, 16),
		);
	});

	it("end all other sessions when two-step login is turned on and when a factor is removed", async () => {
		await newUser();
		const other = await service.loggedIn(name);
		const app = await enrol(service, user);
		assertProblem(await other.get("/api/auth/session"), "session_ended");
		const late = service.visitor();
		await late.logIn(name, ADMIN_PASSWORD, { code: app.next(), session: true });
		assert.equal((await late.get("/api/auth/session")).status, 200);
		assert.equal((await user.delete(`/api/auth/factors/${app.id}`)).status, 200);
		assertProblem(await late.get("/api/auth/session"), "session_ended");
		assert.equal((await user.get("/api/auth/session")).status, 200);
		assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD)).status, 200);
		const events = (await rowsOf(service, "authn_second_factor_off", "authn_factor_removed")).map(
			({ event }) => event,
		);
		assert.ok(events.includes("authn_second_factor_off") && events.includes("authn_factor_removed"));
	});

	it("of another user are not found", async () => {
		await newUser();
		const { id } = await enrol(service, user);
		await newUser();
		const { id: own } = await enrol(service, user);
		assertProblem(await user.delete(`/api/auth/factors/${id}`), "not_found");
		assertProblem(await user.send("PATCH", `/api/auth/factors/${id}`, { name: "mine" }), "not_found");
		// The statements name the user as well.
		const { database } = service.running.deployment.opened;
		const { id: userId } = (await findUserByUsername(database, name)) ?? assert.fail();
		assert.equal(await removeFactor(database, { userId, id }), false);
		assert.equal(await renameFactor(database, { userId, id, name: "mine" }), false);
		assert.equal(await renameFactor(database, { userId, id: own, name: "mine" }), true);
	});

	it("take no offer of another user, none that was bent, and none after ten minutes", async () => {
		await newUser();
		const offered = await user.post("/api/auth/factors/totp");
		const app = authenticatorOf(service, offered);
		const offer = String(offered.body?.offer);
		const activate = (visitor: Visitor, given: string) =>
			visitor.post("/api/auth/factors/totp/activate", { offer: given, code: app.code() });
		const first = user;
		await newUser();
		assertProblem(await activate(user, offer), "challenge_invalid");
		assertProblem(await activate(first, `${offer.slice(0, -2)}AA`), "challenge_invalid");
		service.travel(10 * MINUTE);
		assertProblem(await activate(first, offer), "challenge_invalid");
	});

	it("take an offer once, also when its app was removed within the ten minutes", async () => {
		await newUser();
		await enrol(service, user);
		const offered = await user.post("/api/auth/factors/totp");
		const body = { offer: offered.body?.offer, code: authenticatorOf(service, offered).code() };
		const activate = () => user.post("/api/auth/factors/totp/activate", body);
		const added = await activate();
		assert.equal(added.status, 201, added.text);
		assertProblem(await activate(), "factor_exists");
		assert.equal((await user.delete(`/api/auth/factors/${added.body?.id}`)).status, 200);
		assertProblem(await activate(), "challenge_invalid");
		const { factors: listed } = (await factors()) ?? {};
		assert.equal((listed as unknown[]).length, 1);
	});

	it("say how far apart the clocks are, and take no such code", async () => {
		await newUser();
		const offered = await user.post("/api/auth/factors/totp");
		const app = authenticatorOf(service, offered);
		const body = { offer: offered.body?.offer, code: app.code(-6) };
		const refused = await user.post("/api/auth/factors/totp/activate", body);
		assertProblem(refused, "second_factor_invalid");
		assert.match(String(refused.body?.message), /about 180 seconds apart/);
		assert.deepEqual((await factors())?.factors, []);
	});

	it("are offered and asked for as often as one likes, which leaves no row", async () => {
		await newUser();
		await addPasskey(user, { origin: new URL(service.baseUrl).origin });
		const counts = async () =>
			[...(await allRows(await database.url()))].map(([table, rows]) => [table, rows.length]);
		const before = await counts();
		for (let time = 0; time < 100; time++) {
			const answers = await Promise.all([
				service.visitor().post("/api/auth/login/passkey/options", {}),
				user.post("/api/auth/reauthenticate/options"),
				user.post("/api/auth/factors/passkey/options"),
				user.post("/api/auth/factors/totp"),
			]);
			assert.ok(answers.every(({ status }) => status === 200));
		}
		assert.deepEqual(await counts(), before);
	});

	// Proves: factor-secrets, no-secrets-in-the-log
	it("are in no log, no event and no table, and neither is what proves them", async () => {
		await newUser();
		const offered = await user.post("/api/auth/factors/totp");
		const { offer, secret } = offered.body ?? {};
		const app = authenticatorOf(service, offered);
		const codes = [wrongCode(app), app.code()];
		const [, added] = [
			await user.post("/api/auth/factors/totp/activate", { offer, code: codes[0] }),
			await user.post("/api/auth/factors/totp/activate", { offer, code: codes[1] }),
		];
		const recoveryCodes = added.body?.recoveryCodes as string[];
		const passkey = await addPasskey(user, { origin: new URL(service.baseUrl).origin });
		const guest = service.visitor();
		const { body } = await guest.logIn(name, ADMIN_PASSWORD, { session: true });
		const { challenge } = body ?? {};
		const asked = body?.passkey as { challenge: string };
		const answer = passkey.get(asked);
		const texts = [
			offer,
			challenge,
			asked.challenge,
			answer.response.signature,
			answer.response.clientDataJSON,
		];
		codes.push(app.next());
		for (const code of ["0AAAA-AAAAA-AAAAA", wrongCode(app), recoveryCodes[4], codes[2]])
			await service.visitor().logIn(name, ADMIN_PASSWORD, { code });
		const second = (proof: object) => guest.post("/api/auth/login/second-factor", { challenge, ...proof });
		assertProblem(await second({ code: "1AAAA-AAAAA-AAAAA" }), "second_factor_invalid");
		const login = await second({ passkey: answer });
		assert.equal(login.status, 200, login.text);

		const tables = await allRows(await database.url());
		const dump = [JSON.stringify(service.logged), ...[...tables.values()].flat()].join("\n");
		assert.ok(dump.includes("authn_recovery_code_used"));
		const bytes = fromBase32(String(secret));
		const forms = (["hex", "base64", "base64url", "latin1"] as const).map((form) => bytes.toString(form));
		const typed = ["0AAAA-AAAAA-AAAAA", "1AAAA-AAAAA-AAAAA", ...recoveryCodes].flatMap((code) => [
			code,
			code.replaceAll("-", ""),
		]);
		const lower = dump.toLowerCase();
		for (const planted of [secret, ...forms, ...texts, ...typed].map(String))
			assert.ok(!lower.includes(planted.toLowerCase()), planted);
		// Six digits are in many numbers: here they would be a value of their own.
		for (const code of codes) assert.ok(!new RegExp(`\\b${code}\\b`).test(dump), code);
	});

	it("of a row that was moved to another user do not open", async () => {
		await newUser();
		const app = await enrol(service, user);
		await newUser();
		await enrol(service, user);
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
