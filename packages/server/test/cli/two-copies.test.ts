// At length: it copies whole deployments.
/** Two processes that fill the same database at the same time. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { backUp } from "../../src/operations/transfer/back-up.ts";
import { restore } from "../../src/operations/transfer/restore.ts";
import { loadConfig } from "../../src/platform/config/config.ts";
import { systemClock as clock } from "../../src/platform/lib/clock.ts";
import { systemRandom as random } from "../../src/platform/lib/random.ts";
import { allRows, assertSameRows } from "../support/all-rows.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createTestDatabase, forEachEmptyDatabase } from "../support/databases.ts";
import { startTestService } from "../support/service.ts";

forEachEmptyDatabase("of two restores into one database", (target) => {
	it("the later one completes, and the earlier one stops without a row of its own", async (t) => {
		const settings = { ...cheap, SALLYPORT_SECRET: "a secret of this test, long enough to be one" };
		const given = async (databaseUrl: Promise<string>) => {
			const config = loadConfig({ ...settings, SALLYPORT_DATABASE_URL: await databaseUrl });
			return { config, clock, random };
		};
		const source = createTestDatabase("sqlite");
		const folder = mkdtempSync(join(tmpdir(), "sallyport-two-"));
		t.after(async () => {
			rmSync(folder, { recursive: true });
			await source.remove();
		});
		const service = await startTestService({ databaseUrl: await source.url(), settings });
		await service.addUser("ada");
		await service.stop();
		const file = join(folder, "backup.db");
		await backUp(await given(source.url()), file, { withSecret: false });

		const into = await given(target.url());
		let completed = false;
		const onProgress = async () => {
			await restore(into, file, { withSecret: false });
			completed = true;
		};
		await assert.rejects(restore(into, file, { withSecret: false, onProgress }), { code: "target_busy" });
		assert.ok(completed);
		assertSameRows(await allRows(await target.url()), await allRows(await source.url()));
	});
});
