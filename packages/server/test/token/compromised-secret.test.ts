// At length: an attacker knows a secret of the service, which is then replaced.
/** An attacker knows the secret and the database: one command replaces the secret, the sealing keys and the signing keys. */
// Proves: stolen-secret
import assert from "node:assert/strict";
import { it } from "node:test";
import { openExistingDeployment } from "../../src/open-deployment.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { tokenOf } from "../support/administration.ts";
import { onSqlite } from "../support/databases.ts";
import { opened, stolenSealingKeys } from "../support/forge.ts";
import { eventually } from "../support/interleave.ts";
import { assertProblem } from "../support/problem.ts";
import { operatorOf } from "../support/scrape.ts";
import { ADMIN_PASSWORD, type TestService } from "../support/service.ts";
import { createStolenSecretWorld, currentSecret, newPassword } from "../support/stolen-secret-world.ts";

const next = "the secret that takes its place, long enough";
const replace = "key rotate --secret --compromised";
const announced = { SALLYPORT_SECRET_NEXT: next };

onSqlite("sealing keys, where an attacker knows the secret above them,", (database) => {
	const world = createStolenSecretWorld(database);
	const { both, one, userName, newUser, start, startBoth, visitorOf, run, command } = world;
	const { guess, untilRefused, handOut, assertGood, assertHealed, failing } = world;

	it("are not replaced while an instance does not know the next secret, and nothing changes", async () => {
		await newUser();
		const given = await handOut();
		const { code, err } = await run(replace, announced);
		assert.equal(code, 1);
		assert.match(err, /do not know the new secret yet/);
		await assertGood(given);
	});

	it("stay as they were when the command is interrupted at its last step", async () => {
		await startBoth({ SALLYPORT_SECRET: currentSecret, ...announced });
		await newUser();
		const given = await handOut();
		// Secret and sealing keys are replaced by then, and the signing keys deleted.
		const repair = await failing("insert", "audit_events", "new.event = 'signing_key_compromised'");
		const { code, err } = await run(replace, announced);
		assert.equal(code, 1);
		assert.match(err, /interrupted by this test/);
		await repair();
		for (const service of both) await service.running.maintenance.run();
		await assertGood(given);
		const setup = { token: tokenOf(given.setupLink), password: newPassword };
		assert.equal((await visitorOf(one()).post("/api/auth/setup", setup)).status, 200);
		await startBoth({ SALLYPORT_SECRET: currentSecret });
		await assertGood(given);
		await startBoth({ SALLYPORT_SECRET: currentSecret, ...announced });
	});

	it("are replaced together: the old secret opens nothing, and the new one starts", async () => {
		await newUser();
		const given = await handOut();
		const stolen = await stolenSealingKeys(one(), currentSecret);
		const published = async () => (await visitorOf(one()).get("/.well-known/jwks.json")).text;
		const { kid } = opened(given.bearer.authorization.slice("Bearer ".length)).header;
		assert.ok((await published()).includes(String(kid)));
		await command(replace, announced);
		await untilRefused(given.csrf);
		// Instances may know the signing keys of ten seconds ago.
		for (const service of both) service.travel(10_000);
		await assertHealed(given);
		for (const service of both)
			assertProblem(await visitorOf(service).get("/api/auth/session", given.bearer), "invalid_token");
		assert.ok(!(await published()).includes(String(kid)));
		const looked = (await guess(stolen, 10)).filter(({ code }) => code === "invalid_credentials");
		assert.equal(looked.length, 10);
		await assert.rejects(stolenSealingKeys(one(), currentSecret), /another secret/);
		await assert.rejects(start({ SALLYPORT_SECRET: currentSecret }), /sealed under another one/);
		await startBoth({ SALLYPORT_SECRET: next });
		await newUser();
		await assertGood(await handOut());
	});

	it("are forgotten by an instance that was forced and does not know the new secret, before it is restarted", async () => {
		await newUser();
		const { csrf } = await handOut();
		const stolen = await stolenSealingKeys(one(), next);
		await command(`${replace} --force`, { SALLYPORT_SECRET: next, SALLYPORT_SECRET_NEXT: currentSecret });
		await eventually(async () => {
			const login = { username: userName(), password: ADMIN_PASSWORD };
			const answers = await Promise.all(
				both.map((service) => visitorOf(service).post("/api/auth/login", login, { csrf })),
			);
			return answers.every(({ status }) => status === 500);
		});
		// Signing fails as soon as the keys are replaced; a moment later the deleted ones are forgotten.
		await eventually(async () => (await guess(stolen, 2)).every(({ policy }) => policy !== '"client"'));
		await startBoth({ SALLYPORT_SECRET: currentSecret });
		await assertGood(await handOut());
	});

	it("are read before a signing key is made, so that none is sealed with a deleted one", async () => {
		await newUser();
		const late = await start({ SALLYPORT_SECRET: currentSecret });
		both.push(late);
		await command("key rotate --sealing --compromised");
		late.travel(91 * 86_400_000);
		await late.running.maintenance.run();
		await command("key rotate --sealing --force");
		await both.pop()?.stop();
	});

	it("and are read in the transaction of a command that began before another one replaced them", async () => {
		await newUser();
		const { config } = (both[0] as TestService).running.deployment;
		const log = { info: () => {}, warn: () => {}, error: () => {} };
		const begun = await openExistingDeployment({ config, clock: Date.now, random: systemRandom, log });
		try {
			await command("key rotate --sealing --compromised");
			const { active } = await begun.audit.transact(begun.signingKeyRotation.replaceAll);
			for (const service of both) {
				service.travel(1000);
				await service.running.maintenance.run();
				const { body } = await visitorOf(service).logIn(userName(), ADMIN_PASSWORD);
				assert.equal(opened(String(body?.token)).header.kid, active);
			}
		} finally {
			await begun.close();
		}
		await command("key rotate --sealing --force");
	});

	it("are replaced although a signing key does not open, which is no longer published either", async () => {
		await newUser();
		await startBoth({ SALLYPORT_SECRET: currentSecret, ...announced });
		const { database: queries } = one().running.deployment.opened;
		await queries.updateTable("signing_keys").set({ private_jwk_sealed: "AAAA" }).execute();
		const before = (await queries.selectFrom("signing_keys").select("kid").execute()).map(({ kid }) => kid);
		const late = await start({ SALLYPORT_SECRET: currentSecret, ...announced });
		both.push(late);
		const ready = await operatorOf(late).get("/readyz");
		assert.deepEqual([ready.status, ready.body?.status], [503, "keys_unusable"]);
		await assert.rejects(late.running.maintenance.run(), /The signing key .* another secret/);
		await both.pop()?.stop();
		await command(replace, announced);
		for (const service of both) {
			service.travel(1000);
			const { text } = await visitorOf(service).get("/.well-known/jwks.json");
			for (const kid of before) assert.ok(!text.includes(kid));
		}
		await startBoth({ SALLYPORT_SECRET: next });
		await assertGood(await handOut());
	});

	it("leave an instance that cannot open what took their place without the earlier signing keys, and unfit", async () => {
		await newUser();
		for (const service of both) await visitorOf(service).get("/.well-known/jwks.json");
		const given = await handOut();
		const { kid } = opened(given.bearer.authorization.slice("Bearer ".length)).header;
		assert.equal((await operatorOf(one()).get("/readyz")).status, 200);
		await command(`${replace} --force`, { SALLYPORT_SECRET: next, SALLYPORT_SECRET_NEXT: currentSecret });
		for (const service of both) {
			service.travel(1000);
			const { status, text } = await visitorOf(service).get("/.well-known/jwks.json");
			assert.equal(status, 200);
			assert.ok(!text.includes(String(kid)));
			assertProblem(await visitorOf(service).get("/api/auth/session", given.bearer), "invalid_token");
			const ready = await operatorOf(service).get("/readyz");
			assert.deepEqual([ready.status, ready.body?.status], [503, "keys_unusable"]);
			await assert.rejects(service.running.maintenance.run(), /another secret/);
		}
		await startBoth({ SALLYPORT_SECRET: currentSecret });
		await assertGood(await handOut());
	});
});
