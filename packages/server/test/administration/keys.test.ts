/** What an access key may administer: what its scopes say, and never those who give keys. */
// Proves: administration-keys
import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { sql } from "kysely";
import type { Database } from "../../src/platform/database/tables.ts";
import { createAdministrationWorld, listIn, madeIn } from "../support/administration-world.ts";
import { onPostgres, onSqlite } from "../support/databases.ts";
import { eventually } from "../support/interleave.ts";
import { ownSession } from "../support/own-session.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem, errorsOf } from "../support/problem.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const users = "/api/admin/users";

onSqlite("an access key that administers", (database) => {
	const world = createAdministrationWorld(database);
	const all = () => administrationOf(world.service());
	/** A program with every scope. */
	let post: (path: string, body?: object) => ReturnType<Visitor["post"]>;
	let patch: typeof post;
	let admin: Visitor;
	let program: Awaited<ReturnType<typeof world.program>>;
	beforeEach(async () => {
		({ visitor: admin } = await world.person("admin"));
		program = await world.program();
		const visitor = world.service().visitor();
		post = (path, body) => visitor.post(path, body, program.headers);
		patch = (path, body) => visitor.send("PATCH", path, body, program.headers);
	});

	it("adds, changes and deletes users, and its events name it and its service account", async () => {
		const name = world.newName();
		const made = await post(users, { username: name, invite: "none" });
		assert.equal(made.status, 201, made.text);
		const id = madeIn(made);
		assert.equal((await patch(`${users}/${id}`, { locale: "de" })).status, 200);
		const [event] = listIn(await admin.get(`/api/admin/events?actor=${program.keyId}`), "events");
		assert.deepEqual(
			[event?.event, event?.actorKind, event?.actorId],
			["user_updated", "service", program.keyId],
		);
		assert.match(String(event?.actorName), /^svc-/);
		assert.equal((await post(`${users}/${id}/delete`, { confirm: name })).status, 204);
	});

	it("touches no admin, whichever way it takes", async () => {
		const { id, name, visitor } = await world.person("admin");
		const session = (await visitor.get("/api/auth/session")).body?.session as { id: string };
		const other = await world.addUser();
		const { group } = await withGroup(name);
		const link = await openLinkOfAdmin();
		for (const act of [
			patch(`${users}/${id}`, { locale: "de" }),
			...["disable", "enable", "unlock"].map((act) => post(`${users}/${id}/${act}`)),
			post(`${users}/${id}/reset`, { deliver: "link" }),
			post(`${users}/${id}/invite`, { deliver: "link" }),
			post(`${users}/${id}/delete`, { confirm: name }),
			post(`/api/admin/sessions/${session.id}/end`),
			post("/api/admin/sessions/end", { userIds: [other.id, id] }),
			post(`/api/admin/groups/${group}/members`, { remove: [id] }),
			post(`/api/admin/groups/${group}/delete`, { confirm: group }),
			post(`/api/admin/setup-links/${link}/end`),
		])
			assertProblem(await act, "forbidden");
		assert.equal((await visitor.get("/api/auth/session")).status, 200);
		assert.equal((await all().groups.find(group)).members.length, 1);
		const refused = listIn(await admin.get("/api/admin/events?event=authz_fail&limit=1"), "events");
		assert.equal(refused[0]?.userId, program.id);
	});

	async function withGroup(member: string) {
		const group = world.newName();
		await all().groups.add(group);
		await all().groups.move(group, { join: [member], leave: [] });
		return { group };
	}

	async function openLinkOfAdmin(): Promise<string> {
		const { user } = await all().users.add({ name: world.newName(), role: "admin", passwordHash: null });
		const links = (await all().openLinks.page({ after: null, most: 200 })).rows;
		return String(links.find(({ userId }) => userId === user.id)?.id);
	}

	it("makes no admin and no key, and sees no keys", async () => {
		assertProblem(
			await post(users, { username: world.newName(), role: "admin", invite: "none" }),
			"forbidden",
		);
		assertProblem(await post(`${users}/${program.id}/access-keys`, { name: "more" }), "forbidden");
		const visitor = world.service().visitor();
		assertProblem(await visitor.get("/api/admin/access-keys", program.headers), "forbidden");
		assertProblem(await post("/api/admin/keys/signing/rotate", { force: true }), "forbidden");
	});

	it("needs the scope for links to reset, to invite and to vouch for an address, and that of groups for groups", async () => {
		const { id } = await world.addUser();
		program = await world.program(["sallyport:users:write"]);
		for (const act of [
			post(`${users}/${id}/reset`, { deliver: "mail" }),
			post(`${users}/${id}/invite`, { deliver: "mail" }),
			patch(`${users}/${id}`, { email: "new@example.com", emailVerified: true }),
			post(users, { username: "ghost" }),
			post(users, { username: "ghost", email: "ghost@evil.example", invite: "mail" }),
			post(users, { username: "ghost", email: "ghost@evil.example", invite: "none", emailVerified: true }),
			post(users, { username: "ghost", kind: "service", email: "ghost@evil.example", emailVerified: true }),
			patch(`${users}/${id}`, { addGroups: [] }),
		])
			assertProblem(await act, "insufficient_scope");
		assert.equal((await patch(`${users}/${id}`, { email: "new@example.com" })).status, 200);
	});

	it("lists no users without the scope to read, and gets those that it changes by id", async () => {
		const { id, name } = await world.addUser();
		program = await world.program(["sallyport:users:write"]);
		for (const path of [users, `${users}/${id}`])
			assertProblem(await world.service().visitor().get(path, program.headers), "insufficient_scope");
		const { body } = await patch(`${users}/${id}`, {});
		assert.equal((body?.user as { username: string } | undefined)?.username, name);
	});

	it("has scopes for the administration or for APIs, never both, and people have none of them", async () => {
		const made = await admin.post(`${users}/${program.id}/access-keys`, {
			name: "mixed",
			scopes: ["sallyport:users:read", "reports:read"],
		});
		assert.equal(errorsOf(made)[0]?.pointer, "/scopes");
		const own = await admin.post("/api/auth/access-keys", { name: "own", scopes: ["sallyport:users:read"] });
		assert.equal(errorsOf(own)[0]?.pointer, "/scopes/0");
		const { id } = await world.addUser();
		assert.equal((await admin.post(`${users}/${id}/access-keys`, { name: "a person's" })).status, 400);
		const key = await admin.post(`${users}/${program.id}/access-keys`, {
			name: "reader",
			scopes: ["sallyport:users:read"],
		});
		assert.equal(key.status, 201, key.text);
		const [event] = listIn(await admin.get("/api/admin/events?event=access_key_created&limit=1"), "events");
		assert.equal(event?.level, "warn");
	});

	it("is found by an admin as long as it was never used, beside the scopes that other keys can have", async () => {
		const body = { name: "idle", scopes: ["reports:read"] };
		const { body: idle } = await admin.post(`${users}/${program.id}/access-keys`, body);
		const found = async (query: string) =>
			listIn(await admin.get(`/api/admin/access-keys?user=${program.id}${query}`), "accessKeys")
				.map(({ id }) => id)
				.sort();
		assert.deepEqual(await found("&neverUsed=true"), [idle?.id]);
		assert.deepEqual(await found("&neverUsed=false"), [idle?.id, program.keyId].sort());
		assert.equal((await admin.post(`/api/admin/access-keys/${idle?.id}/end`)).status, 200);
		assert.deepEqual(await found("&neverUsed=true"), []);
		await admin.post(`${users}/${program.id}/disable`);
		const [refused] = listIn(await admin.get(`/api/admin/access-keys?user=${program.id}`), "accessKeys");
		assert.deepEqual([refused?.state, typeof refused?.userDisabledAt], ["active", "string"]);
		const { scopes } = (await admin.get("/api/admin/access-keys?limit=1")).body ?? {};
		assert.deepEqual(scopes, ["reports:read"]);
	});

	it("has given a link to a user who becomes an admin: the link ends", async () => {
		const name = world.newName();
		const made = await post(users, { username: name });
		const id = madeIn(made);
		assert.equal((await admin.send("PUT", `${users}/${id}/role`, { role: "admin" })).status, 200);
		const token = /#token=([\w-]+)/.exec(String(made.body?.setupLink))?.[1];
		const used = await world.service().visitor().post("/api/auth/setup", { token, password: ADMIN_PASSWORD });
		assert.notEqual(used.status, 200);
	});

	it("gives no user the id of another one, in any spelling, or of one who was removed", async () => {
		const { id, name } = await world.addUser();
		const add = (given: string) => post(users, { username: world.newName(), id: given, invite: "none" });
		for (const given of [id, id.toUpperCase(), `urn:uuid:${id}`])
			assert.equal(errorsOf(await add(given))[0]?.pointer, "/id", given);
		await all().users.remove(name);
		assert.equal(errorsOf(await add(id))[0]?.pointer, "/id");
	});
});

