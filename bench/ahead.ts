/**
 * Where a peer is ahead of Sallyport in a run. Which rows there are is counted; why is written by hand, and only what has been
 * measured or read in the peer's code.
 */
import type { Result, SubjectFacts } from "./compare/result.ts";
import { showNumber, spreadOf } from "./compare/spread.ts";

export interface Ahead {
	what: string;
	/** "express 160, Sallyport 130" */
	figures: string;
	/** Whether the ranges of the rounds meet: then the order of the two is chance. */
	withinNoise: boolean;
	/** Empty: none is known. */
	reason: string;
}

interface Scenario {
	what: string;
	unit: string;
	better: "more" | "less";
	rounds(result: Result, subject: SubjectFacts): number[];
}

const OWN = "sallyport-sqlite";

const scenarios: Scenario[] = [
	...(["token", "cookie"] as const).map(
		(mode): Scenario => ({
			what: `logins, ${mode}`,
			unit: "/s",
			better: "more",
			rounds: ({ login }, { name }) => perSecond(login.logins[name]?.[mode].rounds),
		}),
	),
	{
		what: "p99 of a login, token",
		unit: " ms",
		better: "less",
		rounds: ({ login }, { name }) => (login.logins[name]?.token.rounds ?? []).map(({ p99 }) => p99),
	},
	...(["cookie", "token"] as const).map(
		(mode): Scenario => ({
			what: `checks, ${mode}`,
			unit: "/s",
			better: "more",
			rounds: ({ check }, { name }) => perSecond(check.checks[name]?.[mode].rounds),
		}),
	),
	{
		what: "flood: checks",
		unit: "/s",
		better: "more",
		rounds: (result, { name }) => inFlood(result, name).map(({ checksPerSecond }) => checksPerSecond),
	},
	{
		what: "flood: p99 of a check",
		unit: " ms",
		better: "less",
		rounds: (result, { name }) => inFlood(result, name).map(({ p99 }) => p99),
	},
	{
		what: "flood: logins done",
		unit: " %",
		better: "more",
		rounds: (result, { name }) =>
			inFlood(result, name).map(({ loginsDone, loginsTried }) => (100 * loginsDone) / loginsTried),
	},
	{
		what: "start to first login",
		unit: " ms",
		better: "less",
		rounds: ({ footprint }, { name }) => (footprint[name]?.rounds ?? []).map(({ firstLogin }) => firstLogin),
	},
	{
		what: "memory at rest",
		unit: " MB",
		better: "less",
		rounds: ({ footprint }, { name }) => (footprint[name]?.rounds ?? []).map(({ idle }) => idle),
	},
	{
		what: "memory under load",
		unit: " MB",
		better: "less",
		rounds: ({ footprint }, { name }) => (footprint[name]?.rounds ?? []).map(({ loaded }) => loaded),
	},
	{
		what: "clean install",
		unit: " s",
		better: "less",
		rounds: ({ install }, { source }) =>
			(install.installs[source ?? "sallyport"]?.rounds ?? []).map(({ seconds }) => seconds),
	},
	{
		what: "installed",
		unit: " MB",
		better: "less",
		rounds: ({ install }, { source }) =>
			(install.installs[source ?? "sallyport"]?.rounds ?? []).map(({ megabytes }) => megabytes),
	},
];

/** By "scenario: peer", or by the scenario for all peers. */
const reasons: Record<string, string> = {
	"logins, token":
		"Both hash as fast; the rest is what a login does besides. Theirs is one row that is not flushed to the disk (better-sqlite3 is built so), with no throttle and no record of it. Ours counts the attempt before the password is looked at, ends what is too much, records it, and is on the disk when it is answered: 2.7 ms of the main thread beside 9.9 ms of hashing, on processors that both share.",
	"logins, cookie": "As with tokens.",
	"p99 of a login, token":
		"Sixteen wait at the same time, so whoever does fewer a second lets them wait longer.",
	"flood: p99 of a check":
		"No check waits where there is hardly any: compare the checks per second, and the logins that were done.",
	"start to first login":
		"It has no threads for hashing to start (it shares those of Node with files and DNS), no tables to bring up to date, no schemas to compile.",
	"memory at rest": "Two hashing threads are 36 MB; docs/decisions/0006-start-and-memory.md.",
	"memory under load": "As at rest.",
	installed:
		"Node itself comes along: 189 MB of the 234 of an install by hand without what development needs. Why this run counts more is open.",
	"clean install": "Fewer packages: ours bring Node 24, the driver of PostgreSQL, and the pages.",
};

export function whereAhead(result: Result): Ahead[] {
	const own = result.subjects.find(({ name }) => name === OWN);
	if (own === undefined) return [];
	return scenarios.flatMap((scenario) => {
		const { what, unit, better } = scenario;
		const ours = spreadOf(scenario.rounds(result, own));
		if (ours === null) return [];
		const seen = new Set<string>();
		return result.subjects.flatMap((peer): Ahead[] => {
			const theirs = spreadOf(scenario.rounds(result, peer));
			if (peer.source === null || theirs === null) return [];
			const isAhead = better === "more" ? theirs.median > ours.median : theirs.median < ours.median;
			// Two subjects of one product have one install.
			const title = what === "clean install" || what === "installed" ? peer.source : peer.title;
			if (!isAhead || seen.has(title)) return [];
			seen.add(title);
			return [
				{
					what,
					figures: `${title} ${showNumber(theirs.median)}${unit}, Sallyport ${showNumber(ours.median)}${unit}`,
					withinNoise: theirs.least <= ours.most && ours.least <= theirs.most,
					reason: reasons[`${what}: ${peer.name}`] ?? reasons[what] ?? "",
				},
			];
		});
	});
}

const perSecond = (rounds: ReadonlyArray<{ perSecond: number }> = []) =>
	rounds.map((round) => round.perSecond);

const inFlood = ({ peersFlood }: Result, name: string) =>
	(peersFlood.floods[name]?.rounds ?? []).map(({ flood }) => flood);
