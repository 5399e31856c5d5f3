/** What applications authenticate with: two secrets at most, each with an end that is on record; and how many applications there are. */
// Proves: application-secrets
import assert from "node:assert/strict";
import { it } from "node:test";
import { lockClient } from "../../src/identity/application/client-change-store.ts";
import { insertSecret } from "../../src/identity/application/client-secret-store.ts";
import type { LoginError } from "../../src/platform/errors.ts";
import { createApplicationWorld, path } from "../support/application-world.ts";
import { forEachDatabase } from "../support/databases.ts";
import { eventually, waits } from "../support/interleave.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";

const DAY = 86_400_000;

forEachDatabase("applications and their secrets", (database) => {
	const world = createApplicationWorld(database);
	const { app, add, see, eventsAbout } = world;
	const post = (address: string, body?: object) => world.admin().post(address, body);
	const applications = () => administrationOf(world.service()).applications;

	it("have two secrets at most, also where several are asked for at once, and none where they keep none", async () => {
		const { client, secret } = await add();
		const made = await Promise.all(
			Array.from({ length: 4 }, () => post(`${path}/${client.id}/secrets`, { days: 30 })),
		);
		const good = made.filter(({ status }) => status === 201);
		assert.equal(good.length, 1);
		for (const answer of made.filter(({ status }) => status !== 201)) assertProblem(answer, "limit_exceeded");
		const secrets = (await see(client.id)).secrets as Array<Record<string, unknown>>;
		assert.deepEqual(
			secrets.map(({ id }) => id),
			[secret?.id, good[0]?.body?.id],
		);
		const end = (id: unknown, of = client.id) => post(`${path}/${of}/secrets/${id}/end`);
		const other = await add();
		assertProblem(await end(secret?.id, other.client.id), "not_found");
		assertProblem(await end("nonsense"), "not_found");
		assert.equal((await end(secret?.id)).status, 200);
		assertProblem(await end(secret?.id), "not_found");
		assert.equal((await post(`${path}/${client.id}/secrets`, {})).body?.expiresAt, null);
		const public_ = (await add({ kind: "spa" })).client;
		assertProblem(await post(`${path}/${public_.id}/secrets`, {}), "state_conflict");
		assertProblem(await post(`${path}/${client.id}/secrets`, { days: 0 }), "validation_failed");
		assertProblem(await post(`${path}/unknown/secrets`, {}), "not_found");
		const told = JSON.stringify(await eventsAbout(client.id));
		for (const { body } of good) assert.equal(told.includes(String(body?.secret)), false);
	});

	it("have one secret more where the same request for one is sent again, which shows it no second time", async () => {
		const { client } = await add();
		const headers = { "idempotency-key": world.newName() };
		const ask = (body: object) => world.admin().post(`${path}/${client.id}/secrets`, body, headers);
		const first = await ask({ days: 30 });
		const again = await ask({ days: 30 });
		assert.equal(first.status, 201);
		assert.deepEqual(again.body, { ...first.body, secret: null });
		assert.equal(((await see(client.id)).secrets as object[]).length, 2);
		assertProblem(await ask({ days: 31 }), "idempotency_mismatch");
		await post(`${path}/${client.id}/secrets/${first.body?.id}/end`);
		assertProblem(await ask({ days: 30 }), "not_found");
	});

	it("have no third secret when another transaction adds one in between", async () => {
		const { id } = (await add()).client;
		const { database: db } = world.service().running.deployment.opened;
		let late: Promise<unknown> = Promise.resolve();
		await db.transaction().execute(async (queries) => {
			await lockClient(queries, id);
			let hasEnded = false;
			late = applications()
				.addSecret(id)
				.catch((error: unknown) => error)
				.finally(() => {
					hasEnded = true;
				});
			// It waits for the lock. SQLite has one connection, so there it has not begun.
			await eventually(async () => hasEnded || database.dialect === "sqlite" || (await waits(queries)));
			const secret = { secretHash: "none", hint: "none", createdAt: 0, expiresAt: null, lastUsedAt: null };
			await insertSecret(queries, { ...secret, id: "other", clientId: id });
		});
		assert.equal(((await late) as LoginError).code, "limit_exceeded");
		assert.equal(((await see(id)).secrets as unknown[]).length, 2);
	});

	it("have secrets whose end is on record 14 and 3 days before, and then, once each", async () => {
		const { found } = await applications().add({ ...app(), secretDays: 30 });
		const { id } = found.client;
		const short = (await applications().add({ ...app(), secretDays: 10 })).found.client.id;
		const brief = (await applications().add({ ...app(), secretDays: 3 })).found.client.id;
		const told = async (of: string) =>
			(await eventsAbout(of)).flatMap(({ event, detail, level }) =>
				/secret_(expiring|ended)/.test(event) ? [[event, detail.days ?? detail.reason, level]] : [],
			);
		const days = async (many: number) => {
			world.service().travel(many * DAY);
			for (let times = 0; times < 2; times++) await world.service().running.maintenance.run();
		};
		await days(0);
		assert.deepEqual(await told(brief), []);
		await days(8);
		assert.deepEqual(await told(brief), [["oidc_secret_ended", "expired", "info"]]);
		assert.deepEqual([await told(id), await told(short)], [[], [["oidc_secret_expiring", 3, "warn"]]]);
		await days(9);
		assert.deepEqual(await told(id), [["oidc_secret_expiring", 14, "warn"]]);
		await days(11);
		await days(2.5);
		assert.deepEqual(await told(id), [
			["oidc_secret_expiring", 14, "warn"],
			["oidc_secret_expiring", 3, "warn"],
			["oidc_secret_ended", "expired", "info"],
		]);
		assert.deepEqual((await applications().find(id)).secrets, []);
		// What has ended takes no place, and its row goes.
		for (let times = 0; times < 2; times++) await applications().addSecret(id);
		await days(31);
		const { database } = world.service().running.deployment.opened;
		const rows = database.selectFrom("oidc_client_secrets").select("id").where("client_id", "=", id);
		assert.equal((await rows.execute()).length, 2);
	});

	it("are a thousand at most, however many are registered at once", async () => {
		const { database } = world.service().running.deployment.opened;
		const clients = database.selectFrom("oidc_clients");
		const [row, ...others] = await clients.selectAll().execute();
		assert.ok(row);
		const more = Array.from({ length: 999 - others.length - 1 }, () => ({ ...row, id: world.newName() }));
		for (let from = 0; from < more.length; from += 500)
			await database
				.insertInto("oidc_clients")
				.values(more.slice(from, from + 500))
				.execute();
		const { visitor } = await world.person("admin");
		const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.post(path, app())));
		const refused = answers.filter(({ status }) => status !== 201);
		assert.equal(refused.length, 7);
		for (const answer of refused) assertProblem(answer, "limit_exceeded");
	});
});
