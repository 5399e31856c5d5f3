/** Authenticator apps live through every change of keys, and an attacker's keys open none of them afterwards. */
// Proves: factor-secrets
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { openTotpSecret, sealedTotpSecrets } from "../../src/identity/factor/sealed-totp-secrets.ts";
import { listEveryTotpSecret } from "../../src/identity/factor/totp-store.ts";
import { listSealingKeys } from "../../src/platform/keys/key-store.ts";
import { openWith } from "../../src/platform/keys/open-stored.ts";
import { createSealingKeyring } from "../../src/platform/keys/sealing-keyring.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { createKeyring } from "../../src/platform/lib/seal.ts";
import { type Authenticator, enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { onSqlite } from "../support/databases.ts";
import { ADMIN_PASSWORD, startTestService, TEST_SECRET, type TestService } from "../support/service.ts";

const nextSecret = "the next secret of this test, long enough too";

onSqlite("authenticator apps", (database) => {
	let service: TestService;
	let app: Authenticator;
	let settings: Record<string, string>;
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		await service.addUser("ada");
		app = await enrol(service, await service.loggedIn("ada"));
		const { baseUrl } = service;
		settings = {
			...cheap,
			SALLYPORT_BASE_URL: baseUrl,
			SALLYPORT_DATABASE_URL: databaseUrl,
			SALLYPORT_SECRET: TEST_SECRET,
		};
	});
	after(() => service.stop());

	async function command(words: string, more: Record<string, string> = {}): Promise<Record<string, unknown>> {
		const ran = await createHostedRunner(settings)(`${words} --json`, { more });
		assert.equal(ran.code, 0, ran.err);
		return ran.json();
	}
	/** The keys as they are in the database now, as an attacker with it and with its secret has them. */
	async function attacker(secret = TEST_SECRET) {
		const keys = createSealingKeyring(
			() => [createKeyring(secret, systemRandom)],
			Buffer.alloc(32),
			systemRandom,
		);
		keys.load(await listSealingKeys(service.running.deployment.opened.database));
		return openWith(keys.box(sealedTotpSecrets.label));
	}
	const rowOf = async (name: string) => {
		const rows = await listEveryTotpSecret(service.running.deployment.opened.database);
		const row = rows.find(({ username }) => username === name);
		assert.ok(row);
		return row;
	};
	const logIn = (code: string, name = "ada") => service.visitor().logIn(name, ADMIN_PASSWORD, { code });
	const doctor = async () => {
		const ran = await createHostedRunner(settings)("doctor --json");
		const { checks } = ran.json() as { checks: Array<{ name: string; status: string; fact: string }> };
		return (name: string) => checks.find((check) => check.name === name);
	};

	it("are right at an instance that has not read the keys of this moment yet", async () => {
		await service.running.maintenance.stop();
		for (let times = 0; times < 2; times += 1) await command("key rotate --sealing --force");
		assert.equal((await logIn(app.next())).status, 200);
		service.running.maintenance.start();
	});

	for (const words of ["key rotate --sealing --force", "key rotate --sealing --compromised"]) {
		it(`are right after ${words}, which seals them again`, async () => {
			const [before, stolen] = [await rowOf("ada"), await attacker()];
			const said = await command(words);
			await service.running.maintenance.run();
			const now = await rowOf("ada");
			assert.notEqual(now.secretSealed, before.secretSealed);
			assert.equal((await logIn(app.next())).status, 200);
			assert.notEqual(await openTotpSecret(await attacker(), now), null);
			if (!words.endsWith("--compromised")) return;
			assert.equal(await openTotpSecret(stolen, now), null, "the earlier keys");
			assert.equal(said.totpSecrets, 1);
			const { out } = await createHostedRunner(settings)(words);
			await service.running.maintenance.run();
			assert.match(out, /knows the 1 authenticator app of users.*\n.*user reset NAME --second-factor/s);
		});
	}

	it("open under the keys of the deployment only for the user they belong to", async () => {
		const row = await rowOf("ada");
		const open = await attacker();
		assert.notEqual(await openTotpSecret(open, row), null);
		assert.equal(await openTotpSecret(open, { ...row, userId: row.userId.replace(/^./, "z") }), null);
		assert.equal(await openTotpSecret(open, { ...row, id: row.id.replace(/^./, "z") }), null);
	});

	it("that do not open never leave the password as the only factor; doctor names their users", async () => {
		await service.addUser("ben");
		const other = await enrol(service, await service.loggedIn("ben"));
		assert.match((await doctor())("authenticator apps")?.fact ?? "", /^2 open under the present keys$/);
		const { secretSealed } = await rowOf("ada");
		const { database: queries } = service.running.deployment.opened;
		const { userId } = await rowOf("ben");
		const update = queries.updateTable("totp_secrets").set({ secret_sealed: secretSealed });
		await update.where("user_id", "=", userId).execute();
		assert.equal((await service.visitor().logIn("ben", ADMIN_PASSWORD)).body?.code, "second_factor_required");
		assert.equal((await logIn(other.next(), "ben")).status, 401);
		assert.equal((await logIn(app.code(), "ben")).status, 401);
		const found = (await doctor())("authenticator apps");
		assert.equal(found?.status, "failed");
		assert.match(found?.fact ?? "", /^1 of 2 do not open under the present keys, .*: ben$/);
		assert.equal((await logIn(other.recoveryCodes[0] ?? "", "ben")).status, 200);
		// A rotation passes them over.
		await command("key rotate --sealing --force");
		await service.running.maintenance.run();
		assert.equal((await service.visitor().logIn("ben", ADMIN_PASSWORD)).body?.code, "second_factor_required");
	});

	it("whose users have no recovery codes left are counted by doctor", async () => {
		assert.equal((await doctor())("two-step login")?.fact, "on for 2, of whom 0 have no recovery codes left");
		const { database: queries } = service.running.deployment.opened;
		const { userId } = await rowOf("ada");
		await queries.updateTable("recovery_codes").set({ used_at: 1 }).where("user_id", "=", userId).execute();
		assert.equal((await doctor())("two-step login")?.fact, "on for 2, of whom 1 have no recovery codes left");
	});

	it("are right under another secret, also when an attacker knows the one before", async () => {
		let current = TEST_SECRET;
		for (const words of ["--secret", "--secret --compromised"]) {
			const [stolen, next] = [await attacker(current), `${nextSecret} ${words}`];
			const said = await command(`key rotate ${words} --force`, { SALLYPORT_SECRET_NEXT: next });
			if (words.endsWith("--compromised")) {
				assert.equal((said.sealing as { totpSecrets: number }).totpSecrets, 2);
				assert.equal(await openTotpSecret(stolen, await rowOf("ada")), null);
			}
			settings = { ...settings, SALLYPORT_SECRET: next };
			current = next;
			const { SALLYPORT_BASE_URL: _, SALLYPORT_DATABASE_URL: databaseUrl, ...more } = settings;
			const again = await startTestService({ databaseUrl: databaseUrl ?? "", settings: more });
			again.travel(service.now() - again.now() + 30_000);
			const code = app.next();
			assert.equal((await again.visitor().logIn("ada", ADMIN_PASSWORD, { code })).status, 200, words);
			await again.stop();
		}
	});
});
