/** An operator ends the access of an application to one user. */
// Proves: application-registry
import assert from "node:assert/strict";
import { it } from "node:test";
import { ensureApplicationLogin } from "../../src/identity/application/login-store.ts";
import { lockUser } from "../../src/identity/user/user-store.ts";
import { createApplicationWorld } from "../support/application-world.ts";
import { forEachDatabase } from "../support/databases.ts";
import { eventually, waits } from "../support/interleave.ts";
import { countHeld, plantConsent, plantToken } from "../support/planted-applications.ts";
import { assertProblem } from "../support/problem.ts";

forEachDatabase("applications that know a user", (database) => {
	const world = createApplicationWorld(database);
	const { add, userOf, eventsAbout } = world;

	/** Logout tokens that wait to be sent, or were. */
	const noticesFor = async (userId: string) => {
		const { database } = world.service().running.deployment.opened;
		const waiting = database.selectFrom("deliveries").select("kind").where("subject_id", "=", userId);
		return (await waiting.execute()).map(({ kind }) => kind);
	};

	it("are shown to an admin, though nothing is left but a connection that a trusted one keeps, which ends too", async () => {
		const admin = world.admin();
		const { client } = await add({ trusted: true, scopes: ["openid", "offline_access"], offlineDays: 7 });
		const { id, visitor } = await world.person();
		const list = `/api/admin/users/${id}/applications`;
		const shown = async () => (await admin.get(list)).body?.applications;
		assert.deepEqual(await shown(), []);
		await plantToken(world.service(), { userId: id, clientId: client.id });
		await visitor.post("/api/auth/logout");
		const unasked = { launchUrl: null, scopes: [], grantedAt: null, lastUsedAt: null };
		assert.deepEqual(await shown(), [{ ...unasked, id: client.id, name: client.name, offline: true }]);
		assert.deepEqual((await admin.post(`${list}/${client.id}/end`)).body, { ended: 0 });
		assert.deepEqual(await shown(), []);
		assert.equal((await countHeld(world.service(), id)).records, 0);
	});

	it("are ended where a login has looked at the consent, and is about to be written", async () => {
		const admin = world.admin();
		const { client } = await add();
		const { id, visitor } = await world.person();
		const { session } = (await visitor.get("/api/auth/session")).body as { session: { id: string } };
		const of = { userId: id, clientId: client.id };
		await plantConsent(world.service(), of);
		const { opened } = world.service().running.deployment;
		let isAnswered = false;
		const ended = await opened.database.transaction().execute(async (queries) => {
			await lockUser(queries, id);
			const login = { ...of, sessionId: session.id, sid: world.newName(), grantId: world.newName() };
			await ensureApplicationLogin(queries, { ...login, now: world.service().now() });
			const end = admin.post(`/api/admin/users/${id}/applications/${client.id}/end`);
			void end.finally(() => {
				isAnswered = true;
			});
			// It waits for the login. SQLite has one connection, so there it has not begun.
			await eventually(async () => isAnswered || opened.dialect === "sqlite" || (await waits(opened.reads)));
			return { end };
		});
		assert.deepEqual((await ended.end).body, { ended: 1 });
		assert.deepEqual(await countHeld(world.service(), id), { consents: 0, logins: 0, records: 0 });
	});

	it("lose one user by an admin, are notified of it, and lose no other", async () => {
		const admin = world.admin();
		const { client } = await add({ logoutUri: "https://app.example.com/logout" });
		const [user, other] = [await userOf(client.id), await userOf(client.id)];
		const end = (id: string) => admin.post(`/api/admin/users/${id}/applications/${client.id}/end`);
		const answer = await end(user.id);
		assert.deepEqual([answer.status, answer.body], [200, { ended: 1 }], answer.text);
		assert.deepEqual(await user.held(), { consents: 0, logins: 0, records: 0 });
		assert.deepEqual(await other.held(), { consents: 1, logins: 1, records: 1 });
		assert.deepEqual(await noticesFor(user.id), ["logout"]);
		assert.deepEqual(await noticesFor(other.id), []);
		const [event] = (await eventsAbout(client.id)).filter((each) => each.event === "oidc_consent_withdrawn");
		assert.deepEqual(
			[event?.user_id, event?.actor_kind, event?.actor_id, event?.detail.sessions],
			[user.id, "admin", world.adminId(), 1],
		);
		assertProblem(await end(user.id), "not_found");
		assertProblem(await end("unknown"), "not_found");
		const chief = await world.person("admin");
		await plantConsent(world.service(), { userId: chief.id, clientId: client.id });
		const { headers } = await world.program(["sallyport:users:write"]);
		const byKey = (id: string) =>
			world
				.service()
				.visitor()
				.post(`/api/admin/users/${id}/applications/${client.id}/end`, undefined, headers);
		assertProblem(await byKey(chief.id), "forbidden");
		assert.equal((await byKey(other.id)).status, 200);
		assert.deepEqual(await other.held(), { consents: 0, logins: 0, records: 0 });
	});
});
