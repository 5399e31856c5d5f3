/**
 * How logins went, hour by hour: what an operator without a Prometheus sees of last night. A few dozen rows an hour for the whole
 * deployment; no user, no address.
 */
import type { HourlyCountTable } from "../database/tables-of-administration.ts";
import type { ErrorCode } from "../errors.ts";
import type { Foundation } from "../foundation.ts";
import type { ReportedResponse } from "../http/response-report.ts";
import { DAY, HOUR } from "../lib/clock.ts";
import type { MaintenanceTask } from "../maintenance.ts";
import { addHourlyCounts, removeHourlyCountsBefore } from "./hourly-count-store.ts";

const KEPT_FOR = 400 * DAY;

/** logins: a session began. failed: a proof was wrong. refused: throttled, overloaded, or the store was away. */
export const outcomes = ["logins", "failed", "refused"] as const;

/** Milliseconds that successful logins by password took: at most so many. */
export const times = [25, 50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800] as const;
const SLOWER = "slower";

/** The name of the count of logins that took as long. */
export const nameOfTime = (most: number | undefined): string => `took_${most ?? SLOWER}`;

const PASSWORD = "/api/auth/login";
const ways = new Set([
	PASSWORD,
	"/api/auth/login/second-factor",
	"/api/auth/login/passkey",
	"/api/auth/login/totp/activate",
	"/api/auth/login/new-passkey",
]);
const failures: ReadonlySet<ErrorCode> = new Set([
	"invalid_credentials",
	"second_factor_invalid",
	"passkey_unknown",
	"passkey_invalid",
]);
const refusals: ReadonlySet<ErrorCode> = new Set(["rate_limited", "overloaded", "store_unavailable"]);

type Report = (response: ReportedResponse) => void;

/** `basePath`: the prefix of the base URL, which routes have. */
export function createHourlyCounts(
	{ clock, opened: { unsynced: database } }: Pick<Foundation, "clock" | "opened">,
	basePath: string,
) {
	let counted = new Map<string, HourlyCountTable>();

	function count(name: string): void {
		const hour = Math.floor(clock() / HOUR) * HOUR;
		const key = `${hour} ${name}`;
		const known = counted.get(key);
		if (known === undefined) counted.set(key, { hour, name, count: 1 });
		else known.count += 1;
	}

	/** What an instance that is killed had counted since then is lost. */
	async function write(): Promise<void> {
		const counts = [...counted.values()];
		if (counts.length === 0) return;
		counted = new Map();
		try {
			await addHourlyCounts(database, counts);
		} catch (error) {
			for (const each of counts) {
				const key = `${each.hour} ${each.name}`;
				counted.set(key, { ...each, count: each.count + (counted.get(key)?.count ?? 0) });
			}
			throw error;
		}
	}

	const maintenance: MaintenanceTask[] = [
		{ run: write, stop: write },
		{ run: () => removeHourlyCountsBefore(database, clock() - KEPT_FOR) },
	];
	function countResponse({ route, status, code, took }: ReportedResponse): void {
		const path = route?.startsWith(basePath) ? route.slice(basePath.length) : route;
		if (path === null || !ways.has(path)) return;
		if (code === null && status < 400) {
			count("logins");
			if (path === PASSWORD) count(nameOfTime(times.find((most) => took <= most)));
		} else if (code !== null && failures.has(code)) count("failed");
		else if (code !== null && refusals.has(code)) count("refused");
	}

	return {
		/** Counts besides what `others` do with a response. */
		counting: (others: Report = () => {}): Report => {
			return (response) => {
				others(response);
				countResponse(response);
			};
		},
		/** What this instance has counted until now, for one who looks at the counts; others write theirs every half minute. */
		write,
		maintenance,
	};
}
