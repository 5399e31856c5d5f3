/** Applications in the administration: registered, changed, disabled, removed, with what they hold of users. */
// Proves: application-registry
import assert from "node:assert/strict";
import { before, it } from "node:test";
import { clientSecretForm } from "../../src/identity/application/client-secret.ts";
import { listIn } from "../support/administration-world.ts";
import { createApplicationWorld, path } from "../support/application-world.ts";
import { forEachDatabase } from "../support/databases.ts";
import { administrationOf } from "../support/people.ts";
import { plantApplicationLogin, plantConsent, plantToken } from "../support/planted-applications.ts";
import { assertProblem, errorsOf } from "../support/problem.ts";
import type { Visitor } from "../support/visitor.ts";

forEachDatabase("applications in the administration", (database) => {
	const world = createApplicationWorld(database);
	const { app, clientIn, add, see, userOf, eventsAbout } = world;
	let admin: Visitor;
	before(async () => {
		admin = world.admin();
		for (const name of ["staff", "analysts"]) await administrationOf(world.service()).groups.add(name);
	});
	const post = (address: string, body?: object, headers = {}) => admin.post(address, body, headers);
	const patch = (id: string, body: object, headers = {}) =>
		admin.send("PATCH", `${path}/${id}`, body, headers);

	it("are registered with a secret that is shown once, and found by id and in pages by name", async () => {
		const { answer, client, secret } = await add({ name: "Zoo", scopes: ["openid", "email"] });
		assert.equal(answer.status, 201);
		const value = String(secret?.secret);
		assert.match(value, new RegExp(clientSecretForm.pattern));
		assert.equal(secret?.hint, clientSecretForm.hintOf(value));
		assert.equal(answer.headers.get("location"), `${world.service().baseUrl}${path}/${client.id}`);
		const seen = await see(client.id);
		assert.deepEqual([seen.state, seen.users, seen.version], ["active", 0, 1]);
		assert.deepEqual(seen, { ...client, setup: null });
		assert.equal(JSON.stringify(seen).includes(value), false);
		const { database } = world.service().running.deployment.opened;
		const [row] = await database
			.selectFrom("oidc_client_secrets")
			.selectAll()
			.where("client_id", "=", client.id)
			.execute();
		assert.equal(row?.secret_hash, clientSecretForm.hashOf(value));
		await add({ name: "Alpha" });
		const first = await admin.get(`${path}?limit=1`);
		const [alpha] = listIn(first, "clients");
		assert.equal(alpha?.name, "Alpha");
		const rest = listIn(await admin.get(`${path}?cursor=${first.body?.next}`), "clients");
		assert.ok(rest.some(({ id }) => id === client.id) && !rest.some(({ id }) => id === alpha?.id));
		assertProblem(await post(path, { ...app(), id: client.id }), "client_exists");
		assertProblem(await admin.get(`${path}/${world.newName()}`), "not_found");
	});

	it("come back without the secret where the same request is sent again", async () => {
		const headers = { "idempotency-key": world.newName() };
		const body = app();
		const first = await post(path, body, headers);
		const again = await post(path, body, headers);
		assert.notEqual(first.body?.secret, null);
		assert.deepEqual(again.body, { ...first.body, secret: null });
		assertProblem(await post(path, app(), headers), "idempotency_mismatch");
	});

	it("that are refused leave nothing, and the answer points at what is wrong", async () => {
		const refused: ReadonlyArray<[more: object, pointer: string]> = [
			[{ redirectUris: ["https://app.example.com/*"] }, "/redirectUris/0"],
			[
				{ redirectUris: Array.from({ length: 11 }, (_, at) => `https://a.example.com/${at}`) },
				"/redirectUris",
			],
			[{ redirectUris: ["http://app.example.com/"] }, "/redirectUris/0"],
			[{ name: "\u202e" }, "/name"],
			[{ kind: "spa", authMethod: "client_secret_basic" }, "/authMethod"],
			[{ kind: "native", secretDays: 3 }, "/secretDays"],
			[{ allowedGroups: ["staff", "unknown"] }, "/allowedGroups/1"],
			[{ offlineDays: 91, scopes: ["openid", "offline_access"] }, "/offlineDays"],
			[{ url: "https://app.example.com" }, "/url"],
			[{ template: "unknown", url: "https://app.example.com" }, "/template"],
			[{ template: "grafana" }, "/url"],
			[{ template: "grafana", url: "https://app.example.com/?a=b" }, "/url"],
			[{ template: "kubelogin", url: "https://app.example.com" }, "/url"],
		];
		for (const [more, pointer] of refused) {
			const body = app(more);
			const answer = await post(path, body);
			assertProblem(answer, "validation_failed");
			assert.equal(errorsOf(answer)[0]?.pointer, pointer, JSON.stringify(more));
			assertProblem(await admin.get(`${path}/${body.id}`), "not_found");
		}
		assertProblem(await post(path, app({ claims: "all" })), "unknown_field");
	});

	it("change by what is sent alone, under the version that was read, with one event that names no value", async () => {
		const { client } = await add();
		const changed = await patch(
			client.id,
			{ launchUrl: "https://start.example.com/", allowedGroups: ["staff"] },
			{ "if-match": `"v${client.version}"` },
		);
		assert.deepEqual(changed.body?.members, ["allowedGroups", "launchUrl"]);
		assert.equal(changed.headers.get("etag"), '"v2"');
		const after = await see(client.id);
		assert.deepEqual(after, {
			...client,
			setup: null,
			launchUrl: "https://start.example.com/",
			allowedGroups: ["staff"],
			version: 2,
		});
		assertProblem(await patch(client.id, { name: "Other" }, { "if-match": '"v1"' }), "precondition_failed");
		const same = await patch(client.id, { allowedGroups: ["staff"] });
		assert.deepEqual([same.body?.members, clientIn(same).version], [[], 2]);
		assert.equal(
			errorsOf(await patch(client.id, { allowedGroups: ["none"] }))[0]?.pointer,
			"/allowedGroups/0",
		);
		const back = clientIn(await patch(client.id, { launchUrl: null, allowedGroups: null }));
		assert.deepEqual([back.launchUrl, back.allowedGroups, back.version], [null, null, 3]);
		const events = (await eventsAbout(client.id)).filter(({ event }) => event === "oidc_client_changed");
		assert.deepEqual(
			events.map(({ detail, actor_kind, actor_id }) => [detail.members, actor_kind, actor_id]),
			[
				[["allowedGroups", "launchUrl"], "admin", world.adminId()],
				[["allowedGroups", "launchUrl"], "admin", world.adminId()],
			],
		);
		assert.equal(JSON.stringify(events).includes("start.example.com"), false);
	});

	it("that are permitted plain http are on record as a warning", async () => {
		const { client } = await add({ insecure: true, redirectUris: ["http://nas.lan:3000/callback"] });
		const other = (await add()).client;
		await patch(other.id, { insecure: true });
		const [added] = await eventsAbout(client.id);
		const [, , changed] = await eventsAbout(other.id);
		for (const event of [added, changed])
			assert.deepEqual([event?.level, event?.detail.insecure], ["warn", true], JSON.stringify(event));
		const [plain] = await eventsAbout((await add()).client.id);
		assert.equal(plain?.level, "info");
	});

	it("lose what they hold when they may have less, and keep it when they may have more", async () => {
		const scopes = ["openid", "profile", "offline_access"];
		const { client } = await add({ scopes, offlineDays: 30 });
		const user = await userOf(client.id);
		const whole = { consents: 1, logins: 1, records: 1 };
		await patch(client.id, { name: "New", trusted: true, offlineDays: 60, scopes: [...scopes, "email"] });
		assert.deepEqual(await user.held(), whole);
		const narrowed = await patch(client.id, { requireAcr: "aal2" });
		assert.equal(narrowed.body?.ended, 1);
		assert.deepEqual(await user.held(), { consents: 1, logins: 0, records: 0 });
		for (const less of [{ requireAcr: "phr" }, { offlineDays: 7 }, { scopes: ["offline_access"] }]) {
			const of = { userId: user.id, clientId: client.id };
			await plantToken(world.service(), of);
			await patch(client.id, less);
			assert.equal((await user.held()).records, 0, JSON.stringify(less));
		}
	});

	it("that are disabled lose tokens and logins, and keep what users agreed to until they are removed", async () => {
		const { client } = await add();
		const other = (await add()).client;
		const [user, elsewhere] = [await userOf(client.id), await userOf(other.id)];
		const disabled = await post(`${path}/${client.id}/disable`);
		assert.deepEqual([disabled.body?.ended, disabled.body?.members], [1, ["state"]]);
		assert.equal(clientIn(disabled).state, "disabled");
		assert.deepEqual(await user.held(), { consents: 1, logins: 0, records: 0 });
		assert.deepEqual((await post(`${path}/${client.id}/disable`)).body?.members, []);
		assert.equal(clientIn(await post(`${path}/${client.id}/enable`)).state, "active");
		await plantToken(world.service(), { userId: user.id, clientId: client.id });
		const wrong = await post(`${path}/${client.id}/delete`, { confirm: other.id });
		assert.equal(errorsOf(wrong)[0]?.pointer, "/confirm");
		const stale = { "if-match": '"v1"' };
		const confirm = { confirm: client.id };
		assertProblem(await post(`${path}/${client.id}/delete`, confirm, stale), "precondition_failed");
		const removed = await post(`${path}/${client.id}/delete`, confirm);
		assert.deepEqual(removed.body, { users: 1, ended: 0 });
		assert.deepEqual(await user.held(), { consents: 0, logins: 0, records: 0 });
		assert.deepEqual(await elsewhere.held(), { consents: 1, logins: 1, records: 1 });
		assertProblem(await admin.get(`${path}/${client.id}`), "not_found");
		const names = (await eventsAbout(client.id)).map(({ event, detail }) => [event, detail.disabled]);
		assert.deepEqual(names, [
			["oidc_client_added", undefined],
			["oidc_secret_added", undefined],
			["oidc_client_changed", true],
			["oidc_client_changed", false],
			["oidc_client_removed", undefined],
		]);
	});

	it("list who lets them know them, and each user's list has them, by consent and by login", async () => {
		const { client } = await add();
		const trusted = (await add({ trusted: true })).client;
		const users = [await userOf(client.id), await userOf(client.id)];
		const first = await admin.get(`${path}/${client.id}/users?limit=1`);
		const rest = await admin.get(`${path}/${client.id}/users?cursor=${first.body?.next}`);
		const found = [...listIn(first, "users"), ...listIn(rest, "users")];
		assert.deepEqual(found.map(({ id }) => id).sort(), users.map(({ id }) => id).sort());
		assert.deepEqual(found[0]?.scopes, ["openid", "profile"]);
		assert.equal((await see(client.id)).users, 2);
		const user = await world.person();
		const { session } = (await user.visitor.get("/api/auth/session")).body as { session: { id: string } };
		const of = (clientId: string) => ({ userId: user.id, clientId });
		await plantConsent(world.service(), of(client.id));
		const usedAt = await plantApplicationLogin(world.service(), of(trusted.id), session.id);
		const own = listIn(await admin.get(`/api/admin/users/${user.id}/applications`), "applications");
		assert.deepEqual(
			own.map(({ id, grantedAt, lastUsedAt }) => [id, grantedAt === null, lastUsedAt]),
			[
				[client.id, false, null],
				[trusted.id, true, new Date(usedAt).toISOString()],
			].sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
		);
		assertProblem(await admin.get(`${path}/unknown/users`), "not_found");
		assertProblem(await admin.get("/api/admin/users/unknown/applications"), "not_found");
	});

	it("have their events, of logins and refusals too, found by their id in its own case", async () => {
		const [id, shouted] = [world.newName(), world.newName().toUpperCase()];
		for (const each of [id, id.toUpperCase(), shouted]) await add({ id: each });
		await patch(id, { name: "Named" });
		await world.service().running.deployment.audit.transact(async (_queries, record) => {
			const detail = { code: "access_denied", reason: "not_in_group" } as const;
			for (const application of [id, shouted])
				await record({ event: "oidc_refused", detail: { ...detail, application } });
		});
		const expected = ["oidc_client_added", "oidc_client_changed", "oidc_refused", "oidc_secret_added"];
		const listed = listIn(await admin.get(`/api/admin/events?client=${id}`), "events");
		assert.deepEqual(listed.map(({ event }) => event).sort(), expected);
		assert.deepEqual([...new Set(listed.map(({ clientName }) => clientName))], ["Named"]);
		const file = (await admin.get(`/api/admin/events/export?client=${id}`)).text.trim().split("\n");
		assert.deepEqual(file.map((line) => JSON.parse(line).event).sort(), expected);
		assertProblem(await admin.get("/api/admin/events?client=%25"), "validation_failed");
	});

	it("are administered by an access key with the scope for them, and by no other one", async () => {
		const [may, mayNot] = [
			await world.program(["sallyport:clients"]),
			await world.program(["sallyport:groups:write"]),
		];
		const by = ({ headers }: typeof may) => world.service().visitor().post(path, app(), headers);
		const made = await by(may);
		assert.equal(made.status, 201, made.text);
		const [event] = await eventsAbout(clientIn(made).id);
		assert.deepEqual([event?.actor_kind, event?.actor_id], ["service", may.keyId]);
		assertProblem(await by(mayNot), "insufficient_scope");
	});
});
