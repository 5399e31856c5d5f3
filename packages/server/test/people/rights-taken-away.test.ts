/** What takes a right away ends the tokens that name it, everywhere; what grants one waits for the next token. */
// Proves: rights-taken-away
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { afterNext, beforeNext } from "../support/interleave.ts";
import { bearerOf } from "../support/own-session.ts";
import { addPerson, administrationOf, claimsIn, logInForToken, renewed } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";
import {
	ADMIN_PASSWORD,
	createRunnerBeside,
	startTestService,
	type TestService,
} from "../support/service.ts";
import { createVerifierUnderTest, refuses, type VerifierUnderTest } from "../support/verifier-under-test.ts";
import type { Answer } from "../support/visitor.ts";

/** Milliseconds within which offline verifiers refuse a token. */
const BOUND = 10_000;
const HALF_AN_HOUR = 1_800_000;

forEachDatabase("a right that is taken away", (database) => {
	let service: TestService;
	let other: TestService;
	let verifier: VerifierUnderTest;
	let url: string;
	let users = 0;
	before(async () => {
		url = await database.url();
		const settings = { ...cheap, SALLYPORT_TOKEN_CLAIMS: "groups" };
		service = await startTestService({ databaseUrl: url, settings });
		// Under one name: what one of them signs, the other takes.
		const sameName = { ...settings, SALLYPORT_BASE_URL: service.baseUrl };
		other = await startTestService({ databaseUrl: url, settings: sameName });
		verifier = createVerifierUnderTest(service);
		for (const name of ["staff", "analysts"]) await administrationOf(service).groups.add(name);
	});
	after(async () => {
		verifier.close();
		await other.stop();
		await service.stop();
	});

	/** Logged in by token and by cookie; the verifier knows the token. */
	async function newMember(groups: string[] = ["analysts", "staff"]) {
		users += 1;
		const name = `user${users}`;
		const id = await addPerson(service, name, { groups });
		const login = await logInForToken(service, name);
		const token = String(login.body?.token);
		assert.deepEqual((await verifier.verify(token)).groups, groups);
		return { name, id, login, token, browser: await service.loggedIn(name) };
	}
	const atBoth = (login: Answer) =>
		Promise.all([service, other].map((each) => each.visitor().get("/api/auth/session", bearerOf(login))));

	const ways: Record<string, (name: string) => Promise<{ ended: number }>> = {
		"one group": (name) => administrationOf(other).users.set(name, {}, { leave: ["staff"] }),
		"all groups": (name) => administrationOf(other).users.set(name, { groups: [] }),
		"one group for another": (name) =>
			administrationOf(other).users.set(name, { groups: ["analysts", "new"] }),
		"membership, as the group is asked": (name) =>
			administrationOf(other).groups.move("staff", { join: [], leave: [name] }),
	};
	for (const [what, take] of Object.entries(ways)) {
		it(`is refused within ten seconds offline, and at once by every instance: ${what}`, async () => {
			if (what.includes("another")) await administrationOf(service).groups.add("new");
			const member = await newMember();
			const bystander = await newMember();
			const began = service.now();
			assert.equal((await take(member.name)).ended, 1);
			for (const answer of await atBoth(member.login)) assertProblem(answer, "session_ended");
			await verifier.pass(began + BOUND - service.now());
			await refuses(verifier.verify(member.token), "session_ended");
			await verifier.verify(bystander.token);

			const { body } = await member.browser.get("/api/auth/session");
			const next = claimsIn(await logInForToken(other, member.name));
			for (const groups of [body?.groups, next.groups])
				assert.equal((groups as string[]).includes("staff"), false);
		});
	}

	it("is refused when the whole group is removed, with the tokens of all its members", async () => {
		const { groups, users } = administrationOf(other);
		await groups.add("short-lived");
		const members = [await newMember(["short-lived"]), await newMember(["short-lived", "staff"])];
		const bystander = await newMember(["staff"]);
		assert.deepEqual(await groups.remove("short-lived"), { members: 2, ended: 2 });
		for (const { login } of members)
			for (const answer of await atBoth(login)) assertProblem(answer, "session_ended");
		for (const answer of await atBoth(bystander.login)) assert.equal(answer.status, 200);
		assert.deepEqual((await users.find(members[1]?.name ?? "")).groups, ["staff"]);
		const [row] = (await rowsOf(service, "group_deleted")).slice(-1);
		assert.deepEqual(row?.detail, { group: "short-lived", members: 2 });
	});

	it("is refused when an admin becomes a user, whatever tokens say of groups", async () => {
		await service.addUser("lasting");
		await administrationOf(service).users.setRole("lasting", "admin");
		const { name, token, login, browser } = await newMember([]);
		assert.deepEqual(await administrationOf(other).users.setRole(name, "admin"), {
			role: "admin",
			formerRole: "user",
			ended: 0,
			linksEnded: 0,
		});
		assert.equal((await verifier.verify(token)).role, "user");
		assert.equal((await service.visitor().get("/api/auth/session", bearerOf(login))).body?.role, "admin");
		const asAdmin = await renewed(service, login);
		assert.equal(claimsIn(asAdmin).role, "admin");
		const began = service.now();
		assert.equal((await administrationOf(other).users.setRole(name, "user")).ended, 1);
		for (const answer of await atBoth(asAdmin)) assertProblem(answer, "session_ended");
		await verifier.pass(began + BOUND - service.now());
		await refuses(verifier.verify(String(asAdmin.body?.token)), "session_ended");
		assert.equal((await browser.get("/api/auth/session")).body?.role, "user");
	});

	it("is refused in the token of a cookie session, which ends with it while the token lives", async () => {
		const { name, browser } = await newMember(["staff"]);
		const given = await browser.post("/api/auth/token");
		const token = String(given.body?.token);
		assert.deepEqual((await verifier.verify(token)).groups, ["staff"]);
		const began = service.now();
		await administrationOf(other).users.set(name, { groups: [] });
		await verifier.pass(began + BOUND - service.now());
		await refuses(verifier.verify(token), "session_ended");
		assertProblem(await browser.get("/api/auth/session"), "session_ended");
	});

	it("is in no token that a cookie session gets while the right is taken away", async () => {
		const { users } = administrationOf(other);
		const { name, browser } = await newMember(["staff"]);
		const { audit } = service.running.deployment;
		beforeNext(audit, "transact", () => users.set(name, { groups: [] }));
		assert.deepEqual(claimsIn(await browser.post("/api/auth/token")).groups, []);
		await administrationOf(service).users.setRole(name, "admin");
		const asAdmin = await service.loggedIn(name);
		beforeNext(audit, "transact", () => users.setRole(name, "user"));
		assert.equal(claimsIn(await asAdmin.post("/api/auth/token")).role, "user");
	});

	it("ends no cookie session whose tokens have expired", async () => {
		const { name, browser } = await newMember(["staff"]);
		await browser.post("/api/auth/token");
		for (let hour = 0; hour < 8; hour += 1) {
			for (const each of [service, other]) each.travel(HALF_AN_HOUR);
			assert.equal((await browser.get("/api/auth/session")).status, 200);
			// Its use is written.
			await service.running.maintenance.run();
		}
		await administrationOf(other).users.set(name, { groups: [] });
		assert.deepEqual((await browser.get("/api/auth/session")).body?.groups, []);
	});

	it("is granted with the next token, and ends none", async () => {
		const { name, login, token } = await newMember(["staff"]);
		const { ended } = await administrationOf(other).users.set(name, {}, { join: ["analysts"] });
		assert.equal(ended, 0);
		assert.deepEqual((await verifier.verify(token)).groups, ["staff"]);
		assert.deepEqual(claimsIn(await renewed(service, login)).groups, ["analysts", "staff"]);
	});

	it("is in no token of a login that had read the user before", async () => {
		const { users } = administrationOf(other);
		await addPerson(service, "late");
		const overtaken = async (act: () => Promise<unknown>) => {
			await users.set("late", { groups: ["staff"] });
			await users.setRole("late", "admin");
			afterNext(service.running.hasher, "verify", act);
			return claimsIn(await logInForToken(service, "late"));
		};
		assert.deepEqual((await overtaken(() => users.set("late", { groups: [] }))).groups, []);
		assert.equal((await overtaken(() => users.setRole("late", "user"))).role, "user");
		// It was the login of a user, of whom less may have been required.
		afterNext(service.running.hasher, "verify", () => users.setRole("late", "admin"));
		assertProblem(await service.visitor().logIn("late", ADMIN_PASSWORD), "invalid_credentials");
	});

	it("ends tokens also by a command without the settings of the service", async () => {
		const { name, login } = await newMember();
		const run = createRunnerBeside(service, url);
		const { ended } = (await run(`user set ${name} --remove-group staff --json`)).json();
		assert.equal(ended, 1);
		for (const answer of await atBoth(login)) assertProblem(answer, "session_ended");
	});

	it("leaves nothing half done when two instances change one user at once", async () => {
		const { name } = await newMember([]);
		for (let turn = 0; turn < 5; turn++) {
			await Promise.all([
				administrationOf(service).users.set(name, {}, { join: ["staff"] }),
				administrationOf(other).users.set(name, {}, { join: ["analysts"] }),
			]);
			const { groups, id } = await administrationOf(service).users.find(name);
			assert.deepEqual(groups, ["analysts", "staff"]);
			const { members } = await administrationOf(service).groups.find("staff");
			assert.ok(members.some((member) => member.id === id));
			await Promise.all([
				administrationOf(service).users.set(name, {}, { leave: ["staff"] }),
				administrationOf(other).groups.move("analysts", { join: [], leave: [name] }),
			]);
			assert.deepEqual((await administrationOf(service).users.find(name)).groups, []);
		}
	});

	it("leaves no user in a group that is removed while users join it", async () => {
		const { groups, users } = administrationOf(service);
		for (let turn = 0; turn < 5; turn++) {
			await groups.add("fleeting");
			const name = `joiner${turn}`;
			await service.addUser(name);
			await Promise.allSettled([
				users.set(name, { groups: ["fleeting"] }),
				administrationOf(other).groups.remove("fleeting"),
			]);
			assert.deepEqual((await users.find(name)).groups, []);
		}
	});
});

forEachDatabase("membership that no token names", (database) => {
	it("ends without ending a session", async () => {
		const service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		try {
			await addPerson(service, "ada", { groups: ["staff"] });
			const login = await service.visitor().logIn("ada", ADMIN_PASSWORD);
			assert.equal((await administrationOf(service).users.set("ada", { groups: [] })).ended, 0);
			assert.equal((await service.visitor().get("/api/auth/session", bearerOf(login))).status, 200);
			await administrationOf(service).users.set("ada", { groups: ["staff"] });
			assert.deepEqual(await administrationOf(service).groups.remove("staff"), { members: 1, ended: 0 });
		} finally {
			await service.stop();
		}
	});
});
