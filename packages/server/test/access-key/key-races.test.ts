// At length: it races many requests at two instances.
/** Two instances at once: no session outlives its key, one key follows another, and a right key is not slowed by wrong ones. */
// Proves: access-keys, access-key-end
import assert from "node:assert/strict";
import { it } from "node:test";
import { findKeyById } from "../../src/identity/access-key/access-key-store.ts";
import { accessKeyForm } from "../../src/identity/access-key/key-form.ts";
import { endAccessKey } from "../../src/operations/access-key/end-access-key.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { forEachDatabase, onPostgres } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { eventually, waits } from "../support/interleave.ts";
import { createKeyWorld, type Key } from "../support/key-world.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";

const DAY = 86_400_000;

forEachDatabase("access keys on two instances at once", (database) => {
	const world = createKeyWorld(database, { SALLYPORT_ADDRESS_FAILURES: "10" });
	const queries = () => world.one().running.deployment.opened.database;
	const liveOf = (keyId: string) =>
		queries()
			.selectFrom("sessions")
			.select("id")
			.where("access_key_id", "=", keyId)
			.where("ended_at", "is", null)
			.execute();

	it("no session of a key lives after its end, of fifty logins that race with it", async () => {
		const account = await world.newService();
		const { accessKeys } = administrationOf(world.other());
		const logins = Array.from({ length: 50 }, (_, at) =>
			world.logIn(account, { at: at % 2 === 0 ? world.one() : world.other() }),
		);
		const [first] = await Promise.all([logins[0], accessKeys.end(account.id)]);
		assert.ok(first !== undefined);
		const statuses = (await Promise.all(logins)).map(({ status }) => status);
		assert.ok(
			statuses.every((status) => status === 200 || status === 401),
			String(statuses),
		);
		assert.deepEqual(await liveOf(account.id), []);
	});

	it("twenty rotations at once leave one new key, and the one before", async () => {
		const { name, id } = await world.newService();
		const rotations = Array.from({ length: 20 }, (_, at) =>
			administrationOf(at % 2 === 0 ? world.one() : world.other()).accessKeys.rotate(id),
		);
		const secrets = (await Promise.all(rotations)).map((made) => ({
			name,
			key: made.secret,
			csrf: `k1.${made.key.csrfReference}`,
		}));
		const statuses = [];
		for (const secret of secrets) statuses.push((await world.logIn(secret)).status);
		assert.deepEqual(statuses.toSorted(), [200, ...Array.from({ length: 19 }, () => 401)]);
	});

	it("a right key gets in after any number of wrong ones from its address, and its user's account stays open", async () => {
		const { name, visitor } = await world.newPerson();
		const key = await world.makeKey(visitor);
		const csrf = visitor.csrf ?? "";
		const guesses = [];
		for (let times = 0; times < 15; times++) {
			const wrong = times % 2 === 0 ? accessKeyForm.make(systemRandom) : "a wrong password, of that user";
			const headers = { csrf, "x-forwarded-for": "192.0.2.7" };
			const guess = { username: `${name}x`, password: wrong };
			guesses.push((await world.one().visitor().post("/api/auth/login", guess, headers)).status);
		}
		assert.deepEqual(new Set(guesses), new Set([401, 429]));
		assert.equal((await world.logIn({ name, ...key })).status, 200);
		const elsewhere = world.one().visitor({ "x-forwarded-for": "198.51.100.8" });
		assert.equal((await elsewhere.logIn(name, ADMIN_PASSWORD)).status, 200);
	});

	it("whatever happens to keys and their users, in any order, a live session has an active key and an enabled user", async (t) => {
		const random = seededRandom(Number(process.env.TEST_SEED ?? Date.now() % 1_000_000));
		t.diagnostic(`seed ${random.seed}`);
		const { users, accessKeys } = administrationOf(world.one());
		const { name } = await world.newService();
		const keys: Key[] = [];
		const add = async (made: Pick<Awaited<ReturnType<typeof accessKeys.add>>, "key" | "secret">) => {
			const { key, secret } = made;
			keys.push({ id: key.id, key: secret, csrf: `k1.${key.csrfReference}` });
		};
		const quietly = (act: Promise<unknown>) => act.catch(() => {});
		const acts = [
			() => quietly(accessKeys.add(name, { name: "more", days: 1 + random.below(2) }).then(add)),
			() => quietly(accessKeys.rotate(random.pick(keys).id, random.below(3) * 40_000).then(add)),
			() => quietly(accessKeys.end(random.pick(keys).id)),
			() => quietly(users.disable(name)),
			() => quietly(users.enable(name)),
			async () => world.travel(random.pick([1000, 39_000, DAY / 3])),
			() => world.one().running.maintenance.run(),
			...Array.from({ length: 6 }, () => () => world.logIn({ name, ...random.pick(keys) })),
		];
		await add(await accessKeys.add(name, { name: "first" }));
		for (let times = 0; times < 120; times++) {
			await random.pick(acts)();
			const now = world.one().now();
			const live = await queries()
				.selectFrom("sessions")
				.innerJoin("users", "users.id", "sessions.user_id")
				.innerJoin("access_keys", "access_keys.id", "sessions.access_key_id")
				.select(["users.disabled_at", "access_keys.ended_at as endedAt", "access_keys.expires_at as endsAt"])
				.where("users.username", "=", name)
				.where("sessions.ended_at", "is", null)
				.where("sessions.expires_at", ">", now)
				.execute();
			for (const { disabled_at, endedAt, endsAt } of live)
				assert.deepEqual([disabled_at, endedAt, endsAt > now], [null, null, true], `after ${times} acts`);
		}
	});
});

onPostgres("an access key whose end is not committed yet (postgres)", (database) => {
	const world = createKeyWorld(database);

	it("makes a login wait, which is then refused", async () => {
		const account = await world.newService();
		const { audit, opened } = world.other().running.deployment;
		let isAnswered = false;
		const login = await audit.transact(async (queries, record) => {
			const key = await findKeyById(queries, account.id);
			assert.ok(key !== null);
			const end = {
				key,
				user: { kind: "service" },
				reason: "by_admin",
				now: Date.now(),
				client: null,
			} as const;
			await endAccessKey(queries, record, end);
			const answer = world.logIn(account);
			void answer.finally(() => {
				isAnswered = true;
			});
			await eventually(async () => isAnswered || (await waits(opened.database)));
			return { answer };
		});
		assertProblem(await login.answer, "access_key_ended");
	});

	it("and one whose user is disabled then is refused on record", async () => {
		const account = await world.newService();
		const { audit, opened } = world.other().running.deployment;
		const login = await audit.transact(async (queries) => {
			const disabling = queries.updateTable("users").set({ disabled_at: Date.now() });
			await disabling.where("username", "=", account.name).execute();
			const answer = world.logIn(account);
			await eventually(() => waits(opened.database));
			return { answer };
		});
		assertProblem(await login.answer, "invalid_credentials");
		const refusals = (await rowsOf(world.one(), "access_key_refused")).map(({ detail }) => detail);
		assert.deepEqual(refusals.at(-1), { accessKeyId: account.id, reason: "changed_meanwhile" });
	});
});
