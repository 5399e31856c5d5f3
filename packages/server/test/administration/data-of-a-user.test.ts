/** All that is stored about a user, for a user who cannot log in. */
// Proves: own-data
import assert from "node:assert/strict";
import { before, it } from "node:test";
import { createAdministrationWorld, listIn } from "../support/administration-world.ts";
import { forEachDatabase } from "../support/databases.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";
import type { Visitor } from "../support/visitor.ts";

const minute = 60_000;

forEachDatabase("what is stored about a user, for an admin", (database) => {
	const world = createAdministrationWorld(database);
	let admin: Visitor;
	let adminId: string;
	before(async () => {
		({ visitor: admin, id: adminId } = await world.person("admin"));
	});
	const pathOf = (id: string) => `/api/admin/users/${id}/export`;

	it("is what the user got before being disabled, and an event names the admin", async () => {
		const { id, name, visitor } = await world.person();
		const { body: own } = await visitor.get("/api/auth/export");
		await administrationOf(world.service()).users.disable(name);
		assertProblem(await visitor.get("/api/auth/export"), "session_ended");
		const { status, headers, body, text } = await admin.get(pathOf(id));
		assert.equal(status, 200, text);
		assert.equal(headers.get("content-type"), "application/json; charset=utf-8");
		assert.match(headers.get("content-disposition") ?? "", /^attachment; filename="user\.json"$/);
		assert.deepEqual(Object.keys(body ?? {}), Object.keys(own ?? {}));
		const user = body?.user as { username: string } | undefined;
		assert.equal(user?.username, name);
		assert.ok(!text.includes("argon2"));
		const eventsIn = (given: typeof body) => (given?.events ?? []) as Array<{ id: string; event: string }>;
		const [before, now] = [eventsIn(own), eventsIn(body)];
		assert.deepEqual(now.slice(0, before.length), before);
		assert.equal(now.at(-1)?.event, "user_data_given");
		const [told] = listIn(await admin.get(`/api/admin/events?event=user_data_given&user=${id}`), "events");
		assert.deepEqual([told?.actorKind, told?.actorId], ["admin", adminId]);
	});

	it("is given to a key only if it may read users, sessions and events", async () => {
		const { id } = await world.addUser();
		const all = ["sallyport:users:read", "sallyport:sessions:read", "sallyport:events:read"] as const;
		const { headers } = await world.program(all);
		assert.equal((await world.service().visitor().get(pathOf(id), headers)).status, 200);
		for (const scope of all) {
			const { headers: fewer } = await world.program(all.filter((each) => each !== scope));
			const refused = await world.service().visitor().get(pathOf(id), fewer);
			assertProblem(refused, "insufficient_scope");
			assert.match(refused.headers.get("www-authenticate") ?? "", new RegExp(`scope="${scope}"`));
		}
	});

	it("breaks off when its reader is no admin any more, or the user is deleted", async () => {
		const { exports, users } = administrationOf(world.service());
		const { name } = await world.addUser();
		const demoted = async () => assert.fail("no longer an admin");
		await assert.rejects(Array.fromAsync(await exports.user(name, demoted)), /no longer an admin/);
		const pieces = await exports.user(name, async () => {});
		await users.remove(name);
		await assert.rejects(Array.fromAsync(pieces), { code: "not_found" });
	});

	it("takes a recent authentication, a user, and no more than the id", async () => {
		const { id } = await world.addUser();
		assertProblem(await admin.get(pathOf("0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47")), "not_found");
		assertProblem(await admin.get(`${pathOf(id)}?format=csv`), "unknown_field");
		world.service().travel(20 * minute);
		assertProblem(await admin.get(pathOf(id)), "reauthentication_required");
		const count = `/api/admin/events?event=user_data_given&user=${id}`;
		assert.deepEqual(listIn(await admin.get(count), "events"), []);
	});
});
