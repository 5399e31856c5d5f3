import assert from "node:assert/strict";
import { it } from "node:test";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { releaseMigrationLock, withMigrationLock } from "./migration-lock.ts";
import { withMigrationTables } from "./migration-records.ts";

forEachDatabase("migration lock", ({ open }) => {
	it("goes to the next when its lease has run out, and is lost to the holder before", async () => {
		const database = withMigrationTables(await open());
		const onWait = () => assert.fail("no other instance holds the lock");
		const lockOf = (holder: string, now = 0) => ({ database, holder, clock: () => now, onWait });
		const take = (holder: string, now: number) => withMigrationLock(lockOf(holder, now), async () => {});
		const holds = (holder: string) =>
			assert.rejects(take(holder === "first" ? "second" : "first", 50_000), /no other instance/);

		await take("first", 0);
		await take("first", 20_001);
		await holds("first");

		await take("second", 50_001);
		await holds("second");

		await releaseMigrationLock(lockOf("first"));
		await holds("second");
		await releaseMigrationLock(lockOf("second"));
		await take("third", 50_001);
	});

	it("keeps every other instance out while a migration is running, even past its lease", async () => {
		const [one, two] = [await open(), await open()].map(withMigrationTables);
		assert.ok(one && two);
		const events: string[] = [];
		let taken: Promise<unknown> | undefined;
		const slow = { database: one, holder: "slow", clock: () => 1_000_000, onWait: () => {} };
		const late = { database: two, holder: "late", clock: () => 9_000_000, onWait: () => {} };
		await withMigrationLock(slow, async (queries) => {
			taken = withMigrationLock(late, async () => events.push("taken"));
			for (let step = 0; step < 5; step += 1) {
				await new Promise(setImmediate);
				await queries.selectFrom("schema_migrations").select("name").execute();
			}
			events.push("migrated");
		});
		await taken;
		assert.deepEqual(events, ["migrated", "taken"]);
	});
});
