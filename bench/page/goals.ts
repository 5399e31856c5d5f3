/**
 * The goals of the design. A run is judged here; why a goal is missed is written by hand, and only what has been
 * measured.
 */
import { ratio } from "../compare/rows.ts";
import { median, showNumber } from "../lib/statistics.ts";
import type { Rows } from "../lib/table.ts";
import { bareOf } from "../scenarios/check.ts";
import { rawOf } from "../scenarios/login.ts";
import type { Result } from "./result.ts";

/** The goal, what is wanted, the figure of the run, and whether it is met; null: not measured. */
type Goal = [what: string, goal: string, figure: string, met: boolean | null];

/** By the text of `what`. Shown where a run misses the goal. */
const reasons: Record<string, string> = {
	"logins/s, token":
		"The raw loop has both processors for itself. Beside it a login takes some two ms of the main thread to its 8 ms of hashing, half of it in SQLite, and the load generator its part. The hashing threads ran or waited for a processor in 96 % of the time: none waited for work.",
	"logins/s, cookie": "As with tokens.",
	"cookie check, SQLite":
		"Node's own HTTP is the 100 %; Fastify and our headers make it 83 %, the check itself the rest: docs/decisions/0012-what-a-check-costs.md.",
	"bearer check, SQLite": "As with cookies.",
	"cookie check, PostgreSQL":
		"PostgreSQL works on the same two processors; what a query costs the service itself is in docs/decisions/0013-what-a-query-costs.md.",
	"bearer check, PostgreSQL": "As with cookies; a token's row is longer by the place in its status list.",
	"flood of 200: p99 of a check":
		"In the same flood, a server that does nothing takes 2.0 to 2.5 times as long as quietly: the kernel gives the processor of the main thread to a hash for up to 4 ms (docs/decisions/0039-what-is-left-of-p99-in-a-flood.md). Seconds in which the machine itself halted are left out (bench/README.md).",
	"flood of 200: passwords verified/s":
		"As with logins: an answer to the flood costs the main thread two milliseconds, and what is beside a hash slows it down (docs/decisions/0011-what-waits-for-the-disk.md).",
	"resident at rest":
		"A bare Node 24 is 45 MB; what was tried is in docs/decisions/0006-start-and-memory.md.",
};

const OWN = "sallyport-sqlite";
const ON_POSTGRES = "sallyport-postgres";

function atLeast(what: string, least: number, part: number | null, of: string): Goal {
	const figure = part === null ? "not measured" : `${(100 * part).toFixed(1)} %`;
	return [what, `≥ ${Math.round(100 * least)} % of ${of}`, figure, part === null ? null : part >= least];
}

/** Null: NaN in a kept result, which is JSON. */
function atMost(what: string, most: number, unit: string, value: number | null): Goal {
	const isKnown = value !== null && !Number.isNaN(value);
	const figure = isKnown ? `${showNumber(value)}${unit}` : "not measured";
	return [what, `≤ ${most}${unit}`, figure, isKnown ? value <= most : null];
}

function judgeGoals({ login, check, subjects, ownFlood, footprint, install }: Result): Goal[] {
	const hashing = subjects.find(({ name }) => name === OWN)?.hashing;
	const raw = hashing === undefined ? null : rawOf(login.raw, hashing);
	const own = login.logins[OWN];
	const bare = bareOf(check.bare);
	const checkGoal = (what: string, name: string, mode: "token" | "cookie", least: number) =>
		atLeast(what, least, ratio(check.checks[name]?.[mode].rounds ?? [], bare), "bare node:http");
	const known = [ownFlood.logins.byCsrf.flood, ownFlood.logins.byDevice.flood];
	const done = Math.min(...known.map(({ part }) => part));
	const starts = footprint[OWN]?.rounds ?? [];
	const installs = install.installs["sallyport-checkout"]?.rounds ?? [];
	const compiled = installs.flatMap((each) => each.compiled).join(", ") || "nothing";
	const compiledHere: [figure: string, met: boolean | null] =
		installs.length === 0 ? ["not measured", null] : [compiled, compiled === "nothing"];
	return [
		atLeast("logins/s, token", 0.95, ratio(own?.token.rounds ?? [], raw), "the raw hash loop"),
		atLeast("logins/s, cookie", 0.95, ratio(own?.cookie.rounds ?? [], raw), "the raw hash loop"),
		checkGoal("cookie check, SQLite", OWN, "cookie", 0.75),
		checkGoal("bearer check, SQLite", OWN, "token", 0.75),
		checkGoal("cookie check, PostgreSQL", ON_POSTGRES, "cookie", 0.5),
		checkGoal("bearer check, PostgreSQL", ON_POSTGRES, "token", 0.5),
		atMost("flood of 200: p99 of a check", 2, "× its quiet value", ownFlood.checkSlowdown),
		atLeast("flood of 200: logins of known devices done", 0.99, done, "those tried"),
		atMost("flood of 200: their p99", 1000, " ms", Math.max(...known.map(({ p99 }) => p99 ?? Number.NaN))),
		atLeast("flood of 200: passwords verified/s", 0.95, ownFlood.hashing.alone.ofRaw, "the raw hash loop"),
		atMost("start to first login", 500, " ms", median(starts.map(({ firstLogin }) => firstLogin))),
		atMost("resident at rest", 100, " MB", median(starts.map(({ idle }) => idle))),
		atMost("clean install of the checkout", 30, " s", median(installs.map(({ seconds }) => seconds))),
		["compiled at install", "nothing", ...compiledHere],
	];
}

export function goalRows(result: Result): Rows {
	const rows = judgeGoals(result).map(([what, goal, figure, isMet]) => [
		what,
		goal,
		figure,
		isMet === null ? "–" : isMet ? "yes" : "no",
		isMet === false ? (reasons[what] ?? "") : "",
	]);
	return [["goal", "wanted", "this run", "met", "reason"], ...rows];
}
