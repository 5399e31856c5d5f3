// At length: it kills, cuts off or fills what the service needs.
/** A service that is killed while it acts on many users: each is done with its event, or untouched, and the same call does the rest. */
// Proves: administration-users
import assert from "node:assert/strict";
import { it } from "node:test";
import { openDatabase } from "../../src/platform/database/open.ts";
import { listIn } from "../support/administration-world.ts";
import { forEachEmptyDatabase } from "../support/databases.ts";
import { type ServeProcess, startServe } from "../support/serve-process.ts";
import { ADMIN_PASSWORD, freePort } from "../support/service.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

const settings = {
	SALLYPORT_SECRET: "a secret of this test, long enough to be one",
	SALLYPORT_LOG_LEVEL: "info",
};
const MANY = 300;

forEachEmptyDatabase("many users, of whom a service acted on some before it was killed,", (database) => {
	const acts = [
		{ body: { action: "disable" }, event: "user_updated" },
		{ body: { action: "delete", confirm: MANY }, event: "user_deleted" },
	];

	it("are whole or untouched, and the rest is done by the same call", async () => {
		const databaseUrl = await database.url();
		const ports: [number, number] = [await freePort(), await freePort()];
		const restart = () => startServe({ databaseUrl, settings, ports });
		let service = await restart();
		const admin = await firstAdmin(service);
		try {
			await admin.post("/api/admin/groups", { name: "crew" });
			const rows = Array.from({ length: MANY }, (_, at) => ({ username: `user${at}`, groups: ["crew"] }));
			const added = listIn(await admin.post("/api/admin/users/import", { rows }), "results");
			const ids = added.map(({ id }) => String(id));
			for (const { body, event } of acts) {
				const act = () => admin.post("/api/admin/users/actions", { ...body, ids });
				const lost = assert.rejects(act());
				await killAfter(service, event);
				await lost;
				const { users, members, acted } = await rowsOf(databaseUrl, ids, event);
				assert.ok(acted.length > 0 && acted.length < MANY, `${acted.length} were done`);
				const done = (id: string) => acted.filter((each) => each === id).length;
				for (const id of ids) {
					const user = users.get(id);
					const isDone = body.action === "delete" ? user === undefined : user?.disabled_at !== null;
					assert.equal(done(id), isDone ? 1 : 0, id);
					assert.equal(members.has(id), user !== undefined, id);
				}
				service = await restart();
				const results = listIn(await act(), "results");
				const expected = (id: string) => (body.action === "delete" && done(id) > 0 ? "not_found" : null);
				assert.deepEqual(
					results.map(({ id, code }) => [id, code]),
					ids.map((id) => [id, expected(id)]),
				);
				const after = await rowsOf(databaseUrl, ids, event);
				assert.ok([...after.users.values()].every(({ disabled_at }) => disabled_at !== null));
			}
			assert.deepEqual((await rowsOf(databaseUrl, ids, "user_deleted")).users.size, 0);
		} finally {
			await service.kill();
		}
	});
});

async function firstAdmin({ baseUrl, setupLink }: ServeProcess): Promise<Visitor> {
	const token = /#token=([\w-]+)/.exec(setupLink ?? "")?.[1];
	const admin = createVisitor(baseUrl);
	await admin.post("/api/auth/setup", { token, password: ADMIN_PASSWORD });
	const login = await admin.logIn("admin", ADMIN_PASSWORD, { session: true });
	assert.equal(login.status, 200, login.text);
	return admin;
}

/** Each event is logged right after what it tells of was committed. */
async function killAfter({ child, ended }: ServeProcess, event: string): Promise<void> {
	let left = 20;
	child.stdout.on("data", (chunk: string) => {
		left -= chunk.split(`"event":"${event}"`).length - 1;
		if (left <= 0) child.kill("SIGKILL");
	});
	assert.equal(await ended, "SIGKILL");
}

/** What there is of these users, and whom the events of an act are about. */
async function rowsOf(databaseUrl: string, ids: readonly string[], event: string) {
	const { database, close } = await openDatabase(databaseUrl);
	try {
		const users = await database.selectFrom("users").select(["id", "disabled_at"]).execute();
		const members = await database.selectFrom("group_members").select("user_id").execute();
		const events = await database
			.selectFrom("audit_events")
			.select("user_id")
			.where("event", "=", event)
			.execute();
		const mine = new Set(ids);
		return {
			users: new Map(users.filter(({ id }) => mine.has(id)).map((user) => [user.id, user])),
			members: new Set(members.map(({ user_id }) => user_id)),
			acted: events.map(({ user_id }) => user_id ?? "").filter((id) => mine.has(id)),
		};
	} finally {
		await close();
	}
}
