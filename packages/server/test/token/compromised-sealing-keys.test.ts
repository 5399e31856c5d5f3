/** A stranger knows the secret and the database: what the commands of the incident leave of the sealing keys. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSetupLinks } from "../../src/features/setup/create-setup-link.ts";
import { findUserByUsername } from "../../src/identity/user/user-store.ts";
import { openExistingDeployment } from "../../src/open-deployment.ts";
import { listSealingKeys } from "../../src/platform/keys/key-store.ts";
import { createSealingKeyring } from "../../src/platform/keys/sealing-keyring.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { createKeyring } from "../../src/platform/lib/seal.ts";
import { tokenOf } from "../support/administration.ts";
import { forEachDatabase } from "../support/databases.ts";
import { opened, stolenSealingKeys } from "../support/forge.ts";
import { eventually } from "../support/interleave.ts";
import { cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { operatorOf } from "../support/scrape.ts";
import { ADMIN_PASSWORD, type TestService } from "../support/service.ts";
import { createStolenSecretWorld, newPassword, present } from "../support/stolen-secret-world.ts";

const next = "the secret that takes its place, long enough";

forEachDatabase("sealing keys that a stranger knows", (database) => {
	const world = createStolenSecretWorld(database);
	const { both, one, userName, newUser, start, startBoth, visitorOf, run, command } = world;
	const { guess, untilRefused, handOut, assertGood, assertHealed, eventsOf, failing } = world;

	it("forge a known device for each guess, until they are replaced: then ten guesses are looked at in all", async () => {
		await newUser();
		// So that there is a retired one, too.
		await command("key rotate --sealing --force");
		const stolen = await stolenSealingKeys(one(), present);
		assert.equal(stolen.length, 3);
		for (const service of both) await service.running.maintenance.run();
		const before = await guess(stolen, 10);
		assert.deepEqual(new Set(before.map(({ code }) => code)), new Set(["invalid_credentials"]));
		assert.deepEqual(new Set(before.map(({ policy }) => policy)), new Set(['"client"']));

		const { csrf } = await handOut();
		// What else happens without a request does not hold that up, though it fails.
		const repair = await failing("update", "instances");
		await command("key rotate --sealing --compromised");
		await untilRefused(csrf);
		await repair();
		const afterwards = await guess(stolen, 10);
		const looked = afterwards.filter(({ code }) => code === "invalid_credentials");
		assert.equal(looked.length, 10);
		assert.equal(afterwards.filter(({ code }) => code === "rate_limited").length, 20);
		assert.ok(afterwards.every(({ policy }) => policy !== '"client"'));
	});

	it("leave CSRF tokens and devices that heal, no open setup link, and signing keys that sign on", async () => {
		await newUser();
		const given = await handOut();
		const token = given.bearer.authorization.slice("Bearer ".length);
		await command("key rotate --sealing --compromised");
		await untilRefused(given.csrf);
		await assertHealed(given);
		both.push(await start({ SALLYPORT_SECRET: present }));
		for (const service of both) {
			assert.equal((await visitorOf(service).get("/api/auth/session", given.bearer)).status, 200);
			assert.equal((await visitorOf(service).get("/api/auth/session", cookieOf(given.browser))).status, 200);
			const { body } = await visitorOf(service).logIn(userName(), ADMIN_PASSWORD);
			assert.equal(opened(String(body?.token)).header.kid, opened(token).header.kid);
		}
		await both.pop()?.stop();
		const [event] = await eventsOf("sealing_key_compromised").orderBy("time", "desc").execute();
		assert.equal(event?.level, "error");
		assert.equal(JSON.parse(event?.detail ?? "").links, 1);
		const ended = await eventsOf("setup_link_ended").orderBy("time", "desc").executeTakeFirst();
		const invited = await findUserByUsername(one().running.deployment.opened.database, given.invited);
		assert.equal(ended?.user_id, invited?.id);
	});

	it("may have sealed a setup link in the last moment, which the next rotation ends; a signing key is an error", async () => {
		await newUser();
		const { deployment } = one().running;
		const { database: queries } = deployment.opened;
		const late = createSealingKeyring(
			() => [createKeyring(present, systemRandom)],
			Buffer.alloc(32),
			systemRandom,
		);
		late.load(await listSealingKeys(queries));
		const { csrf } = await handOut();
		await command("key rotate --sealing --compromised");
		await untilRefused(csrf);
		const user = await findUserByUsername(queries, userName());
		assert.ok(user);
		const { audit, clock, config } = deployment;
		const lateLinks = createSetupLinks({
			database: queries,
			transact: audit.transact,
			clock,
			random: systemRandom,
			box: late.box("setup link"),
			baseUrl: config.baseUrl,
			lifetime: 60_000,
		});
		const link = await audit.transact((each, record) => lateLinks.create(each, record, user));
		await command("key rotate --sealing --force");
		const setup = { token: tokenOf(link), password: newPassword };
		assertProblem(await visitorOf(one()).post("/api/auth/setup", setup), "not_found");
		const ended = await eventsOf("setup_link_ended").where("user_id", "=", user.id).execute();
		assert.equal(ended.length, 1);

		const key = await queries.selectFrom("signing_keys").selectAll().executeTakeFirstOrThrow();
		const change = (sealed: string) =>
			queries
				.updateTable("signing_keys")
				.set({ private_jwk_sealed: sealed })
				.where("kid", "=", key.kid)
				.execute();
		await change(late.box("signing key").seal(Buffer.from("{}"), key.kid).toString("base64url"));
		const refused = await run("key rotate --sealing --force");
		assert.equal(refused.code, 1);
		assert.match(refused.err, /The signing key .* cannot be opened/);
		await change(key.private_jwk_sealed);
		await command("key rotate --sealing --force");
	});

	describe("and the secret above them", () => {
		const replace = "key rotate --secret --compromised";
		const announced = { SALLYPORT_SECRET_NEXT: next };

		it("are not replaced while an instance does not know the next secret, and nothing changes", async () => {
			await newUser();
			const given = await handOut();
			const { code, err } = await run(replace, announced);
			assert.equal(code, 1);
			assert.match(err, /do not know the new secret yet/);
			await assertGood(given);
		});

		it("stay as they were when the command is interrupted at its last step", async () => {
			await startBoth({ SALLYPORT_SECRET: present, ...announced });
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
			await startBoth({ SALLYPORT_SECRET: present });
			await assertGood(given);
			await startBoth({ SALLYPORT_SECRET: present, ...announced });
		});

		it("are replaced together: the old secret opens nothing, and the new one starts", async () => {
			await newUser();
			const given = await handOut();
			const stolen = await stolenSealingKeys(one(), present);
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
			await assert.rejects(stolenSealingKeys(one(), present), /another secret/);
			await assert.rejects(start({ SALLYPORT_SECRET: present }), /sealed under another one/);
			await startBoth({ SALLYPORT_SECRET: next });
			await newUser();
			await assertGood(await handOut());
		});

		it("are forgotten by an instance that was forced and does not know the new secret, before it is restarted", async () => {
			await newUser();
			const { csrf } = await handOut();
			const stolen = await stolenSealingKeys(one(), next);
			await command(`${replace} --force`, { SALLYPORT_SECRET: next, SALLYPORT_SECRET_NEXT: present });
			await eventually(async () => {
				const login = { username: userName(), password: ADMIN_PASSWORD };
				const answers = await Promise.all(
					both.map((service) => visitorOf(service).post("/api/auth/login", login, { csrf })),
				);
				return answers.every(({ status }) => status === 500);
			});
			// Signing fails as soon as the keys are replaced; a moment later the deleted ones are forgotten.
			await eventually(async () => (await guess(stolen, 2)).every(({ policy }) => policy !== '"client"'));
			await startBoth({ SALLYPORT_SECRET: present });
			await assertGood(await handOut());
		});

		it("are read before a signing key is made, so that none is sealed with a deleted one", async () => {
			await newUser();
			const late = await start({ SALLYPORT_SECRET: present });
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
			await startBoth({ SALLYPORT_SECRET: present, ...announced });
			const { database: queries } = one().running.deployment.opened;
			await queries.updateTable("signing_keys").set({ private_jwk_sealed: "AAAA" }).execute();
			const before = (await queries.selectFrom("signing_keys").select("kid").execute()).map(({ kid }) => kid);
			const late = await start({ SALLYPORT_SECRET: present, ...announced });
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

		it("leave an instance that cannot open what took their place without the signing keys of before, and unfit", async () => {
			await newUser();
			for (const service of both) await visitorOf(service).get("/.well-known/jwks.json");
			const given = await handOut();
			const { kid } = opened(given.bearer.authorization.slice("Bearer ".length)).header;
			assert.equal((await operatorOf(one()).get("/readyz")).status, 200);
			await command(`${replace} --force`, { SALLYPORT_SECRET: next, SALLYPORT_SECRET_NEXT: present });
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
			await startBoth({ SALLYPORT_SECRET: present });
			await assertGood(await handOut());
		});
	});
});
