import assert from "node:assert/strict";
import { it } from "node:test";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { isLockHeld, releaseLock, takeLock } from "./migration-lock.ts";
import { withMigrationTables } from "./migration-records.ts";

forEachDatabase("migration lock", ({ dialect, open }) => {
	it("goes to the next when its lease has run out, and is lost to the holder before", async () => {
		const database = withMigrationTables(await open());
		const onWait = () => assert.fail("there is nobody to wait for");
		const held = (holder: string) =>
			database.transaction().execute((queries) => isLockHeld(queries, holder, dialect));

		await takeLock(database, { holder: "first", clock: () => 0, onWait });
		await takeLock(database, { holder: "first", clock: () => 20_000, onWait });
		assert.equal(await held("first"), true);

		await takeLock(database, { holder: "second", clock: () => 50_000, onWait });
		assert.equal(await held("first"), false);
		assert.equal(await held("second"), true);

		await releaseLock(database, "first");
		assert.equal(await held("second"), true);
		await releaseLock(database, "second");
		await takeLock(database, { holder: "third", clock: () => 50_000, onWait });
	});

	it("keeps everybody else out while a migration is running, even past its lease", async () => {
		const [one, two] = [await open(), await open()].map(withMigrationTables);
		assert.ok(one && two);
		await takeLock(one, { holder: "slow", clock: () => 1_000_000, onWait: () => {} });
		const events: string[] = [];
		let taken: Promise<unknown> | undefined;
		await one.transaction().execute(async (queries) => {
			assert.equal(await isLockHeld(queries, "slow", dialect), true);
			taken = takeLock(two, { holder: "late", clock: () => 9_000_000, onWait: () => {} }).then(() =>
				events.push("taken"),
			);
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
