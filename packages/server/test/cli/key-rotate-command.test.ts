// Proves: deployment-secret
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { sql } from "kysely";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, type Run } from "../support/command.ts";
import { eventually } from "../support/interleave.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createVisitor } from "../support/visitor.ts";

let folder: string;
let service: TestService;
let run: Run;
let file: string;
const settings = () => ({ ...cheap, SALLYPORT_SECRET: "", SALLYPORT_DATABASE_URL: `sqlite:${file}` });

before(async () => {
	folder = mkdtempSync(join(tmpdir(), "sallyport-rotate-"));
	file = join(folder, "rotate.db");
	service = await startTestService({ settings: settings() });
	await service.addUser("ada");
	run = createHostedRunner(settings());
});
after(async () => {
	await service.stop();
	rmSync(folder, { recursive: true, force: true });
});

it("replaces the secret beside the database while the service runs, and no user is logged out", async () => {
	const browser = await service.loggedIn("ada");
	const csrf = await service.copiedCsrf(browser);
	const old = readFileSync(`${file}.secret`, "utf8");
	// The service that runs would find it there at its next start.
	await service.running.maintenance.run();
	const { code, out, err } = await run("key rotate --secret");
	assert.deepEqual([code, err], [0, ""]);
	assert.match(out, /The secret is replaced/);
	assert.notEqual(readFileSync(`${file}.secret`, "utf8"), old);
	assert.equal(statSync(`${file}.secret`).mode & 0o777, 0o600);

	await service.running.maintenance.run();
	const login = { username: "ada", password: ADMIN_PASSWORD };
	assert.equal((await service.visitor().post("/api/auth/login", login, { csrf })).status, 200);
	assert.equal((await run("key rotate --sealing --force")).code, 0);
	await service.running.maintenance.run();
	assert.equal((await service.visitor().post("/api/auth/login", login, { csrf })).status, 200);
	assert.equal((await run("key list")).code, 0);
});

it("recovers from a crash between the database and the file, whichever was first", async () => {
	const current = readFileSync(`${file}.secret`, "utf8");
	// The new secret was written, the database not yet moved.
	writeFileSync(`${file}.secret.next`, `${randomBytes(48).toString("base64")}\n`, { mode: 0o600 });
	assert.equal((await run("user list")).code, 0);
	// The database has moved, the file not yet.
	assert.equal((await run("key rotate --secret")).code, 0);
	const next = readFileSync(`${file}.secret`, "utf8");
	assert.notEqual(next, current);
	writeFileSync(`${file}.secret`, current);
	writeFileSync(`${file}.secret.next`, next, { mode: 0o600 });
	assert.equal((await run("user list")).code, 0);
	rmSync(`${file}.secret.next`);
	const lost = await run("user list");
	assert.equal(lost.code, 1);
	assert.match(lost.err, /sealed under another one/);
	writeFileSync(`${file}.secret`, next);
});

it("replaces a secret beside the database that an attacker knows, with all sealing keys", async () => {
	const browser = await service.loggedIn("ada");
	const csrf = await service.copiedCsrf(browser);
	const login = { username: "ada", password: ADMIN_PASSWORD };
	const old = readFileSync(`${file}.secret`, "utf8");
	const { code, out, err } = await run("key rotate --secret --compromised --json");
	assert.deepEqual([code, err], [0, ""]);
	const { sealing, signing } = JSON.parse(out) as Record<string, { active: string; [gone: string]: unknown }>;
	for (const [active, gone] of [
		[sealing?.active ?? "", sealing?.deleted],
		[signing?.active ?? "", signing?.removed],
	] as Array<[string, string[]]>)
		assert.ok(gone.length >= 2 && !gone.includes(active));
	const current = readFileSync(`${file}.secret`, "utf8");
	assert.notEqual(current, old);
	await eventually(
		async () => (await service.visitor().post("/api/auth/login", login, { csrf })).status === 403,
	);
	assert.equal((await browser.get("/api/auth/session")).status, 200);
	service.travel(10_000);
	assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD)).status, 200);

	writeFileSync(`${file}.secret`, old);
	assert.match((await run("user list")).err, /sealed under another one/);
	// As a crash between the database and the file leaves it.
	writeFileSync(`${file}.secret.next`, current, { mode: 0o600 });
	assert.equal((await run("user list")).code, 0);
	rmSync(`${file}.secret.next`);
	writeFileSync(`${file}.secret`, current);
	const again = await startTestService({ settings: { ...settings(), SALLYPORT_BASE_URL: service.baseUrl } });
	try {
		const visitor = createVisitor(`http://localhost:${again.port}`);
		assert.equal((await visitor.logIn("ada", ADMIN_PASSWORD)).status, 200);
	} finally {
		await again.stop();
	}
});

