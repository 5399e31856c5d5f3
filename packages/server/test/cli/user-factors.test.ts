/** What an operator sees of second factors, and does for a user who has lost them. */
import assert from "node:assert/strict";
import { after, before, beforeEach, it } from "node:test";
import { setSecondFactor } from "../../src/identity/factor/factor-store.ts";
import { findUserById } from "../../src/identity/user/user-store.ts";
import type { Check } from "../../src/operations/examination/check.ts";
import { tokenOf } from "../support/administration.ts";
import { type Authenticator, answerChallenge, enrol, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import type { Run } from "../support/command.ts";
import { onSqlite } from "../support/databases.ts";
import { addUserOf } from "../support/enrolment.ts";
import {
	ADMIN_PASSWORD,
	createRunnerBeside,
	startTestService,
	type TestService,
} from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const newPassword = "five words nobody else has";

onSqlite("commands about second factors", (database) => {
	let service: TestService;
	let run: Run;
	let users = 0;
	let name: string;
	let id: string;
	let user: Visitor;
	let app: Authenticator;
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		run = createRunnerBeside(service, databaseUrl);
	});
	after(() => service.stop());
	beforeEach(async () => {
		users += 1;
		name = `user${users}`;
		({ id } = await service.addUser(name));
		user = await service.loggedIn(name);
		app = await enrol(service, user);
	});

	const setUp = (setupLink: unknown, visitor = service.visitor()) =>
		visitor.post("/api/auth/setup", { token: tokenOf(String(setupLink)), password: newPassword });
	const eventsOf = async (event: string) =>
		service.running.deployment.opened.database
			.selectFrom("audit_events")
			.selectAll()
			.where("user_id", "=", id)
			.where("event", "=", event)
			.execute();

	it("list the factors of a user, and the recovery codes that are left", async () => {
		const code = app.recoveryCodes[3] ?? "";
		assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD, { code })).status, 200);
		const { out } = await run(`user factors ${name}`);
		assert.match(out, /^two-step login +on since \d{4}-.*\nrecovery codes +9 left, made \d{4}-/);
		assert.match(out, /^KIND +NAME +ADDED +LAST USED\nauthenticator app +Authenticator app +\d{4}-.* +-$/m);
		const unused = (await run(`user factors ${name} --json`)).json();
		assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD, { code: app.next() })).status, 200);
		const used = (await run(`user factors ${name} --json`)).json();
		const [before, after] = [unused, used].map(
			({ factors }) => (factors as Array<{ lastUsedAt: string }>)[0],
		);
		assert.equal(before?.lastUsedAt, null);
		assert.ok(Date.parse(after?.lastUsedAt ?? "") > 0);
		assert.equal((used.recoveryCodes as { left: number }).left, 9);
		assert.ok(!JSON.stringify(used).includes("secret"));
	});

	// Proves: names-are-visible
	it("escape what steers a terminal in names of an earlier version, which can be used and taken away", async () => {
		const { database: queries } = service.running.deployment.opened;
		const steering = "a\u001b[2J\u009b\u202eb\u2028\u200bc";
		const printed = "a\\u{1b}[2J\\u{9b}\\u{202e}b\\u{2028}\\u{200b}c";
		const attributes = JSON.stringify({ note: steering });
		await queries.updateTable("totp_secrets").set({ name: steering }).where("user_id", "=", id).execute();
		await queries
			.updateTable("users")
			.set({ display_name: steering, attributes })
			.where("id", "=", id)
			.execute();
		await queries.updateTable("sessions").set({ user_agent: steering }).where("user_id", "=", id).execute();
		for (const words of [`user factors ${name}`, `user show ${name}`, `session list ${name}`]) {
			const { out } = await run(words);
			// That list says in words which browser it is.
			assert.equal(out.includes(printed), !words.startsWith("session list"), out);
			const { out: json } = await run(`${words} --json`);
			assert.ok(JSON.stringify(JSON.parse(json)).includes(JSON.stringify(steering).slice(1, -1)), json);
			for (const text of [out, json]) assert.doesNotMatch(text.replaceAll("\n", ""), /[\p{C}\u2028]/u);
		}
		await queries.insertInto("groups").values({ name: "a\u202eb", description: "", created_at: 0 }).execute();
		assert.match((await run("group remove a\u202eb")).out, /^Deleted group a\\u\{202e\}b,/);
		assert.match((await run("group remove a\u202eb\u001b[2J")).err, /^[\x20-\x7e]+\n$/);
		assert.match((await run("a\u202eb\u001b[2J")).err, /"a\\u\{202e\}b\\u\{1b\}\[2J"/);
		assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD, { code: app.next() })).status, 200);
		const { body } = await user.get("/api/auth/factors");
		const [factor] = (body?.factors ?? []) as Array<{ name: string }>;
		assert.equal(factor?.name, steering);
		assert.equal((await run(`user set ${name} --locale de`)).code, 0);
		assert.equal((await run(`user set ${name} --display-name Ada --attribute note=`)).code, 0);
		assert.doesNotMatch((await run(`user show ${name}`)).out, /u\{202e\}/);
		assert.equal((await user.delete(`/api/auth/factors/${app.id}`)).status, 200);
	});

	it("say whose logins take one step", async () => {
		await service.addUser(`plain${users}`);
		const listed = async (option: string) =>
			((await run(`user list --json ${option}`)).json().users as Array<{ username: string }>).map(
				({ username }) => username,
			);
		assert.ok((await listed("")).includes(name));
		const without = await listed("--without-second-factor");
		assert.deepEqual([without.includes(name), without.includes(`plain${users}`)], [false, true]);
		assert.match((await run(`user show ${name}`)).out, /^two-step login +on since \d{4}-/m);
		assert.match((await run(`user show plain${users}`)).out, /^two-step login +off$/m);
		assert.match(
			(await run(`user factors plain${users}`)).out,
			/off\nrecovery codes +none\n\n.* has no second/,
		);
	});

	it("warn of admins who have none where the service requires one", async () => {
		await addUserOf(service, `boss${users}`, "admin");
		await addUserOf(service, `chief${users}`, "admin");
		await enrol(service, await service.loggedIn(`chief${users}`));
		const warned = async (rule: string) => {
			const more = { SALLYPORT_SECOND_FACTOR: rule };
			const { checks } = (await run("doctor --json", { more })).json() as { checks: Check[] };
			return checks.find((check) => check.name === "second factors");
		};
		for (const rule of ["admins", "everybody"]) {
			const found = await warned(rule);
			assert.equal(found?.status, "warning");
			const [, names = ""] = /these admins have none: (.*)$/.exec(found?.fact ?? "") ?? [];
			assert.ok(names.split(", ").includes(`boss${users}`), names);
			assert.doesNotMatch(names, /chief|user|plain/);
		}
		assert.equal(await warned("optional"), undefined);
	});

	it("let unknown devices try again at a second factor that guessing has closed", async () => {
		for (let guess = 0; guess < 5; guess++)
			await service.visitor().logIn(name, ADMIN_PASSWORD, { code: wrongCode(app) });
		const closed = (await run(`user show ${name} --json`)).json().user as { closedToStrangersUntil: string };
		assert.ok(Date.parse(closed.closedToStrangersUntil) > 0);
		const unknownDevice = service.visitor();
		await run(`user unlock ${name}`);
		const refused = await unknownDevice.logIn(name, ADMIN_PASSWORD);
		assert.equal((await answerChallenge(unknownDevice, refused, app.code(1))).status, 200);
	});

	// Proves: factor-reset
	it("keep the factors at a reset: the link sets a password, and asks for the second factor", async () => {
		const ran = await run(`user reset ${name} --json`);
		const { setupLink, secondFactorDemanded } = ran.json();
		assert.equal(secondFactorDemanded, true);
		const visitor = service.visitor();
		const refused = await setUp(setupLink, visitor);
		assert.equal(refused.body?.code, "second_factor_required");
		assert.ok(!visitor.cookies.has("sallyport-sid"));
		assert.equal((await answerChallenge(visitor, refused, app.next())).status, 200);
		assert.match(
			(await run(`user reset ${name}`)).out,
			/\nThe link still asks for the second factor\..*--second-factor/,
		);
		assert.equal((await eventsOf("authn_factor_reset")).length, 0);
	});

	// Proves: factor-reset
	it("take the password with the factors, end every session, and never take factors alone", async () => {
		for (let guess = 0; guess < 5; guess++)
			await service.visitor().logIn(name, ADMIN_PASSWORD, { code: wrongCode(app) });
		const other = `other${users}`;
		await service.addUser(other);
		await enrol(service, await service.loggedIn(other));
		const ran = await run(`user reset ${name} --second-factor`);
		const others = (await run(`user factors ${other} --json`)).json();
		assert.deepEqual([(others.factors as object[]).length, others.recoveryCodes !== null], [1, true]);
		const shown = (await run(`user show ${name} --json`)).json().user as { closedToStrangersUntil: unknown };
		assert.equal(shown.closedToStrangersUntil, null, "the wrong codes are forgotten");
		assert.match(ran.out, /^Reset user\d+ and removed every second factor; 1 session ended\./);
		assert.doesNotMatch(ran.out, /still asks/);
		assert.equal((await user.get("/api/auth/session")).body?.code, "session_ended");
		for (const code of [undefined, app.next(), app.recoveryCodes[1]]) {
			const answer = await service.visitor().logIn(name, ADMIN_PASSWORD, { code });
			assert.equal(answer.body?.code, "invalid_credentials");
		}
		const left = (await run(`user factors ${name} --json`)).json();
		assert.deepEqual([left.secondFactorAt, left.factors, left.recoveryCodes], [null, [], null]);
		assert.equal((await setUp(/http\S+/.exec(ran.out)?.[0])).status, 200);
		assert.equal((await service.visitor().logIn(name, newPassword)).status, 200);
		const [event] = await eventsOf("authn_factor_reset");
		assert.deepEqual([event?.level, event?.actor_kind], ["warn", "cli"]);
	});

	// Proves: factor-reset
	it("make void what was under way when the factors were taken", async () => {
		const visitor = service.visitor();
		const refused = await visitor.logIn(name, ADMIN_PASSWORD);
		const { database: queries } = service.running.deployment.opened;
		const before = await findUserById(queries, id);
		await run(`user reset ${name} --second-factor`);
		const answer = await answerChallenge(visitor, refused, app.next());
		assert.equal(answer.body?.code, "challenge_invalid");
		const unless = before?.factorsChangedAt ?? 0;
		const activation = { userId: id, secondFactorAt: service.now(), now: service.now(), unless };
		assert.equal(await setSecondFactor(queries, activation), false);
	});
});
