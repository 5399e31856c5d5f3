/** A program logs in: a key in the place of a password, and the answer that every login has. */
// Proves: access-keys
import assert from "node:assert/strict";
import { it } from "node:test";
import { decodeJwt } from "jose";
import { accessKeyForm } from "../../src/identity/access-key/key-form.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { alike, createKeyWorld, type Key } from "../support/key-world.ts";
import { bearerOf, ownSession } from "../support/own-session.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem, errorsOf } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService } from "../support/service.ts";
import { type Answer, createVisitor } from "../support/visitor.ts";

const DAY = 86_400_000;

onSqlite("a login with an access key", (database) => {
	const world = createKeyWorld(database);

	it("gives the three members of every login, says when the key ends, and sets no cookie", async () => {
		const { name, visitor } = await world.newPerson();
		const key = await world.makeKey(visitor, { days: 30 });
		const answer = await world.logIn({ name, ...key });
		assert.equal(answer.status, 200, answer.text);
		assert.deepEqual(Object.keys(answer.body ?? {}), ["id", "message", "token"]);
		assert.equal(answer.headers.get("set-cookie"), null);
		const ends = Date.parse(answer.headers.get("access-key-expires") ?? "");
		assert.ok(Math.abs(ends - (world.one().now() + 30 * DAY)) < 60_000);
		const { amr, acr, role, access_key: id, scope } = decodeJwt(String(answer.body?.token));
		assert.deepEqual(
			{ amr, acr, role, id, scope },
			{
				amr: ["key"],
				acr: "0",
				role: "user",
				id: key.id,
				scope: undefined,
			},
		);
	});

	it("asks for no second factor, where the password alone is not enough", async () => {
		const { name, visitor } = await world.newPerson();
		const key = await world.makeKey(visitor);
		await enrol(world.one(), visitor);
		assertProblem(await world.one().visitor().logIn(name, ADMIN_PASSWORD), "second_factor_required");
		assert.equal((await world.logIn({ name, ...key })).status, 200);
	});

	it("takes a code for what it is: nothing that a key needs", async () => {
		const account = await world.newService();
		assert.equal((await world.logIn(account, { more: { code: "123456" } })).status, 200);
	});

	it("works on every instance, renews its token, and is seen by its user with the name of the key", async () => {
		const { name, visitor } = await world.newPerson();
		const key = await world.makeKey(visitor, { name: "nightly" });
		const login = await world.logIn({ name, ...key }, { at: world.other() });
		const me = await world.one().visitor().get("/api/auth/session", bearerOf(login));
		assert.ok(me.text.includes(`"accessKeyId":"${key.id}"`), me.text);
		world.travel(6000);
		const renewed = await world.one().visitor().post("/api/auth/renew", {}, bearerOf(login));
		assert.equal(renewed.status, 200, renewed.text);
		const { accessKeys } = (await visitor.get("/api/auth/access-keys")).body as {
			accessKeys: Array<Record<string, unknown>>;
		};
		const [shown] = accessKeys;
		assert.equal(shown?.name, "nightly");
		assert.equal(shown.liveSessions, 1);
		assert.equal(shown.lastUsedAddress, "192.0.2.7");
		assert.equal(JSON.stringify(accessKeys).includes(key.key), false);
		const sessions = (await visitor.get("/api/auth/sessions")).body?.sessions as object[];
		assert.equal(sessions.filter((each) => "accessKeyId" in each).length, 1);
		await world.one().visitor().post("/api/auth/logout", {}, bearerOf(renewed));
		assertProblem(await world.other().visitor().get("/api/auth/session", bearerOf(renewed)), "session_ended");
	});

	it("answers a key that was cut off or mistyped with 400, and looks nothing up", async () => {
		const account = await world.newService();
		const mistyped = `${account.key.slice(0, -1)}${account.key.endsWith("a") ? "b" : "a"}`;
		for (const key of [mistyped, account.key.slice(0, -1), account.key.slice(0, 12)]) {
			const answer = await world.logIn({ ...account, key });
			assertProblem(answer, "validation_failed");
			assert.deepEqual(
				errorsOf(answer).map(({ pointer, code }) => ({ pointer, code })),
				[{ pointer: "/password", code: "checksum" }],
			);
		}
	});

	it("gives tokens only", async () => {
		const account = await world.newService();
		assertProblem(await world.logIn(account, { more: { session: true } }), "forbidden");
		const refused = (await rowsOf(world.one(), "authz_fail")).at(-1);
		assert.deepEqual([refused?.detail.accessKeyId, refused?.user_id !== null], [account.id, true]);
	});

	it("is refused like a wrong password, whatever is wrong: unknown, of another user, disabled, from elsewhere", async () => {
		const { name, visitor } = await world.newPerson();
		const own = await world.makeKey(visitor, { addresses: ["198.51.100.0/24"] });
		const other = await world.newPerson();
		const foreign = await world.makeKey(other.visitor);
		const disabled = await world.newService();
		await administrationOf(world.one()).users.disable(disabled.name);
		const csrf = visitor.csrf ?? "";
		const from = "203.0.113.9";
		const refusals = [
			await world
				.one()
				.visitor()
				.post(
					"/api/auth/login",
					{ username: name, password: "wrong password here" },
					{ csrf, "x-forwarded-for": from },
				),
			await world.logIn({ name, key: accessKeyForm.make(systemRandom), csrf }, { from }),
			await world.logIn({ name, key: foreign.key, csrf }, { from }),
			await world.logIn({ name, key: own.key, csrf }, { from }),
			await world.logIn({ name: "unknown-name", key: own.key, csrf }, { from }),
			await world.logIn({ ...disabled, csrf }, { from }),
		];
		for (const answer of refusals) {
			assertProblem(answer, "invalid_credentials");
			assert.deepEqual(alike(answer), alike(refusals[0] ?? answer));
		}
		assert.equal((await world.logIn({ name, ...own }, { from: "198.51.100.3" })).status, 200);
		const reasons = (await rowsOf(world.one(), "access_key_refused")).map(({ detail }) => detail.reason);
		assert.deepEqual(reasons.slice(-4), ["other_user", "address", "other_user", "user_disabled"]);
	});

	it("takes the CSRF token of the key for logins with keys of its user alone, and refusals repair themselves", async () => {
		const { name, visitor } = await world.newPerson();
		const key = await world.makeKey(visitor);
		const second = await world.makeKey(visitor);
		const foreign = await world.newService();
		assert.equal((await world.logIn({ name, key: second.key, csrf: key.csrf })).status, 200);
		for (const refused of [
			await world.logIn({ name, key: ADMIN_PASSWORD, csrf: key.csrf }),
			await world.logIn({ name: foreign.name, key: foreign.key, csrf: key.csrf }),
			await world.logIn({ name, key: key.key, csrf: `k1.${"A".repeat(22)}` }),
			await world.one().visitor().post("/api/auth/recovery", { login: name }, { csrf: key.csrf }),
			await world.one().visitor().post("/api/auth/setup", { token: "x", password: "y" }, { csrf: key.csrf }),
		])
			assertProblem(refused, "csrf_invalid");
		const again = world.one().visitor();
		const body = { username: name, password: key.key };
		assertProblem(await again.post("/api/auth/login", body, { csrf: "k1.nonsense" }), "csrf_invalid");
		// With the fresh value, and the cookie that came with it.
		assert.equal((await again.post("/api/auth/login", body)).status, 200);
	});

	it("leaves the session of its browser alone when the key has ended", async () => {
		const { name, visitor } = await world.newPerson();
		const { id, key, csrf } = await world.makeKey(visitor);
		await visitor.delete(`/api/auth/access-keys/${id}`);
		const refused = await visitor.post("/api/auth/login", { username: name, password: key }, { csrf });
		assertProblem(refused, "access_key_ended");
		assert.equal((await visitor.get("/api/auth/session")).status, 200);
	});

	it("still needs the header csrf", async () => {
		const account = await world.newService();
		assertProblem(await world.logIn({ ...account, csrf: "" }), "csrf_missing");
	});

	it("is on record with its key, is no new device, and is the last login of a service account alone", async () => {
		const { name, id, visitor } = await world.newPerson();
		const key = await world.makeKey(visitor);
		const before = (await administrationOf(world.one()).users.find(name)).lastLoginAt;
		await world.logIn({ name, ...key });
		const [row] = (await rowsOf(world.one(), "authn_login_success")).slice(-1);
		assert.equal(row?.user_id, id);
		assert.deepEqual(
			{ key: row?.detail.accessKeyId, known: row?.detail.known },
			{ key: key.id, known: "access_key" },
		);
		assert.equal((await administrationOf(world.one()).users.find(name)).lastLoginAt, before);
		const account = await world.newService();
		await world.logIn(account);
		assert.notEqual((await administrationOf(world.one()).users.find(account.name)).lastLoginAt, null);
	});

	it("is made, rotated and ended on record in the session of its user", async () => {
		const { id, visitor } = await world.newPerson();
		const key = await world.makeKey(visitor);
		await visitor.post(`/api/auth/access-keys/${key.id}/rotate`, {});
		await visitor.delete(`/api/auth/access-keys/${key.id}`);
		const rows = await rowsOf(world.one(), "access_key_created", "access_key_ended");
		const sessions = rows.filter(({ user_id }) => user_id === id).map(({ session_id }) => session_id);
		assert.deepEqual(sessions, Array(3).fill((await ownSession(visitor)).id));
	});

	it("is refused as a bearer token, and never looked up there", async () => {
		const account = await world.newService();
		const authorization = `Bearer ${account.key}`;
		assertProblem(await world.one().visitor().get("/api/auth/session", { authorization }), "invalid_token");
	});

	for (const [setting, refused] of [
		["none", ["person", "demoted", "admin", "service"]],
		["admins", ["person", "demoted"]],
	] as const)
		it(`is refused with a key whose user may have none since the setting is ${setting}, and so is a renewal`, async (test) => {
			const { users } = administrationOf(world.one());
			const [person, demoted, admin] = [
				await world.newPerson(),
				await world.newPerson(),
				await world.newPerson(),
			];
			for (const { name } of [demoted, admin]) await users.setRole(name, "admin");
			const programs = new Map<string, Key & { name: string }>();
			for (const [who, { name, visitor }] of Object.entries({ person, demoted, admin }))
				programs.set(who, { name, ...(await world.makeKey(visitor)) });
			programs.set("service", await world.newService());
			await users.setRole(demoted.name, "user");
			const logins = new Map<string, Answer>();
			for (const [who, program] of programs) logins.set(who, await world.logIn(program));
			world.travel(6000);
			const settings = { ...cheap, SALLYPORT_ACCESS_KEYS: setting, SALLYPORT_BASE_URL: world.one().baseUrl };
			const later = await startTestService({ databaseUrl: await database.url(), settings });
			test.after(() => later.stop());
			later.travel(6000);
			// Past the load balancer, whose address the base URL is.
			const at = createVisitor(`http://127.0.0.1:${later.port}`);
			const logIn = ({ name, key, csrf }: Omit<Key, "id"> & { name: string }) =>
				at.post("/api/auth/login", { username: name, password: key }, { csrf });
			for (const [who, program] of programs) {
				const bearer = bearerOf(logins.get(who) as Answer);
				const renewed = await at.post("/api/auth/renew", {}, bearer);
				const again = await logIn(program);
				const isRefused = refused.some((each) => each === who);
				for (const answer of [renewed, again])
					if (isRefused) assertProblem(answer, "forbidden");
					else assert.equal(answer.status, 200, `${who}: ${answer.text}`);
				// Only the proof of the key tells that its user may have none.
				const unknown = { ...program, key: accessKeyForm.make(systemRandom) };
				assertProblem(await logIn(unknown), "invalid_credentials");
			}
			// A renewal has a row of its own, by its session; logins are counted in that of the first.
			const rows = (await rowsOf(later, "authz_fail")).slice(-refused.length - 1);
			const ids = [refused[0], ...refused].map((who) => programs.get(who)?.id);
			assert.deepEqual(rows.map(({ detail }) => detail.accessKeyId).toSorted(), ids.toSorted());
			assert.ok(rows.every(({ user_id }) => user_id !== null));
		});
});