for (const words of ["key rotate --secret", "key rotate --secret --compromised"])
	it(`reaches a service that has the same secret from a setting: ${words}`, async () => {
		for (const setting of ["SALLYPORT_SECRET", "SALLYPORT_SECRET_FILE"]) {
			const value = readFileSync(`${file}.secret`, "utf8").trim();
			const { SALLYPORT_SECRET: _, ...bare } = settings();
			const own = setting === "SALLYPORT_SECRET" ? value : `${file}.secret`;
			const more = { ...bare, SALLYPORT_SECRET: "", [setting]: own };
			const other = await startTestService({ settings: more });
			try {
				await other.running.maintenance.run();
				const { code, err } = await run(words);
				assert.deepEqual([code, err], [0, ""]);
				other.travel(1000);
				await other.running.maintenance.run();
				assert.equal((await createVisitor(other.baseUrl).logIn("ada", ADMIN_PASSWORD)).status, 200);
				assert.equal((await run("key rotate --sealing --force")).code, 0);
				await other.running.maintenance.run();
			} finally {
				await other.stop();
			}
			const again = await startTestService({ settings: more });
			try {
				assert.equal((await createVisitor(again.baseUrl).logIn("ada", ADMIN_PASSWORD)).status, 200);
			} finally {
				await again.stop();
			}
			const { checks } = (await run("doctor --json", { more: { [setting]: own } })).json() as {
				checks: Array<{ name: string; status: string; advice: string | null }>;
			};
			const found = checks.find(({ name }) => name === "secret fits");
			assert.deepEqual(
				[found?.status, found?.advice],
				setting === "SALLYPORT_SECRET" ? ["warning", "Remove SALLYPORT_SECRET."] : ["ok", null],
			);
		}
	});

/** Fails in its transaction, when both files are there. */
async function interrupted(words: string) {
	const { database } = service.running.deployment.opened;
	const failure = "begin select raise(abort, 'interrupted by this test'); end";
	const when = "when new.event = 'secret_rotated'";
	await sql.raw(`create trigger failing before insert on audit_events ${when} ${failure}`).execute(database);
	const ran = await run(words);
	await sql.raw("drop trigger failing").execute(database);
	return ran;
}

it("finishes at the next start, or when it runs again, what was killed between the database and the file", async () => {
	const inForce = readFileSync(`${file}.secret`, "utf8");
	const killed = () => {
		writeFileSync(`${file}.secret.next`, readFileSync(`${file}.secret`, "utf8"), { mode: 0o600 });
		writeFileSync(`${file}.secret`, `${randomBytes(48).toString("base64")}\n`);
	};
	killed();
	const again = await startTestService({ settings: settings() });
	await again.stop();
	assert.equal(readFileSync(`${file}.secret`, "utf8"), inForce);
	killed();
	assert.match((await interrupted("key rotate --secret")).err, /interrupted by this test/);
	assert.equal(readFileSync(`${file}.secret`, "utf8"), inForce);
	killed();
	const { code, err } = await run("key rotate --secret");
	assert.deepEqual([code, err], [0, ""]);
	assert.notEqual(readFileSync(`${file}.secret`, "utf8"), inForce);
	assert.equal(existsSync(`${file}.secret.next`), false);
	assert.equal((await run("user list")).code, 0);
});

it("never uses the secret of an attempt that failed, which an attacker with the folder has as well", async () => {
	const stolen = `${randomBytes(48).toString("base64")}\n`;
	writeFileSync(`${file}.secret.next`, stolen, { mode: 0o600 });
	assert.equal((await run("key rotate --secret --compromised")).code, 0);
	assert.notEqual(readFileSync(`${file}.secret`, "utf8"), stolen);
	const current = readFileSync(`${file}.secret`, "utf8");

	const failed = await interrupted("key rotate --secret --compromised");
	assert.match(failed.err, /interrupted by this test/);
	assert.equal(existsSync(`${file}.secret.next`), false);
	assert.equal(readFileSync(`${file}.secret`, "utf8"), current);
	assert.equal((await run("user list")).code, 0);
});

it("is refused when it would do harm, and says what to do", async () => {
	const early = await run("key rotate --sealing");
	assert.equal(early.code, 1);
	assert.match(early.err, /or use --force/);
	const twice = await run("key rotate --secret --sealing");
	assert.equal(twice.code, 2);
	const given = { SALLYPORT_SECRET: readFileSync(`${file}.secret`, "utf8").trim() };
	const unannounced = await run("key rotate --secret", { more: given });
	assert.equal(unannounced.code, 1);
	assert.match(unannounced.err, /SALLYPORT_SECRET_NEXT/);
	const same = await run("key rotate --secret", {
		more: { ...given, SALLYPORT_SECRET_NEXT: given.SALLYPORT_SECRET },
	});
	assert.match(same.err, /in force already/);
	const next = { ...given, SALLYPORT_SECRET_NEXT: "another secret of this test, long enough" };
	const unknowing = await run("key rotate --secret", { more: next });
	assert.equal(unknowing.code, 1);
	assert.match(unknowing.err, /do not know the new secret yet/);
});
