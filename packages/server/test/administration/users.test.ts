/** Users, as the administration finds and changes them. */
// Proves: administration-users, administration-repeats
import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { createAdministrationWorld, listIn } from "../support/administration-world.ts";
import { forEachDatabase } from "../support/databases.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem, errorsOf } from "../support/problem.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const MINUTE = 60_000;

forEachDatabase("users in the administration", (database) => {
	const world = createAdministrationWorld(database);
	let admin: Visitor;
	let adminId: string;
	let adminName: string;
	beforeEach(async () => {
		({ visitor: admin, id: adminId, name: adminName } = await world.person("admin"));
	});

	const add = (body: object, headers = {}) => admin.post("/api/admin/users", body, headers);
	const userIn = ({ status, text, body }: Answer) => {
		assert.ok(status < 300, `${status} ${text}`);
		return body?.user as { id: string; username: string; version: number; [member: string]: unknown };
	};
	const names = async (query: string) =>
		listIn(await admin.get(`/api/admin/users?${query}`), "users").map(({ username }) => username);
	const act = (id: string, name: string, body?: object, headers = {}) =>
		admin.post(`/api/admin/users/${id}/${name}`, body, headers);

	it("adds a person with a link that sets a password, and shows the link once", async () => {
		const made = await add({ username: "Ada", displayName: "Ada Lovelace", attributes: { team: "one" } });
		assert.equal(made.status, 201, made.text);
		const { id, username, state } = userIn(made);
		assert.deepEqual([username, state], ["ada", "invited"]);
		assert.equal(made.headers.get("location"), `${world.service().baseUrl}/api/admin/users/${id}`);
		const token = /#token=([\w-]+)/.exec(String(made.body?.setupLink))?.[1];
		const used = await world.service().visitor().post("/api/auth/setup", { token, password: ADMIN_PASSWORD });
		assert.equal(used.status, 200, used.text);
		const seen = await admin.get(`/api/admin/users/${id}`);
		assert.equal(seen.body?.state, "active");
		assert.deepEqual(seen.body?.attributes, { team: "one" });
		assert.equal(seen.body?.sessions, 1);
	});

	it("adds a user with a given id, once, and a service account, which gets no link", async () => {
		const id = "0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47";
		assert.equal(userIn(await add({ username: "rebuilt", id, invite: "none" })).id, id);
		const again = await add({ username: "rebuilt2", id, invite: "none" });
		assert.equal(errorsOf(again)[0]?.pointer, "/id");
		assertProblem(await add({ username: "rebuilt" }), "username_taken");
		const called = (username: string) =>
			add({ username, id: "5f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47", invite: "none" });
		const both = await Promise.all([called("first-with-id"), called("second-with-id")]);
		const refused = both.filter(({ status }) => status !== 201);
		assert.deepEqual(
			refused.map((answer) => errorsOf(answer)[0]?.pointer),
			["/id"],
		);
		const robot = await add({ username: "robot", kind: "service" });
		assert.equal(userIn(robot).kind, "service");
		assert.equal(robot.body?.setupLink, null);
	});

	it("answers a request that is repeated with the same key by the same user, without the link, and no other one", async () => {
		const body = { username: "once" };
		const headers = { "idempotency-key": "first" };
		const both = await Promise.all([add(body, headers), add(body, headers)]);
		const [one, other] = both.map(userIn);
		assert.equal(one?.id, other?.id);
		assert.equal(both.filter(({ body: answered }) => answered?.setupLink === null).length, 1);
		assertProblem(await add({ username: "twice" }, headers), "idempotency_mismatch");
		const given = { username: "once-with-id", id: "3f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47" };
		for (const _ of both) assert.equal(userIn(await add(given, { "idempotency-key": "id" })).id, given.id);
		const { visitor } = await world.person("admin");
		assertProblem(await visitor.post("/api/admin/users", body, headers), "username_taken");
		assert.equal((await add({ username: "long" }, { "idempotency-key": "x".repeat(256) })).status, 400);
		world.service().travel(25 * 60 * MINUTE);
		admin = await world.service().loggedIn(adminName);
		await world.service().running.maintenance.run();
		assertProblem(await add(body, headers), "username_taken");
	});

	it("does not add a user who was deleted anew for a request that is repeated", async () => {
		const body = { username: world.newName(), invite: "none" };
		const again = () => add(body, { "idempotency-key": `hire ${body.username}` });
		const { id } = userIn(await again());
		assert.equal((await act(id, "delete", { confirm: body.username })).status, 204);
		assertProblem(await again(), "not_found");
		assert.deepEqual(await names(`username=${body.username}`), []);
		const { database } = world.service().running.deployment.opened;
		const kept = await database
			.selectFrom("repeatable_requests")
			.selectAll()
			.where("made_id", "=", id)
			.execute();
		assert.doesNotMatch(JSON.stringify(kept), new RegExp(body.username));
		userIn(await add(body));
	});

	it("makes one access key of a service account for requests with the same key, and shows it once", async () => {
		const headers = { "idempotency-key": "for a program" };
		const { id } = userIn(await add({ username: world.newName(), kind: "service" }));
		const make = (name: string) => admin.post(`/api/admin/users/${id}/access-keys`, { name }, headers);
		const both = await Promise.all([make("once"), make("once")]);
		const [shown] = both.filter(({ status, body }) => status === 201 && body?.key !== null);
		assert.match(String(shown?.body?.key), /^sallyport_/);
		const [again] = both.filter((each) => each !== shown);
		assert.deepEqual([again?.status, again?.body], [201, { ...shown?.body, key: null }]);
		const keys = listIn(await admin.get(`/api/admin/access-keys?user=${id}`), "accessKeys");
		assert.deepEqual(
			keys.map((each) => each.id),
			[shown?.body?.id],
		);
		assertProblem(await make("twice"), "idempotency_mismatch");
	});

	it("lists by pages, in both orders, and each user once", async () => {
		for (const name of ["page-a", "page-b", "page-c", "page-d", "page-e"]) await world.addUser(name);
		for (const sort of ["username", "-createdAt"]) {
			const seen: unknown[] = [];
			let cursor = "";
			do {
				const page = await admin.get(`/api/admin/users?q=page-&limit=2&sort=${sort}${cursor}`);
				seen.push(...listIn(page, "users").map(({ username }) => username));
				cursor = page.body?.next === null ? "" : `&cursor=${page.body?.next}`;
			} while (cursor !== "");
			assert.deepEqual(seen.sort(), ["page-a", "page-b", "page-c", "page-d", "page-e"]);
		}
	});

	it("finds by the beginning of a name, by address, role, state, kind, group and second factor", async () => {
		const { users, groups } = administrationOf(world.service());
		await groups.add("crew");
		const { id, name } = await world.addUser("find%me_1");
		await world.addUser("find-me_2");
		await users.set(name, { email: "Find@Example.com", externalId: "ext-1", groups: ["crew"] });
		assert.deepEqual(await names("q=find%25"), [name]);
		assert.deepEqual(await names("q=FIND"), ["find%me_1", "find-me_2"]);
		assert.deepEqual(await names("q=find%40example.com"), [name]);
		for (const query of [
			"email=find%40example.com",
			"externalId=ext-1",
			"group=crew",
			"username=find%25me_1",
		])
			assert.deepEqual(await names(query), [name], query);
		assert.deepEqual(await names("group=crew&role=admin"), []);
		await users.set("find-me_2", { email: "find@münchen.example" });
		for (const query of ["email=FIND%40m%C3%BCnchen.example", "q=find%40m%C3%BCnchen.example"])
			assert.deepEqual(await names(query), ["find-me_2"], query);
		await world.addUser("κωστας");
		for (const part of ["κω", "κωσ", "κωστας"])
			assert.deepEqual(await names(`q=${encodeURI(part)}`), ["κωστας"]);
		await users.disable(name);
		assert.deepEqual(await names("state=disabled&q=find"), [name]);
		assert.deepEqual(await names("state=active&q=find"), ["find-me_2"]);
		assert.deepEqual(await names("kind=service&q=find"), []);
		assert.deepEqual(await names("secondFactor=on&q=find"), []);
		assert.deepEqual(await names("inactiveSince=2001-01-01T00:00:00Z&q=find"), ["find%me_1", "find-me_2"]);
		const counted = await admin.get("/api/admin/users/count?q=find");
		assert.deepEqual(counted.body, { count: 2, atLeast: false });
		assert.equal((await admin.get(`/api/admin/users/${id}/claims`)).body?.sub, id);
		assert.equal((await admin.get(`/api/admin/users/${id}/factors`)).body?.recoveryCodes, 0);
	});

	it("changes what is named and nothing else, and refuses a version that is not the current one", async () => {
		const { id } = await world.addUser();
		const path = `/api/admin/users/${id}`;
		const first = (await admin.get(path)).headers.get("etag") ?? "";
		const change = (body: object, headers = {}) => admin.send("PATCH", path, body, headers);
		const changed = await change({ displayName: "Grace", locale: "de" }, { "if-match": first });
		assert.equal(userIn(changed).displayName, "Grace");
		assertProblem(await change({ locale: null }, { "if-match": first }), "precondition_failed");
		assertProblem(await change({ locale: null }, { "if-match": "W/yesterday" }), "precondition_failed");
		const kept = userIn(await change({ locale: null }, { "if-match": "*" }));
		assert.deepEqual([kept.displayName, kept.locale], ["Grace", null]);
		assert.equal(errorsOf(await change({ groups: ["nowhere"] }))[0]?.pointer, "/groups");
		assertProblem(await change({ password: "x" }), "unknown_field");
		assert.equal(
			errorsOf(await change({ attributes: { __proto__x: "y", A: "b" } }))[0]?.pointer,
			"/attributes",
		);
	});

	it("renames a user, who keeps id, session and password, and frees the old name at once", async () => {
		const { id, name, visitor } = await world.person();
		const renamed = await admin.send("PATCH", `/api/admin/users/${id}`, { username: `${name}-new` });
		assert.equal(userIn(renamed).username, `${name}-new`);
		assert.equal((await visitor.get("/api/auth/session")).body?.username, `${name}-new`);
		assert.equal((await world.service().visitor().logIn(`${name}-new`, ADMIN_PASSWORD)).status, 200);
		assertProblem(await world.service().visitor().logIn(name, ADMIN_PASSWORD), "invalid_credentials");
		assert.equal(userIn(await add({ username: name, invite: "none" })).username, name);
		assertProblem(await admin.send("PATCH", `/api/admin/users/${id}`, { username: name }), "username_taken");
		const told = listIn(await admin.get(`/api/admin/events?user=${id}&event=user_renamed`), "events");
		assert.deepEqual(told[0]?.detail, { username: `${name}-new`, formerUsername: name });
		assert.equal(told[0]?.actorId, adminId);
	});

	it("disables, enables, resets, invites and deletes, and ends the sessions with it", async () => {
		const { id, name, visitor } = await world.person();
		const disabled = await act(id, "disable");
		assert.deepEqual([userIn(disabled).state, disabled.body?.ended], ["disabled", 1]);
		assertProblem(await visitor.get("/api/auth/session"), "session_ended");
		assert.equal(userIn(await act(id, "enable")).state, "active");
		assertProblem(await act(id, "invite", { deliver: "link" }), "state_conflict");
		const reset = await act(id, "reset", { deliver: "link" });
		assert.match(String(reset.body?.setupLink), /#token=/);
		assert.match(String((await act(id, "invite", { deliver: "link" })).body?.setupLink), /#token=/);
		assertProblem(await act(id, "reset", { deliver: "mail" }), "state_conflict");
		assert.equal(errorsOf(await act(id, "delete", { confirm: name.toUpperCase() }))[0]?.pointer, "/confirm");
		assert.equal((await act(id, "delete", { confirm: name })).status, 204);
		assertProblem(await admin.get(`/api/admin/users/${id}`), "not_found");
	});

	it("keeps of a removed admin neither an address nor what was made", async () => {
		const made = await add({ username: world.newName(), invite: "none" }, { "idempotency-key": "gone" });
		const { id } = userIn(made);
		await administrationOf(world.service()).users.remove(adminName);
		const { database } = world.service().running.deployment.opened;
		const acts = database.selectFrom("audit_events").selectAll().where("actor_id", "=", adminId);
		const about = (await acts.execute()).filter((row) => row.user_id === id);
		assert.ok(about.length > 0);
		for (const row of about) assert.deepEqual([row.client_address, row.user_agent], [null, null]);
		const requests = database.selectFrom("repeatable_requests").selectAll().where("actor_id", "=", adminId);
		assert.deepEqual(await requests.execute(), []);
	});

	it("never takes the login of the admin who asks, or of the last one", async () => {
		for (const call of [
			act(adminId, "disable"),
			act(adminId, "reset", { deliver: "link" }),
			act(adminId, "delete", {
				confirm: String((await admin.get(`/api/admin/users/${adminId}`)).body?.username),
			}),
			admin.send("PUT", `/api/admin/users/${adminId}/role`, { role: "user" }),
		])
			assertProblem(await call, "own_account");
		assert.equal((await admin.get("/api/auth/session")).status, 200);
	});
});