/** How many connections wait for a lock. */
async function waiting(database: Database): Promise<number> {
	const { rows } = await sql<{ count: string }>`select count(*) as "count" from pg_stat_activity
		where wait_event_type = 'Lock' and datname = current_database()`.execute(database);
	return Number(rows[0]?.count);
}

onPostgres("an access key and a user who becomes an admin at that moment", (database) => {
	const world = createAdministrationWorld(database);

	type Post = (path: string, body?: object) => Promise<Answer>;
	const all = () => administrationOf(world.service());
	const groupOf = async (name: string) => {
		const group = world.newName();
		await all().groups.add(group);
		await all().groups.move(group, { join: [name], leave: [] });
		return `/api/admin/groups/${group}`;
	};
	const acts: Array<
		[what: string, act: (post: Post, user: { id: string; name: string }) => Promise<() => Promise<Answer>>]
	> = [
		[
			"gets no link of",
			async (post, { id }) =>
				() =>
					post(`${users}/${id}/reset`, { deliver: "link" }),
		],
		[
			"ends no session of",
			async (post, { name }) => {
				const { id } = await ownSession(await world.service().loggedIn(name));
				return () => post(`/api/admin/sessions/${id}/end`);
			},
		],
		[
			"takes no group from",
			async (post, { id, name }) => {
				const group = await groupOf(name);
				return () => post(`${group}/members`, { remove: [id] });
			},
		],
		[
			"deletes no group of",
			async (post, { name }) => {
				const group = await groupOf(name);
				return () => post(`${group}/delete`, { confirm: group.split("/").at(-1) });
			},
		],
	];
	for (const [what, prepare] of acts)
		it(`${what} the admin`, async () => {
			const user = await world.addUser();
			const { headers } = await world.program();
			const { opened } = world.service().running.deployment;
			const visitor = world.service().visitor();
			const act = await prepare((path, body) => visitor.post(path, body, headers), user);
			const answer = await opened.database.transaction().execute(async (queries) => {
				await queries.updateTable("users").set({ role: "admin" }).where("id", "=", user.id).execute();
				let isAnswered = false;
				const acting = act().finally(() => {
					isAnswered = true;
				});
				// It waits for this transaction: for the lock of the row.
				await eventually(async () => isAnswered || (await waiting(opened.database)) > 0);
				return { acting };
			});
			assertProblem(await answer.acting, "forbidden");
		});
});
