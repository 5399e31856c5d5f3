// Proves: sealing-keys
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { createRotateSecret, SecretNotAnnounced } from "../../src/platform/keys/rotate-secret.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { createKeyring } from "../../src/platform/lib/seal.ts";
import { tokenOf, usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { bearerOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createVisitor } from "../support/visitor.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const newSecret = () => randomBytes(48).toString("base64");

onSqlite("keys that seal", (database) => {
	const current = newSecret();
	const next = newSecret();
	let one: TestService;
	let other: TestService;
	/** One base URL, as instances behind one proxy have. */
	const shared = { ...cheap, SALLYPORT_BASE_URL: "http://localhost:8400" };
	const start = async (secrets: Record<string, string>) =>
		startTestService({ databaseUrl: await database.url(), settings: { ...shared, ...secrets } });
	const visitorOf = ({ port }: TestService) => createVisitor(`http://localhost:${port}`);
	before(async () => {
		one = await start({ SALLYPORT_SECRET: current });
		other = await start({ SALLYPORT_SECRET: current });
		await one.addUser("ada");
	});
	after(async () => {
		await one.stop();
		await other.stop();
	});

	/** Everything that was handed out before; each is used afterwards. */
	async function handOut() {
		const browser = visitorOf(one);
		await browser.logIn("ada", ADMIN_PASSWORD, { session: true });
		const csrf = await one.copiedCsrf(browser);
		const token = bearerOf(await visitorOf(one).logIn("ada", ADMIN_PASSWORD));
		const unknownDevice = visitorOf(one);
		await unknownDevice.get("/api/auth/csrf");
		const name = `invited-${randomBytes(4).toString("hex")}`;
		const { setupLink } = await usersOf(one).add({ name, role: "user", passwordHash: null });
		return async (service: TestService) => {
			assert.equal((await visitorOf(service).get("/api/auth/session", token)).status, 200);
			const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
			assert.equal((await visitorOf(service).get("/api/auth/session", { cookie })).status, 200);
			const login = { username: "ada", password: ADMIN_PASSWORD };
			assert.equal((await visitorOf(service).post("/api/auth/login", login, { csrf })).status, 200);
			const visit = {
				csrf: unknownDevice.csrf ?? "",
				cookie: [...unknownDevice.cookies].map((pair) => pair.join("=")).join("; "),
			};
			assert.equal((await visitorOf(service).post("/api/auth/login", login, visit)).status, 200);
			assert.notEqual(setupLink, null);
			// A known device is recognised by the budget in the answer.
			const known = await visitorOf(service).post("/api/auth/login", login, {
				csrf: visit.csrf,
				cookie: `${visit.cookie}; ${cookie}`,
			});
			assert.match(known.headers.get("ratelimit") ?? "", /^"client"/);
			return tokenOf(setupLink);
		};
	}

	it("rotate in steps: what they have sealed stays good, on every instance", async () => {
		await assert.rejects(one.running.deployment.sealingKeyRotation.rotate(), /so new that/);
		const use = await handOut();
		one.travel(3 * minute);
		other.travel(3 * minute);
		await one.running.maintenance.run();
		await other.running.maintenance.run();
		const before = one.running.deployment.keyring.activeKid();
		const { active, retired } = await one.running.deployment.sealingKeyRotation.rotate();
		assert.deepEqual(retired, [before]);
		// The other one has not heard of it yet: it seals with the old key and opens what the new one has sealed.
		await use(one);
		await use(other);
		const byNew = await handOut();
		await byNew(other);
		await other.running.maintenance.run();
		assert.equal(other.running.deployment.keyring.activeKid(), active);
		const setup = { token: await use(other), password: "five words nobody else has" };
		assert.equal((await visitorOf(other).post("/api/auth/setup", setup)).status, 200);
	});

	it("are forgotten when nothing that they have sealed can live, and rotate by themselves when their time has come", async () => {
		const { keyring, opened } = one.running.deployment;
		const before = keyring.activeKid();
		one.travel(91 * day);
		await one.running.maintenance.run();
		assert.notEqual(keyring.activeKid(), before);
		one.travel(91 * day);
		await one.running.maintenance.run();
		const kids = await opened.database.selectFrom("sealing_keys").select("kid").execute();
		assert.ok(!kids.some(({ kid }) => kid === before));
		await other.stop();
		other = await start({ SALLYPORT_SECRET: current });
	});

	// Proves: deployment-secret
	describe("and the secret above them", () => {
		it("is not replaced while an instance that runs does not know the new one", async () => {
			const { audit } = one.running.deployment;
			await other.running.maintenance.run();
			const rotate = createRotateSecret({ transact: audit.transact, clock: () => other.now() });
			const [from, to] = [current, next].map((secret) => createKeyring(secret, systemRandom));
			assert.ok(from && to);
			await assert.rejects(rotate(from, to), (error: unknown) => {
				return error instanceof SecretNotAnnounced && error.instances.length >= 1;
			});
		});

		it("is replaced when all know the new one; what was issued stays valid, before and after the next start", async () => {
			await one.stop();
			await other.stop();
			const both = { SALLYPORT_SECRET: current, SALLYPORT_SECRET_NEXT: next };
			one = await start(both);
			other = await start(both);
			for (const each of [one, other]) await each.running.maintenance.run();
			const use = await handOut();
			const { audit, clock } = one.running.deployment;
			const rotate = createRotateSecret({ transact: audit.transact, clock });
			await rotate(createKeyring(current, systemRandom), createKeyring(next, systemRandom));
			await use(one);
			for (const each of [one, other]) await each.running.maintenance.run();
			await use(other);
			// Later sealing keys stand under the new secret, also those made by instances that started with the old one.
			await one.running.deployment.sealingKeyRotation.rotate(true);
			await other.running.maintenance.run();
			await use(other);

			await other.stop();
			await assert.rejects(start({ SALLYPORT_SECRET: current }), /sealed under another one/);
			other = await start({ SALLYPORT_SECRET: next });
			await use(other);
			assertProblem(await visitorOf(other).get("/api/auth/session"), "unauthenticated");
		});
	});
});
