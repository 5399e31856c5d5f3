// At length: it walks each way in which a key ends, on both databases.
/** The life of an access key: it is rotated, it ends, and with it all that it has begun. */
// Proves: access-key-end
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { forEachDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { beforeNext } from "../support/interleave.ts";
import { createKeyWorld, type Key } from "../support/key-world.ts";
import { bearerOf } from "../support/own-session.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { createVerifierUnderTest, refuses, type VerifierUnderTest } from "../support/verifier-under-test.ts";
import type { Answer } from "../support/visitor.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Milliseconds within which offline verifiers refuse a token. */
const BOUND = 10_000;

forEachDatabase("the life of an access key", (database) => {
	const world = createKeyWorld(database);
	let verifier: VerifierUnderTest;
	before(() => {
		// Either instance may answer it, so both go with its time.
		verifier = createVerifierUnderTest({ ...world.one(), travel: world.travel });
	});
	after(() => verifier.close());
	const sessionOf = (login: Parameters<typeof bearerOf>[0], at = world.other()) =>
		at.visitor().get("/api/auth/session", bearerOf(login));
	const maintain = () => world.one().running.maintenance.run();

	it("ends when that was said, and a session of it no later", async () => {
		const account = await world.newService({ days: 1 });
		world.travel(DAY - HOUR / 2);
		const login = await world.logIn(account);
		assert.equal(login.status, 200, login.text);
		const end = Date.parse(login.headers.get("access-key-expires") ?? "");
		world.travel(end - world.one().now() - 10_000);
		assert.equal((await sessionOf(login, world.one())).status, 200);
		world.travel(end - world.one().now());
		assertProblem(await world.logIn(account), "access_key_expired");
		assertProblem(await sessionOf(login, world.one()), "session_expired");
		await maintain();
		const [row] = (await rowsOf(world.one(), "access_key_expired")).slice(-1);
		assert.equal(row?.detail.accessKeyId, account.id);
		assert.deepEqual(
			(await rowsOf(world.one(), "access_key_refused")).slice(-1).map(({ detail }) => detail),
			[{ code: "access_key_expired", accessKeyId: account.id }],
		);
	});

	it("ends by its user, at once on every instance and within ten seconds offline, and another key stays", async () => {
		const { name, visitor } = await world.newPerson();
		const key = await world.makeKey(visitor);
		const spare = await world.makeKey(visitor);
		const login = await world.logIn({ name, ...key });
		const bystander = await world.logIn({ name, ...spare });
		await verifier.verify(String(login.body?.token));
		const began = world.one().now();
		const ended = await visitor.delete(`/api/auth/access-keys/${key.id}`);
		assert.equal(ended.body?.ended, 1, ended.text);
		assertProblem(await sessionOf(login), "session_ended");
		assertProblem(await world.logIn({ name, ...key }, { at: world.other() }), "access_key_ended");
		await verifier.pass(began + BOUND - world.one().now());
		await refuses(verifier.verify(String(login.body?.token)), "session_ended");
		await verifier.verify(String(bystander.body?.token));
		assert.equal((await visitor.get("/api/auth/session")).status, 200);
		assert.equal((await visitor.delete(`/api/auth/access-keys/${key.id}`)).body?.ended, 0);
	});

	it("lets the old key live for the overlap after a rotation, and no longer, and its sessions as long", async () => {
		const { name, visitor } = await world.newPerson();
		const old = await world.makeKey(visitor, { days: 30, addresses: ["192.0.2.0/24"] });
		const login = await world.logIn({ name, ...old });
		await verifier.verify(String(login.body?.token));
		const overlap = 20 * 60;
		const rotated = await visitor.post(`/api/auth/access-keys/${old.id}/rotate`, { overlap });
		assert.equal(rotated.status, 201, rotated.text);
		const { key, csrf, addresses } = rotated.body as Record<"key" | "csrf", string> & { addresses: string[] };
		assert.deepEqual(addresses, ["192.0.2.0/24"]);
		assert.equal((await world.logIn({ name, key, csrf })).status, 200);
		world.travel(overlap * 1000 - MINUTE);
		assert.equal((await world.logIn({ name, ...old })).status, 200);
		assert.equal((await sessionOf(login, world.one())).status, 200);
		world.travel(MINUTE);
		assertProblem(await world.logIn({ name, ...old }), "access_key_expired");
		assertProblem(await sessionOf(login, world.one()), "session_expired");
		// Its token says a later time.
		const expired = world.one().now();
		await maintain();
		await verifier.pass(expired + BOUND - world.one().now());
		await refuses(verifier.verify(String(login.body?.token)), "session_ended");
	});

	it("revokes also the tokens that its sessions got during the overlap", async () => {
		const { name, visitor } = await world.newPerson();
		const old = await world.makeKey(visitor);
		const login = await world.logIn({ name, ...old });
		const overlap = 2 * 60 * 60;
		assert.equal((await visitor.post(`/api/auth/access-keys/${old.id}/rotate`, { overlap })).status, 201);
		world.travel(50 * MINUTE);
		const renewed = await world.other().visitor().post("/api/auth/renew", undefined, bearerOf(login));
		assert.equal(renewed.status, 200, renewed.text);
		// The first token has expired, and its revocation would have been removed.
		world.travel(20 * MINUTE);
		await verifier.verify(String(renewed.body?.token));
		await administrationOf(world.one()).accessKeys.end(old.id);
		await maintain();
		await verifier.pass(BOUND);
		await refuses(verifier.verify(String(renewed.body?.token)), "session_ended");
	});

	it("revokes the tokens of a session that ran out with it, whichever end is recorded first", async () => {
		const { name, visitor } = await world.newPerson();
		const old = await world.makeKey(visitor);
		const login = await world.logIn({ name, ...old });
		await verifier.verify(String(login.body?.token));
		const overlap = 20 * 60;
		assert.equal((await visitor.post(`/api/auth/access-keys/${old.id}/rotate`, { overlap })).status, 201);
		world.travel(overlap * 1000);
		await administrationOf(world.one()).users.disable(name);
		await maintain();
		await verifier.pass(BOUND);
		await refuses(verifier.verify(String(login.body?.token)), "session_ended");
	});

	it("ends a session by then that is renewed at the very moment of the rotation", async () => {
		const { name, visitor } = await world.newPerson();
		const old = await world.makeKey(visitor);
		const login = await world.logIn({ name, ...old });
		world.travel(MINUTE);
		const overlap = 5 * 60;
		// The renewal has looked at the session, and writes when it has another end.
		const rotated = new Promise<Answer>((resolve) => {
			beforeNext(world.other().running.deployment.audit, "transact", async () => {
				resolve(await visitor.post(`/api/auth/access-keys/${old.id}/rotate`, { overlap }));
			});
		});
		const renewed = await world.other().visitor().post("/api/auth/renew", undefined, bearerOf(login));
		assert.deepEqual([renewed.status, (await rotated).status], [200, 201]);
		world.travel(overlap * 1000);
		assertProblem(await sessionOf(renewed), "session_expired");
	});

	it("ends the old key at once after a rotation without overlap", async () => {
		const { name, visitor } = await world.newPerson();
		const old = await world.makeKey(visitor);
		const login = await world.logIn({ name, ...old });
		assert.equal((await visitor.post(`/api/auth/access-keys/${old.id}/rotate`, { overlap: 0 })).status, 201);
		assertProblem(await world.logIn({ name, ...old }), "access_key_ended");
		assertProblem(await sessionOf(login, world.one()), "session_ended");
	});

	it("replaces a new key that was never used when it is rotated again: a lost answer costs nothing", async () => {
		const { name, visitor } = await world.newPerson();
		const old = await world.makeKey(visitor);
		const rotate = () => visitor.post(`/api/auth/access-keys/${old.id}/rotate`, {});
		const lost = (await rotate()).body as unknown as Key;
		const second = (await rotate()).body as unknown as Key;
		assertProblem(await world.logIn({ ...lost, name }), "access_key_ended");
		assert.equal((await world.logIn({ name, ...old })).status, 200);
		assert.equal((await world.logIn({ ...second, name })).status, 200);
		assertProblem(await rotate(), "access_key_inactive");
		const body = await visitor.post(`/api/auth/access-keys/${second.id}/rotate`, { overlap: -1 });
		assertProblem(body, "validation_failed");
	});

	it("is ended by a finder, who learns nothing, and only what was a key", async () => {
		const { name, visitor } = await world.newPerson();
		const keys = [await world.makeKey(visitor), await world.makeKey(visitor)];
		const spare = await world.makeKey(visitor);
		const login = await world.logIn({ name, ...(keys[0] ?? spare) });
		const found = [...keys.map(({ key }) => key), "password", "sallyport_x", `${spare.key}x`, ""];
		const finder = world.one().visitor();
		const revoke = (list: unknown) =>
			finder.request("POST", "/api/auth/access-keys/revoke", { body: { keys: list } });
		const answers = [await revoke(found), await revoke(["nothing of it"]), await revoke(found)];
		for (const answer of answers) {
			assert.equal(answer.status, 202, answer.text);
			assert.equal(answer.text, answers[0]?.text);
		}
		for (const key of keys) assertProblem(await world.logIn({ name, ...key }), "access_key_ended");
		assertProblem(await sessionOf(login), "session_ended");
		assert.equal((await world.logIn({ name, ...spare })).status, 200);
		const leaked = await rowsOf(world.one(), "access_key_leaked");
		assert.deepEqual(
			leaked.map(({ level, user_id }) => [level, user_id === null]),
			[
				["error", false],
				["error", false],
			],
		);
		for (const list of [[], Array.from({ length: 101 }, () => "x"), "x", [1]])
			assertProblem(await revoke(list), "validation_failed");
	});

	it("ends with its user: disabled it is refused at once, and after an erasure no row is left", async () => {
		const { users } = administrationOf(world.one());
		const { name, id, visitor } = await world.newPerson();
		const key = await world.makeKey(visitor);
		const login = await world.logIn({ name, ...key });
		await users.disable(name);
		assertProblem(await sessionOf(login), "session_ended");
		const csrf = world.one().visitor();
		assertProblem(await csrf.logIn(name, key.key), "invalid_credentials");
		await users.enable(name);
		assert.equal((await world.logIn({ name, ...key })).status, 200);
		await users.remove(name);
		const { database: queries } = world.one().running.deployment.opened;
		const left = await queries.selectFrom("access_keys").select("id").where("user_id", "=", id).execute();
		assert.deepEqual(left, []);
		assertProblem(await world.one().visitor().logIn(name, key.key), "invalid_credentials");
	});

	it("outlives a new password, and says so in the list", async () => {
		const { name, visitor } = await world.newPerson();
		const key = await world.makeKey(visitor);
		const login = await world.logIn({ name, ...key });
		const change = { currentPassword: ADMIN_PASSWORD, newPassword: "another long horse battery" };
		assert.equal((await visitor.post("/api/auth/password", change)).status, 200);
		assertProblem(await sessionOf(login), "session_ended");
		assert.equal((await world.logIn({ name, ...key })).status, 200);
	});

	it("is on record 14, 3 and 0 days before its end, once each, whichever instance looks first, and not when it was just made", async () => {
		const made = await Promise.all([30, 7, 2, 1].map((days) => world.newService({ days })));
		const look = async () => {
			await Promise.all([world.one(), world.other()].map(({ running }) => running.maintenance.run()));
			const rows = await rowsOf(world.one(), "access_key_expiring");
			return made.map(({ id }) =>
				rows.filter(({ detail }) => detail.accessKeyId === id).map(({ detail }) => detail.days),
			);
		};
		assert.deepEqual(await look(), [[], [], [], []]);
		world.travel(1.2 * DAY);
		assert.deepEqual(await look(), [[], [], [0], []]);
		world.travel(3.3 * DAY);
		assert.deepEqual(await look(), [[], [3], [0], []]);
		world.travel(12 * DAY);
		assert.deepEqual(await look(), [[14], [3], [0], []]);
		assert.deepEqual(await look(), [[14], [3], [0], []]);
		world.travel(11 * DAY);
		assert.deepEqual(await look(), [[14, 3], [3], [0], []]);
		world.travel(2 * DAY);
		assert.deepEqual(await look(), [[14, 3, 0], [3], [0], []]);
	});
});
