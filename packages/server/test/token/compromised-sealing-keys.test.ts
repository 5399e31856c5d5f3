// At length: an attacker knows a secret of the service, which is then replaced.
/** An attacker knows the secret and the database: what the commands of the incident leave of the sealing keys. */
// Proves: stolen-secret
import assert from "node:assert/strict";
import { it } from "node:test";
import { findUserByUsername } from "../../src/identity/user/user-store.ts";
import { createSetupLinks } from "../../src/operations/setup-link/create-setup-link.ts";
import { listSealingKeys } from "../../src/platform/keys/key-store.ts";
import { createSealingKeyring } from "../../src/platform/keys/sealing-keyring.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { createKeyring } from "../../src/platform/lib/seal.ts";
import { tokenOf } from "../support/administration.ts";
import { forEachDatabase } from "../support/databases.ts";
import { opened, stolenSealingKeys } from "../support/forge.ts";
import { cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { createStolenSecretWorld, currentSecret, newPassword } from "../support/stolen-secret-world.ts";

forEachDatabase("sealing keys that an attacker knows", (database) => {
	const world = createStolenSecretWorld(database);
	const { both, one, userName, newUser, start, visitorOf, run, command } = world;
	const { guess, untilRefused, handOut, assertHealed, eventsOf, failing } = world;

	// Proves: sealing-keys
	it("forge a known device for each guess, until they are replaced: then ten guesses are looked at in all", async () => {
		await newUser();
		// So that there is a retired one, too.
		await command("key rotate --sealing --force");
		const stolen = await stolenSealingKeys(one(), currentSecret);
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

	// Proves: sealing-keys
	it("leave CSRF tokens and devices that heal, no open setup link, and signing keys that sign on", async () => {
		await newUser();
		const given = await handOut();
		const token = given.bearer.authorization.slice("Bearer ".length);
		await command("key rotate --sealing --compromised");
		await untilRefused(given.csrf);
		await assertHealed(given);
		both.push(await start({ SALLYPORT_SECRET: currentSecret }));
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
			() => [createKeyring(currentSecret, systemRandom)],
			Buffer.alloc(32),
			systemRandom,
		);
		late.load(await listSealingKeys(queries));
		const { csrf } = await handOut();
		await command("key rotate --sealing --compromised");
		await untilRefused(csrf);
		const user = await findUserByUsername(queries, userName());
		assert.ok(user);
		const lateLinks = createSetupLinks({ ...deployment, keyring: late });
		const { address: link } = await deployment.audit.transact((each, record) =>
			lateLinks.create(each, record, user),
		);
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
});
