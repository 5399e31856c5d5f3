// Proves: signing-keys
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { decodeProtectedHeader } from "jose";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { es, forge, opened, publishedKeys, stolenKey } from "../support/forge.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createVisitor } from "../support/visitor.ts";

const second = 1000;
const hour = 3_600_000;
const day = 24 * hour;

forEachDatabase("signing keys", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await service.addUser("ada");
	});
	after(() => service.stop());

	const kids = async (at = service) => {
		// An instance may know the keys of a second ago.
		at.travel(second);
		return (await publishedKeys(at)).map(({ kid }) => kid);
	};
	const logIn = async (at = service) => String((await at.visitor().logIn("ada", ADMIN_PASSWORD)).body?.token);
	const kidOf = (token: string) => String(decodeProtectedHeader(token).kid);
	const who = (token: string, at = service) =>
		at.visitor().get("/api/auth/session", { authorization: `Bearer ${token}` });
	const rotate = (force: boolean) => service.running.deployment.signingKeyRotation.rotate(force);

	it("are two at first: one signs, the next is published", async () => {
		const published = await kids();
		assert.equal(published.length, 2);
		assert.ok(published.includes(kidOf(await logIn())));
	});

	it("rotate without ending anything: old tokens work on, new ones are of the key that was next", async () => {
		const before = await logIn();
		const next = (await kids()).find((kid) => kid !== kidOf(before));
		assert.deepEqual(await rotate(true), { active: next, retired: [kidOf(before)] });
		const published = await kids();
		assert.equal(published.length, 3);
		const afterwards = await logIn();
		assert.equal(kidOf(afterwards), next);
		for (const token of [before, afterwards]) {
			assert.ok(published.includes(kidOf(token)));
			assert.equal((await who(token)).status, 200);
		}
	});

	it("do not rotate before every verifier can know the next one", async () => {
		await assert.rejects(rotate(false), { name: "Error", message: /access tokens is so new that/ });
		service.travel(300 * second);
		await rotate(false);
	});

	it("are removed two hours after they signed for the last time, whatever they signed", async () => {
		const old = await logIn();
		const key = await stolenKey(service);
		await rotate(true);
		const { header, claims } = opened(old);
		service.travel(2 * hour - 60 * second);
		await service.running.maintenance.run();
		assert.ok((await kids()).includes(kidOf(old)));
		service.travel(2 * 60 * second);
		await service.running.maintenance.run();
		assert.equal((await kids()).includes(kidOf(old)), false);
		const sid = opened(await logIn()).claims.sid;
		const iat = Math.floor(service.now() / 1000);
		const forged = forge(header, { ...claims, sid, iat, exp: iat + 86_400 }, es(key));
		assertProblem(await who(forged), "invalid_token");
	});

	it("rotate by themselves after ninety days", async () => {
		const before = kidOf(await logIn());
		service.travel(91 * day);
		await service.running.maintenance.run();
		const published = await kids();
		assert.ok(published.includes(before));
		assert.notEqual(kidOf(await logIn()), before);
	});

	it("rotate once where two instances find at the same moment that their time has come", async () => {
		const before = await kids();
		const active = kidOf(await logIn());
		service.travel(91 * day);
		const { signingKeyRotation, sealingKeyRotation } = service.running.deployment;
		for (const { maintain } of [signingKeyRotation, sealingKeyRotation])
			await Promise.all([maintain(), maintain()]);
		const published = await kids();
		assert.equal(published.length, 3);
		assert.ok(published.includes(active));
		const now = kidOf(await logIn());
		assert.ok(before.includes(now) && now !== active);
	});

	it("are not published from memory when they cannot be read, unless the database is away", async () => {
		await kids();
		const queries = service.running.deployment.opened.database;
		const { kid, public_jwk } = await queries
			.selectFrom("signing_keys")
			.selectAll()
			.executeTakeFirstOrThrow();
		const change = (jwk: string) =>
			queries.updateTable("signing_keys").set({ public_jwk: jwk }).where("kid", "=", kid).execute();
		await change("no key");
		service.travel(second);
		assert.equal((await service.visitor().get("/.well-known/jwks.json")).status, 500);
		await change(public_jwk);
		assert.ok((await kids()).includes(kid));
	});

	it("are read while a transaction holds the database", { timeout: 60_000 }, async () => {
		const token = await logIn();
		await service.running.deployment.audit.transact(async (_queries, record) => {
			await record({ event: "sys_startup" });
			service.travel(second);
			assert.equal((await who(token)).status, 200);
		});
	});

	it("of one instance are known to another at once", async () => {
		const settings = { ...cheap, SALLYPORT_BASE_URL: service.baseUrl };
		const twin = await startTestService({ databaseUrl: await database.url(), settings });
		try {
			const url = `http://127.0.0.1:${twin.port}`;
			twin.travel(service.now() - twin.now());
			await fetch(`${url}/.well-known/jwks.json`);
			await rotate(true);
			service.travel(second);
			twin.travel(second);
			const authorization = `Bearer ${await logIn()}`;
			const answer = await fetch(`${url}/api/auth/session`, { headers: { authorization } });
			assert.equal(answer.status, 200);

			// It signs with a key that is sealed under one that it has not read yet.
			await twin.running.maintenance.stop();
			await service.running.deployment.administration.keys.replaceSealingKeys();
			await rotate(true);
			twin.travel(second);
			const visitor = createVisitor(url);
			assert.equal((await visitor.logIn("ada", ADMIN_PASSWORD)).status, 200);
		} finally {
			await twin.stop();
		}
	});
});
