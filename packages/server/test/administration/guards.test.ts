/** Guards of the administration that hold for each caller: where from, and with what an admin has to log in. */
// Proves: administration-callers, administration-keys, administration-networks, second-factor-policy
import assert from "node:assert/strict";
import { it } from "node:test";
import { ALLOWED_ORIGIN, createAdministrationWorld } from "../support/administration-world.ts";
import { enrol } from "../support/authenticator.ts";
import { onSqlite } from "../support/databases.ts";
import { makeOverdue } from "../support/enrolment.ts";
import { everyRoute } from "../support/every-route.ts";
import { holdBack } from "../support/held-back.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";
import { failedMailOf } from "../support/use-administration.ts";

onSqlite("an access key that administers", (database) => {
	const world = createAdministrationWorld(database);

	it("is refused from an address that it does not allow, also with a token that it got at one", async () => {
		const { users, accessKeys } = administrationOf(world.service());
		await users.add({ name: "near", kind: "service", role: "user", passwordHash: null });
		const limits = { name: "job", scopes: ["sallyport:users:read"], addresses: ["192.0.2.0/24"] };
		const { key, secret } = await accessKeys.add("near", limits);
		const visitor = world.service().visitor();
		const from = (address: string) => ({ "x-forwarded-for": address });
		const login = { username: "near", password: secret };
		const headers = { csrf: `k1.${key.csrfReference}`, ...from("192.0.2.7") };
		const bearer = bearerOf(await visitor.post("/api/auth/login", login, headers));
		assert.equal((await visitor.get("/api/admin/users", { ...bearer, ...from("192.0.2.8") })).status, 200);
		assertProblem(await visitor.get("/api/admin/users", { ...bearer, ...from("198.51.100.7") }), "forbidden");
	});

	it("does nothing by a body that comes after its end, and an admin none after theirs", async () => {
		const service = world.service();
		const { visitor, name } = await world.person("admin");
		const { headers, keyId } = await world.program();
		const csrf = await service.copiedCsrf(visitor);
		const groups = `${service.baseUrl}/api/admin/groups`;
		const byAdmin = await holdBack(groups, { ...cookieOf(visitor), csrf }, { name: "of-admin" });
		const byKey = await holdBack(groups, headers, { name: "of-key" });
		await world.person("admin");
		await administrationOf(service).users.disable(name);
		await administrationOf(service).accessKeys.end(keyId);
		for (const finish of [byAdmin, byKey]) assert.match(await finish(), /^401 .*"session_ended"/);
	});

	it("sends no mail about an admin again", async () => {
		const { outbox, opened } = world.service().running.deployment;
		const { id: subjectId } = await world.person("admin");
		const mail = { kind: "new_device", target: "mail", rank: 0, expiresAt: 0, payload: {} } as const;
		await outbox.queue(opened.database, { ...mail, subjectId });
		const id = await failedMailOf(opened.database);
		const { headers } = await world.program();
		const retried = await world.service().visitor().post(`/api/admin/mails/${id}/retry`, undefined, headers);
		assertProblem(retried, "forbidden");
		const { state } = await opened.database
			.selectFrom("deliveries")
			.select("state")
			.where("id", "=", id)
			.executeTakeFirstOrThrow();
		assert.equal(state, "failed");
	});
});

onSqlite("an admin of a service that requires a second factor", (database) => {
	const world = createAdministrationWorld(database, { SALLYPORT_SECOND_FACTOR: "admins" });
	const dueOf = async (name: string) =>
		(await administrationOf(world.service()).users.find(name)).secondFactorDueAt;

	it("administers nothing when it is overdue, in a session that began as that of a user", async () => {
		const { name, visitor } = await world.person();
		await administrationOf(world.service()).users.setRole(name, "admin");
		assert.notEqual(await dueOf(name), null);
		assert.equal((await visitor.get("/api/admin/users")).status, 200);
		await makeOverdue(world.service(), name);
		assertProblem(await visitor.get("/api/admin/users"), "forbidden");
		assertProblem(await visitor.post("/api/admin/groups", { name: "early" }), "forbidden");
		await enrol(world.service(), visitor);
		assert.equal((await visitor.get("/api/admin/users")).status, 200);
		assert.equal((await visitor.post("/api/admin/groups", { name: "late" })).status, 201);
	});

	it("has the whole time again, where the user was an admin long ago", async () => {
		const { name } = await world.person();
		const { users } = administrationOf(world.service());
		await users.setRole(name, "admin");
		await users.setRole(name, "user");
		world.service().travel(60 * 86_400_000);
		await users.setRole(name, "admin");
		const visitor = await world.service().loggedIn(name);
		assert.equal((await visitor.get("/api/admin/users")).status, 200);
	});

	it("has no more time with every look, in a session from before it was required", async () => {
		const { name, visitor, id } = await world.person("admin");
		const { database: queries } = world.service().running.deployment.opened;
		await queries.updateTable("users").set({ second_factor_due_at: null }).where("id", "=", id).execute();
		assert.equal((await visitor.get("/api/admin/users")).status, 200);
		const due = await dueOf(name);
		assert.notEqual(due, null);
		world.service().travel(60_000);
		assert.equal((await visitor.get("/api/admin/users")).status, 200);
		assert.equal(await dueOf(name), due);
	});
});

onSqlite("the administration, from outside SALLYPORT_ADMIN_NETWORKS,", (database) => {
	const world = createAdministrationWorld(database, { SALLYPORT_ADMIN_NETWORKS: "198.51.100.0/24" });

	it("answers every method as where there is nothing, however long the address is", async () => {
		const all = await everyRoute(world.service());
		const routes = all.filter(({ path }) => path.includes("/api/admin/"));
		assert.ok(routes.length >= 38, `${routes.length} routes`);
		const headers = { "x-forwarded-for": "203.0.113.7", origin: ALLOWED_ORIGIN };
		const outside = world.service().visitor(headers);
		// The console has the headers of pages.
		const answerOf = async (method: string, path: string) => {
			const { status, body, headers: all } = await outside.request(method, path);
			const told = [...all].filter(([name]) => !/^(date|x-request-id)$/.test(name));
			return { status, message: body?.message, ...(path.startsWith("/api/") && { told }) };
		};
		for (const method of ["OPTIONS", "HEAD", "GET", "POST", "PUT", "PATCH", "DELETE"]) {
			const nothing = await answerOf(method, "/api/nothing");
			assert.equal(nothing.status, 404);
			const longId = `/api/admin/users/${"x".repeat(70)}`;
			for (const path of [...routes.map((route) => route.path), longId, "/console", "/console/users"])
				assert.deepEqual({ ...nothing, ...(await answerOf(method, path)) }, nothing, `${method} ${path}`);
			const query = `?a=${"x".repeat(3000)}`;
			const tooLong = await answerOf(method, `/api/nothing${query}`);
			assert.equal(tooLong.status, 414);
			for (const path of [`/api/admin/users${query}`, `/console${query}`])
				assert.deepEqual({ ...tooLong, ...(await answerOf(method, path)) }, tooLong, `${method} ${path}`);
		}
	});
});
