/**
 * Imports users of another system with their password hashes, each of which is replaced at its user's next login.
 *
 * Reads one line at a time, writes a few hundred users per transaction with their audit events, and keeps only the usernames
 * in memory. An interrupted import leaves complete batches.
 */

import { analyzeUsers, findTakenUsernames } from "../../identity/user/user-store.ts";
import type { Platform } from "../../platform/platform.ts";
import { checkUser } from "./check-user.ts";
import { createFindMisfits } from "./find-misfits.ts";
import { createTally, type ImportReport } from "./import-report.ts";
import { type Candidate, createInsertImported } from "./insert-imported.ts";
import type { Row } from "./read-rows.ts";

/** Users per transaction, which must be short because others wait for it. */
const BATCH = 500;

export interface ImportOptions {
	/** Write nothing. */
	dryRun: boolean;
	/** Of a username that already exists. */
	onConflict: "refuse" | "skip";
	/** Called after each batch with the totals so far. */
	onProgress?: (totals: { read: number; imported: number }) => void;
}

export async function importUsers(
	platform: Pick<Platform, "opened" | "audit" | "clock" | "random" | "keyring">,
	rows: AsyncIterable<Row>,
	{ dryRun, onConflict, onProgress }: ImportOptions,
): Promise<ImportReport> {
	const { opened, clock } = platform;
	const { database, dialect } = opened;
	const insert = createInsertImported(platform);
	const tally = createTally();
	/** Canonical username → line. */
	const seen = new Map<string, number>();
	const findMisfits = createFindMisfits(database);
	let batch: Candidate[] = [];
	let imported = 0;

	for await (const row of rows) {
		const user = "mistake" in row ? row : checkUser(row.given, clock());
		if ("mistake" in user) {
			tally.refused(row.line, user.mistake);
			continue;
		}
		const earlier = seen.get(user.username);
		if (earlier !== undefined) {
			tally.refused(row.line, `username is that of line ${earlier}`);
			continue;
		}
		seen.set(user.username, row.line);
		batch.push({ ...user, line: row.line });
		if (batch.length === BATCH) await flush();
	}
	await flush();
	if (!dryRun && imported > 0 && dialect === "postgres") await analyzeUsers(database);
	return tally.report();

	async function flush(): Promise<void> {
		const names = batch.map(({ username }) => username);
		const taken = await findTakenUsernames(database, names);
		const misfits = await findMisfits(batch.filter(({ username }) => !taken.has(username)));
		const fitting = batch.filter((user) => !taken.has(user.username) && !misfits.has(user));
		if (!dryRun) for (const username of await insert(fitting)) taken.add(username);
		for (const user of batch) {
			const misfit = misfits.get(user);
			if (misfit !== undefined) tally.refused(user.line, misfit);
			else if (!taken.has(user.username)) {
				tally.imported(user);
				imported += 1;
			} else if (onConflict === "skip") tally.skipped();
			else tally.refused(user.line, "username is taken by a user of this service");
		}
		batch = [];
		onProgress?.({ read: seen.size, imported });
	}
}
