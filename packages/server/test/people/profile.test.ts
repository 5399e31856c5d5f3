/** What operators may say of a user, and what it never does. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import type { LoginError } from "../../src/platform/errors.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { addPerson, administrationOf } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

forEachDatabase("what is known of a user", (database) => {
	let service: TestService;
	let operations: ReturnType<typeof administrationOf>;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		operations = administrationOf(service);
		await addPerson(service, "ada", { groups: ["staff"], attributes: { department: "sales" } });
	});
	after(() => service.stop());

	const refused = (work: Promise<unknown>, code: string, message = /./) =>
		assert.rejects(work, (error: LoginError) => {
			assert.equal(error.code, code);
			assert.match(error.details.errors?.[0]?.message ?? error.message, message);
			return true;
		});
	const lastUpdate = async () => (await rowsOf(service, "user_updated")).at(-1)?.detail;

	it("is merged member by member, and each change raises the version by one", async () => {
		const { users } = operations;
		const before = await users.find("ada");
		const change = {
			displayName: "Ada",
			email: "ada@EXAMPLE.com",
			attributes: { team: "a", department: null },
		};
		const { user, members } = await users.set("ada", change);
		assert.deepEqual(members, ["displayName", "email", "attributes"]);
		assert.deepEqual(await users.find("ada"), user);
		assert.deepEqual(user, {
			...before,
			displayName: "Ada",
			email: "ada@example.com",
			attributes: { team: "a" },
			version: before.version + 1,
		});
		assert.deepEqual((await users.set("ada", change)).members, []);
		assert.equal((await users.find("ada")).version, before.version + 1);
		await service.loggedIn("ada");
		assert.equal((await users.find("ada")).version, before.version + 1, "a login is no change");
		await users.disable("ada");
		await users.enable("ada");
		assert.equal((await users.find("ada")).version, before.version + 3);
	});

	// Proves: personal-data
	it("is on record by the names of its members; only groups and role with their values", async () => {
		const { users, groups } = operations;
		await groups.add("on-record");
		const secret = {
			email: "planted@example.com",
			displayName: "Planted",
			attributes: { note: "planted too" },
		};
		await users.set("ada", { ...secret, externalId: "planted-id", groups: ["staff", "on-record"] });
		assert.deepEqual(await lastUpdate(), {
			members: ["displayName", "email", "externalId", "groups", "attributes"],
			groups: ["on-record", "staff"],
			formerGroups: ["staff"],
		});
		await users.setRole("ada", "admin");
		assert.deepEqual(await lastUpdate(), { members: ["role"], role: "admin", formerRole: "user" });
		await users.setRole("admin", "user");
		await refused(users.setRole("ada", "user"), "last_admin");
		await users.setRole("ada", "user", { lastAdmin: true });
		const recorded = (await rowsOf(service)).length;
		await users.setRole("ada", "user");
		await users.set("ada", secret);
		assert.equal((await rowsOf(service)).length, recorded, "nothing has changed");
		await groups.describe("on-record", "planted description");
		assert.deepEqual((await rowsOf(service, "group_updated")).at(-1)?.detail, { group: "on-record" });
		const everything = JSON.stringify([await rowsOf(service), service.logged]);
		assert.doesNotMatch(everything, /planted/i);
	});

	it("is refused as a whole when one member of it is wrong", async () => {
		const { users } = operations;
		const before = await users.find("ada");
		const good = { displayName: "Other" };
		await refused(
			users.set("ada", { ...good, email: ["a@b.example"] }),
			"validation_failed",
			/^email is not/,
		);
		await refused(
			users.set("ada", { ...good, groups: ["unknown"] }),
			"validation_failed",
			/no group unknown/,
		);
		const proto = JSON.parse('{"__proto__":"x"}') as object;
		await refused(users.set("ada", { ...good, attributes: proto }), "validation_failed", /^attributes/);
		await refused(users.set("ada", {}, { join: ["no such"] }), "validation_failed", /^groups is not/);
		const many = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`many_${at}`, "x"]));
		await refused(users.set("ada", { attributes: many }), "limit_exceeded", /at most 16 attributes/);
		const large = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`large_${at}`, "ü".repeat(128)]));
		await refused(users.set("ada", { attributes: large }), "limit_exceeded", /at most 1500 bytes/);
		await service.addUser("nina");
		await refused(users.set("nina", { emailVerified: true }), "validation_failed", /no e-mail address/);
		await refused(users.set("unknown", good), "not_found");
		const { loginWindow: _, ...current } = await users.find("ada");
		const { loginWindow: __, ...then } = before;
		assert.deepEqual(current, then);
	});

	it("has an external id that no other user has", async () => {
		const { users } = operations;
		await addPerson(service, "one", { externalId: "shared" });
		await service.addUser("two");
		await refused(users.set("two", { externalId: "shared" }), "external_id_taken");
		await refused(users.set("two", { externalId: "shared" }, { username: "two" }), "external_id_taken");
		const invited = { name: "three", role: "user", passwordHash: null } as const;
		await refused(users.add({ ...invited, profile: { externalId: "shared" } }), "external_id_taken");
		await refused(users.add({ ...invited, name: "one" }), "username_taken");
		await users.set("one", { externalId: null });
		await users.set("two", { externalId: "shared" });
	});

	// Proves: email-no-key
	it("has an e-mail address that is no key: others may have it, and it logs no one in", async () => {
		const { users } = operations;
		const email = "shared@example.com";
		for (const name of ["kim", "lou"]) await addPerson(service, name, { email, emailVerified: true });
		for (const username of [email, email.toUpperCase()])
			assertProblem(await service.visitor().logIn(username, ADMIN_PASSWORD), "invalid_credentials");
		await assert.rejects(users.find(email), { code: "not_found" });
		await service.addUser(email);
		const login = await service.visitor().logIn(email, ADMIN_PASSWORD);
		assert.equal(
			login.body?.id,
			(await users.find(email)).id,
			"the user of this name, and neither of the two",
		);
	});

	it("goes with the user", async () => {
		const { users, groups } = operations;
		await addPerson(service, "leaver", { groups: ["staff"] });
		await users.remove("leaver");
		const { members } = await groups.find("staff");
		assert.ok(!members.some(({ username }) => username === "leaver"));
	});
});

forEachDatabase("a group", (database) => {
	let service: TestService;
	let groups: ReturnType<typeof administrationOf>["groups"];
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		({ groups } = administrationOf(service));
	});
	after(() => service.stop());

	it("has a plain name of its own, and any text for a description", async () => {
		for (const name of ["", "Staff", "a b", "a,b", "-a", "__proto__", "ѕtaff", "x".repeat(49), "a\n"])
			await assert.rejects(groups.add(name), { code: "validation_failed" }, name);
		for (const description of ["a\nb", "\u202ex", "x\u200b", "x".repeat(257)])
			await assert.rejects(groups.add("fine", description), { code: "validation_failed" });
		await groups.add("fine", "All of it: ünd <b>so</b>");
		await assert.rejects(groups.add("fine"), { code: "group_exists" });
		await assert.rejects(groups.describe("unknown", ""), { code: "not_found" });
		await assert.rejects(groups.remove("unknown"), { code: "not_found" });
		await assert.rejects(groups.find("unknown"), { code: "not_found" });
		assert.equal((await groups.describe("fine", "less")).description, "less");
	});

	it("takes several users in and out, all or none", async () => {
		await groups.add("crew");
		for (const name of ["cy", "ann", "bo"]) await service.addUser(name);
		await assert.rejects(groups.move("crew", { join: ["ann", "nobody"], leave: [] }), { code: "not_found" });
		await assert.rejects(groups.move("unknown", { join: ["ann"], leave: [] }), { code: "not_found" });
		const tooMany = Array.from({ length: 501 }, () => "ann");
		await assert.rejects(groups.move("crew", { join: tooMany, leave: [] }), { code: "limit_exceeded" });
		assert.deepEqual((await groups.find("crew")).members, []);
		const done = await groups.move("crew", { join: ["cy", "ANN", "bo"], leave: [] });
		assert.deepEqual(done, { joined: 3, left: 0, ended: 0 });
		const again = await groups.move("crew", { join: ["ann"], leave: ["bo", "cy"] });
		assert.deepEqual(again, { joined: 0, left: 2, ended: 0 });
		const { members } = await groups.find("crew");
		assert.deepEqual(
			members.map(({ username }) => username),
			["ann"],
		);
		const listed = (await groups.list()).map(({ name, members: count }) => [name, count]);
		assert.deepEqual(listed, [
			["crew", 1],
			["fine", 0],
		]);
	});

	it("with very many members is removed from all of them", async () => {
		await groups.add("crowd");
		await groups.add("other");
		const { database: queries } = service.running.deployment.opened;
		const row = (at: number) => ({
			id: `crowd-${at}`,
			username: `crowd${at}`,
			display_name: "",
			role: "user" as const,
			password_hash: null,
			password_changed_at: null,
			created_at: 1,
			last_login_at: null,
			last_login_address: null,
			disabled_at: null,
			login_window_started_at: null,
			logins_in_window: null,
			second_factor_at: null,
			second_factor_due_at: null,
			email: null,
			email_verified_at: null,
			locale: null,
			external_id: null,
			groups: at % 2 === 0 ? '["crowd","other"]' : '["crowd"]',
		});
		const rows = Array.from({ length: 1200 }, (_, at) => row(at));
		await queries.insertInto("users").values(rows).execute();
		const members = rows.map(({ id }) => ({ user_id: id, group_name: "crowd" }));
		await queries.insertInto("group_members").values(members).execute();
		assert.deepEqual(await groups.remove("crowd"), { members: 1200, ended: 0 });
		const left = await queries
			.selectFrom("users")
			.select(["groups", (eb) => eb.fn.countAll<number>().as("users")])
			.where("id", "like", "crowd-%")
			.groupBy("groups")
			.orderBy("groups")
			.execute();
		assert.deepEqual(
			left.map(({ groups: of, users }) => [of, Number(users)]),
			[
				['["other"]', 600],
				["[]", 600],
			],
		);
	});
});
