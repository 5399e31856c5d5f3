/**
 * The goals of the design. What a run has measured is judged here; why a goal is missed is written by hand, and only what
 * has been measured.
 */
import type { Loaded } from "./compare/load.ts";
import type { Result } from "./compare/result.ts";
import { showNumber } from "./compare/spread.ts";
import { median } from "./lib/median.ts";
import { bareOf, ratio, rawOf } from "./page/ratios.ts";

export interface Goal {
	what: string;
	goal: string;
	/** In this run. */
	figure: string;
	/** null: not measured. */
	met: boolean | null;
	/** Empty: none is known, or none is needed. */
	reason: string;
}

/** By the text of `what`. Shown where a run misses the goal. */
const reasons: Record<string, string> = {
	"logins/s, token":
		"The raw loop has both processors for itself. Beside it a login takes 2.7 ms of the main thread to its 9.9 ms of hashing, half of it in SQLite, and the load generator its part. The hashing threads ran or waited for a processor in 96 % of the time: none waited for work.",
	"logins/s, cookie": "As with tokens.",
	"cookie check, SQLite":
		"Node's own HTTP is the 100 %; Fastify and our headers make it 83 %, the check itself the rest: docs/decisions/0012-what-a-check-costs.md.",
	"bearer check, SQLite": "As with cookies.",
	"cookie check, PostgreSQL":
		"PostgreSQL works on the same two processors; what a query costs the service itself is in docs/decisions/0013-what-a-query-costs.md.",
	"bearer check, PostgreSQL": "As with cookies; a token's row is longer by the place in its status list.",
	"flood of 200: p99 of a check":
		"A check waits for the main thread, which spends two milliseconds on each answer to the flood, on two processors that the generators share. A figure far above 2 tells of a stall of the host: four runs by themselves on the same day gave 1.5, 1.6, 2.1 and 2.2.",
	"flood of 200: passwords verified/s":
		"As with logins: an answer to the flood costs the main thread two milliseconds, and what is beside a hash slows it down (docs/decisions/0011-what-waits-for-the-disk.md).",
	"start to first login": "It was 437 ms in the run before, on the same machine when it was quieter.",
	"resident at rest":
		"A bare Node 24 is 45 MB and each hashing thread 18 MB; what was tried is in docs/decisions/0006-start-and-memory.md.",
};

const OWN = "sallyport-sqlite";
const ON_POSTGRES = "sallyport-postgres";
const percent = (part: number) => `${(100 * part).toFixed(1)} %`;

export function judgeGoals(result: Result): Goal[] {
	return [...credentialGoals(result), ...floodGoals(result), ...footprintGoals(result)].map((goal) => ({
		...goal,
		reason: goal.met === false ? (reasons[goal.what] ?? "") : "",
	}));
}

type Judged = Omit<Goal, "reason">;

function atLeast(what: string, least: number, part: number | null, of: string): Judged {
	const figure = part === null ? "not measured" : percent(part);
	return {
		what,
		goal: `≥ ${Math.round(100 * least)} % of ${of}`,
		figure,
		met: part === null ? null : part >= least,
	};
}

function atMost(what: string, most: number, unit: string, value: number | null): Judged {
	const isMissing = value === null || Number.isNaN(value);
	return {
		what,
		goal: `≤ ${most}${unit}`,
		figure: isMissing ? "not measured" : `${showNumber(value)}${unit}`,
		met: isMissing ? null : value <= most,
	};
}

function credentialGoals({ login, check, subjects }: Result): Judged[] {
	const hashing = subjects.find(({ name }) => name === OWN)?.hashing;
	const raw = hashing === undefined ? null : rawOf(login.raw, hashing);
	const own = login.logins[OWN];
	const bare = bareOf(check.bare);
	const checks = (name: string, mode: "token" | "cookie"): Loaded[] =>
		check.checks[name]?.[mode].rounds ?? [];
	const checkGoal = (what: string, name: string, mode: "token" | "cookie", least: number) =>
		atLeast(what, least, ratio(checks(name, mode), bare), "bare node:http");
	return [
		atLeast("logins/s, token", 0.95, ratio(own?.token.rounds ?? [], raw), "the raw hash loop"),
		atLeast("logins/s, cookie", 0.95, ratio(own?.cookie.rounds ?? [], raw), "the raw hash loop"),
		checkGoal("cookie check, SQLite", OWN, "cookie", 0.75),
		checkGoal("bearer check, SQLite", OWN, "token", 0.75),
		checkGoal("cookie check, PostgreSQL", ON_POSTGRES, "cookie", 0.5),
		checkGoal("bearer check, PostgreSQL", ON_POSTGRES, "token", 0.5),
	];
}

function floodGoals({ ownFlood }: Result): Judged[] {
	const known = ownFlood?.logins.byDevice?.flood ?? null;
	const byCsrf = ownFlood?.logins.byCsrf.flood ?? null;
	const worst = (
		of: (logins: { part: number; p99: number }) => number,
		pick: (...values: number[]) => number,
	) => (byCsrf === null ? null : pick(of(byCsrf), known === null ? of(byCsrf) : of(known)));
	return [
		atMost("flood of 200: p99 of a check", 2, "× its quiet value", ownFlood?.checkSlowdown ?? null),
		atLeast(
			"flood of 200: logins of known devices done",
			0.99,
			worst(({ part }) => part, Math.min),
			"those tried",
		),
		atMost(
			"flood of 200: their p99",
			1000,
			" ms",
			worst(({ p99 }) => p99, Math.max),
		),
		atLeast(
			"flood of 200: passwords verified/s",
			0.95,
			ownFlood?.hashing.alone.ofRaw ?? null,
			"the raw hash loop",
		),
	];
}

function footprintGoals({ footprint, install }: Result): Judged[] {
	const rounds = footprint[OWN]?.rounds ?? [];
	const installs = install.installs["sallyport-checkout"]?.rounds ?? [];
	const compiled = installs.flatMap((each) => each.compiled);
	return [
		atMost("start to first login", 500, " ms", median(rounds.map(({ firstLogin }) => firstLogin))),
		atMost("resident at rest", 100, " MB", median(rounds.map(({ idle }) => idle))),
		atMost("clean install of the checkout", 30, " s", median(installs.map(({ seconds }) => seconds))),
		{
			what: "compiled at install",
			goal: "nothing",
			figure: installs.length === 0 ? "not measured" : compiled.join(", ") || "nothing",
			met: installs.length === 0 ? null : compiled.length === 0,
		},
	];
}
