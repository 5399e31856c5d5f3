import type { Config } from "../../platform/config/config.ts";
import { describeStore, fileMode, freeSpace } from "../../platform/database/describe-store.ts";
import { pendingMigrations } from "../../platform/database/migrations/migrate.ts";
import type { OpenedDatabase } from "../../platform/database/open.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { type Check, failed, ok, warning } from "./check.ts";
import { mebibytes } from "./check-runtime.ts";

const MEBIBYTE = 1_048_576;

/** Whether the database has its tables, keeps commits after a power cut, and has room. Rejects when it is unavailable. */
export async function checkDatabase(config: Config, opened: OpenedDatabase, clock: Clock): Promise<Check[]> {
	const { product, undurable, clock: storeClock } = await describeStore(opened);
	const checks = [ok("database", `${product} answers`)];
	const pending = await pendingMigrations(opened);
	checks.push(
		pending.length === 0
			? ok("tables", "up to date")
			: warning(
					"tables",
					`not migrated yet: ${pending.join(", ")}`,
					"sallyport serve or sallyport migrate does it.",
				),
	);
	checks.push(
		undurable === null
			? ok(
					"durability",
					opened.dialect === "sqlite" ? "write-ahead log, synchronous full" : "commits are durable",
				)
			: warning(
					"durability",
					`a power cut may bring back ended sessions: ${undurable}`,
					"Turn the durability settings of the database on again.",
				),
	);
	if (storeClock !== null) checks.push(checkStoreClock(storeClock - clock()));
	return [...checks, ...checkFile(config.databaseUrl)];
}

function checkStoreClock(difference: number): Check {
	const seconds = Math.round(difference / 1000);
	if (Math.abs(seconds) <= 5) return ok("database clock", "agrees with this machine");
	const fact = `differs from this machine by ${seconds} s`;
	return warning(
		"database clock",
		fact,
		"Synchronize the clocks (NTP): instances that disagree end sessions too early.",
	);
}

function checkFile(databaseUrl: string): Check[] {
	const mode = fileMode(databaseUrl);
	const free = freeSpace(databaseUrl);
	const checks: Check[] = [];
	if (mode !== null && (mode & 0o077) !== 0) {
		const fact = `others may read the database file (mode ${mode.toString(8)})`;
		checks.push(warning("database file", fact, "chmod 600 the file and its -wal and -shm."));
	}
	if (free === null) return checks;
	const fact = `${mebibytes(free)} free beside the database`;
	const advice = "Free up space on that disk: when it is full, no one can log in.";
	if (free < 50 * MEBIBYTE) return [...checks, failed("disk", fact, advice)];
	return [...checks, free < 500 * MEBIBYTE ? warning("disk", fact, advice) : ok("disk", fact)];
}
