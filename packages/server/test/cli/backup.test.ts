// At length: it copies whole deployments.
/** A backup of a service that is used while it is made, and what a restored one is worth: a user logs in afterwards. */
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { backUp } from "../../src/operations/transfer/back-up.ts";
import { openDatabase } from "../../src/platform/database/open.ts";
import { systemClock } from "../../src/platform/lib/clock.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { allRows, assertSameRows } from "../support/all-rows.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, type Run } from "../support/command.ts";
import { assertIntact, assertSessionsOnRecord } from "../support/crash-rows.ts";
import { createTestDatabase, forEachDatabase } from "../support/databases.ts";
import { settings as forThings, type Held, takeThings } from "../support/kept-across-copies.ts";
import { addManyEvents } from "../support/many-events.ts";
import { ADMIN_PASSWORD, freePort, startTestService, type TestService } from "../support/service.ts";

forEachDatabase("a backup", (database) => {
	let folder: string;
	let settings: Record<string, string>;
	let run: Run;
	let service: TestService;
	let held: Held;
	before(async () => {
		folder = mkdtempSync(join(tmpdir(), "sallyport-backup-"));
		const port = String(await freePort());
		settings = {
			...cheap,
			...forThings,
			SALLYPORT_BASE_URL: `http://localhost:${port}`,
			SALLYPORT_PORT: port,
			SALLYPORT_SECRET: "a secret of this test, long enough to be one",
			SALLYPORT_HASH_QUEUE: "1000",
		};
		const databaseUrl = await database.url();
		run = createHostedRunner({ ...settings, SALLYPORT_DATABASE_URL: databaseUrl });
		service = await startTestService({ databaseUrl, settings });
		// Else a round, every half minute, could change rows between a look at them and the backup.
		await service.running.maintenance.stop();
		held = await takeThings(service);
		await addManyEvents(databaseUrl, 3000);
	});
	after(async () => {
		await service.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	it("shows one moment, while users log in and out", async () => {
		let wanted = true;
		let logins = 0;
		const users = ["cleo", "dan", "eve", "fay"].map(async (name) => {
			await service.addUser(name);
			for (; wanted; logins += 1) {
				const visitor = await service.loggedIn(name);
				assert.equal((await visitor.post("/api/auth/logout")).status, 200);
			}
		});
		try {
			for (let round = 1; round <= 3; round++) {
				const before = logins;
				const file = join(folder, `under-load-${round}.db`);
				const { code, out, err } = await run(`backup ${file}`);
				assert.equal(code, 0, err);
				assert.match(
					out,
					/^Backed up .*: \d+ users, \d+ sessions \(ended ones included\), \d+ rows in all\. Verified/,
				);
				assert.ok(logins > before, "users were served while it was made");
				await assertOneMoment(file);
			}
		} finally {
			wanted = false;
			await Promise.all(users);
		}
	});

	it("holds nothing that happened after its beginning, whenever its rows are read", async () => {
		const file = join(folder, "moment.db");
		const { config } = service.running.deployment;
		const before = await allRows(await database.url());
		let batches = 0;
		await backUp({ config, clock: systemClock, random: systemRandom }, file, {
			withSecret: false,
			onProgress: async () => {
				batches += 1;
				await service.addUser(`late${batches}`);
				await service.loggedIn(`late${batches}`);
			},
		});
		assert.ok(batches > 3);
		assertSameRows(await allRows(`sqlite:${file}`), before);
		await assertOneMoment(file);
	});

	// Proves: factor-secrets
	it("fills an empty database of either kind, and users continue there", async () => {
		const file = join(folder, "kept.db");
		const rows = await allRows(await database.url());
		const { code, err } = await run(`backup ${file} --json`);
		assert.equal(code, 0, err);
		assert.equal(statSync(file).mode & 0o777, 0o600);
		// A backup may lie where nothing can be written.
		chmodSync(file, 0o400);
		await service.stop();

		for (const dialect of ["sqlite", "postgres"] as const) {
			const other = createTestDatabase(dialect);
			const databaseUrl = await other.url();
			const more = { SALLYPORT_DATABASE_URL: databaseUrl };
			const restored = await run(`restore ${file}`, { more });
			assert.equal(restored.code, 0, restored.err);
			assertSameRows(await allRows(databaseUrl), rows);
			const twice = await run(`restore ${file}`, { more });
			assert.deepEqual([twice.code, twice.out], [1, ""]);
			assert.match(twice.err, /^sallyport: .* is not empty: there are rows in its table .*\n$/);

			const service = await startTestService({ databaseUrl, settings });
			try {
				await held.assertKept();
				assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD)).status, 200);
				await service.loggedIn("ada");
			} finally {
				await service.stop();
				await other.remove();
			}
		}
		assert.deepEqual(
			readdirSync(folder).filter((name) => name.startsWith("kept")),
			["kept.db"],
		);
		service = await startTestService({ databaseUrl: await database.url(), settings });
	});
});

async function assertOneMoment(file: string): Promise<void> {
	const url = `sqlite:${file}`;
	await assertIntact(url);
	const { database, close } = await openDatabase(url);
	const sessions = await database.selectFrom("sessions").selectAll().execute();
	assertSessionsOnRecord(sessions, await database.selectFrom("audit_events").selectAll().execute());
	await close();
}
