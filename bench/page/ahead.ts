/**
 * Where a peer is ahead of Sallyport in a run. Which rows there are is counted; why is written by hand, and only what has been
 * measured or read in the peer's code.
 */
import type { Measured } from "../compare/interleave.ts";
import type { SubjectFacts } from "../compare/stage.ts";
import { median, showNumber } from "../lib/statistics.ts";
import type { Rows } from "../lib/table.ts";
import type { Result } from "./result.ts";

interface Figure {
	what: string;
	unit: string;
	better: "more" | "less";
	rounds(result: Result, subject: SubjectFacts): number[];
}

const OWN = "sallyport-sqlite";

const of = <Round>(measured: Measured<Round> | undefined, figure: (round: Round) => number): number[] =>
	(measured?.rounds ?? []).map(figure);

const figures: Figure[] = [
	...(["token", "cookie"] as const).map(
		(mode): Figure => ({
			...{ what: `logins, ${mode}`, unit: "/s", better: "more" },
			rounds: ({ login }, { name }) => of(login.logins[name]?.[mode], ({ perSecond }) => perSecond),
		}),
	),
	{
		...{ what: "p99 of a login, token", unit: " ms", better: "less" },
		rounds: ({ login }, { name }) => of(login.logins[name]?.token, ({ p99 }) => p99),
	},
	...(["cookie", "token"] as const).map(
		(mode): Figure => ({
			...{ what: `checks, ${mode}`, unit: "/s", better: "more" },
			rounds: ({ check }, { name }) => of(check.checks[name]?.[mode], ({ perSecond }) => perSecond),
		}),
	),
	{
		...{ what: "flood: checks", unit: "/s", better: "more" },
		rounds: ({ peersFlood }, { name }) => of(peersFlood.floods[name], ({ flood }) => flood.checksPerSecond),
	},
	{
		...{ what: "flood: p99 of a check", unit: " ms", better: "less" },
		rounds: ({ peersFlood }, { name }) => of(peersFlood.floods[name], ({ flood }) => flood.p99),
	},
	{
		...{ what: "flood: logins done", unit: " %", better: "more" },
		rounds: ({ peersFlood }, { name }) =>
			of(peersFlood.floods[name], ({ flood }) => (100 * flood.loginsDone) / flood.loginsTried),
	},
	...(
		[
			["start to first login", " ms", "firstLogin"],
			["memory at rest", " MB", "idle"],
			["memory under load", " MB", "loaded"],
		] as const
	).map(
		([what, unit, figure]): Figure => ({
			...{ what, unit, better: "less" },
			rounds: ({ footprint }, { name }) => of(footprint[name], (round) => round[figure]),
		}),
	),
	...(
		[
			["clean install", " s", "seconds"],
			["installed", " MB", "megabytes"],
		] as const
	).map(
		([what, unit, figure]): Figure => ({
			...{ what, unit, better: "less" },
			rounds: ({ install }, { source }) =>
				of(install.installs[source ?? "sallyport"], (round) => round[figure]),
		}),
	),
];

/** By "scenario: peer", or by the scenario for all peers. */
const reasons: Record<string, string> = {
	"logins, token":
		"Both hash as fast; the rest is what a login does besides. Theirs is one row that is not flushed to the disk (better-sqlite3 is built so), with no throttle and no record of it. Ours counts the attempt before the password is looked at, ends what is too much, records it, and is on the disk when it is answered: 2.7 ms of the main thread beside 9.9 ms of hashing, on processors that both share.",
	"logins, cookie": "As with tokens.",
	"p99 of a login, token":
		"Sixteen wait at the same time, so a service that does fewer a second lets them wait longer.",
	"flood: p99 of a check":
		"No check waits where there is hardly any: compare the checks per second, and the logins that were done.",
	"start to first login":
		"It has no threads for hashing to start (it shares those of Node with files and DNS), no tables to bring up to date, no schemas to compile.",
	"memory at rest": "Two hashing threads are 36 MB; docs/decisions/0006-start-and-memory.md.",
	"memory under load": "As at rest.",
	installed:
		"The run was made while Node came along (189 MB); a machine's own Node ≥ 24 is used since (docs/decisions/0020-the-node-that-comes-along.md). Why it counts more than the 234 MB of an install by hand is open.",
	"clean install":
		"Fewer packages: ours bring the driver of PostgreSQL and the pages, and in this run Node 24.",
};

/** A row for each figure and peer; none when no peer is ahead. */
export function whereAhead(result: Result): Rows {
	const own = result.subjects.find(({ name }) => name === OWN);
	if (own === undefined) return [];
	const rows = figures.flatMap((figure) => {
		const ours = figure.rounds(result, own);
		const seen = new Set<string>();
		return result.subjects.flatMap((peer) => {
			const theirs = figure.rounds(result, peer);
			if (peer.source === null || theirs.length === 0 || ours.length === 0) return [];
			const [one, other] = [median(theirs), median(ours)];
			// Two subjects of one product have one install.
			const title = figure.what.includes("install") ? peer.source : peer.title;
			if ((figure.better === "more" ? one <= other : one >= other) || seen.has(title)) return [];
			seen.add(title);
			const show = (value: number) => `${showNumber(value)}${figure.unit}`;
			const meet = Math.min(...theirs) <= Math.max(...ours) && Math.min(...ours) <= Math.max(...theirs);
			const reason = reasons[`${figure.what}: ${peer.name}`] ?? reasons[figure.what] ?? "";
			return [
				[
					figure.what,
					`${title} ${show(one)}, Sallyport ${show(other)}`,
					meet ? `The ranges overlap: no difference is shown. ${reason}` : reason,
				],
			];
		});
	});
	return rows.length === 0 ? [] : [["", "figures", "reason"], ...rows];
}
