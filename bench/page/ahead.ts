/**
 * Where a peer is ahead of Sallyport in a run. Which rows there are is counted; why is written by hand, and only what has been
 * measured or read in the peer's code.
 */
import type { Measured } from "../compare/interleave.ts";
import type { SubjectFacts } from "../compare/stage.ts";
import { median, showNumber } from "../lib/statistics.ts";
import type { Rows } from "../lib/table.ts";
import type { SubjectInFlood } from "../scenarios/peers-flood.ts";
import type { Mode } from "../subjects/protocols.ts";
import type { Result } from "./result.ts";

type Rounds = (result: Result, subject: SubjectFacts) => number[];
type Figure = [what: string, unit: string, better: "more" | "less", rounds: Rounds];

const OWN = "sallyport-sqlite";

const of = <Round>(measured: Measured<Round> | undefined, figure: (round: Round) => number): number[] =>
	(measured?.rounds ?? []).map(figure);
const inLogins =
	(mode: Mode, figure: "perSecond" | "p99"): Rounds =>
	({ login }, { name }) =>
		of(login.logins[name]?.[mode], (loaded) => loaded[figure]);
const inChecks =
	(mode: Mode): Rounds =>
	({ check }, { name }) =>
		of(check.checks[name]?.[mode], ({ perSecond }) => perSecond);
const inFlood =
	(figure: (flood: SubjectInFlood["flood"]) => number): Rounds =>
	({ peersFlood }, { name }) =>
		of(peersFlood.floods[name], ({ flood }) => figure(flood));
const inFootprint =
	(figure: "firstLogin" | "idle" | "loaded"): Rounds =>
	({ footprint }, { name }) =>
		of(footprint[name], (round) => round[figure]);
const inInstall =
	(figure: "seconds" | "megabytes"): Rounds =>
	({ install }, { source }) =>
		of(install.installs[source ?? "sallyport"], (round) => round[figure]);

const figures: Figure[] = [
	["logins, token", "/s", "more", inLogins("token", "perSecond")],
	["logins, cookie", "/s", "more", inLogins("cookie", "perSecond")],
	["p99 of a login, token", " ms", "less", inLogins("token", "p99")],
	["checks, cookie", "/s", "more", inChecks("cookie")],
	["checks, token", "/s", "more", inChecks("token")],
	["flood: checks", "/s", "more", inFlood(({ checksPerSecond }) => checksPerSecond)],
	["flood: p99 of a check", " ms", "less", inFlood(({ p99 }) => p99)],
	["flood: logins done", " %", "more", inFlood((flood) => (100 * flood.loginsDone) / flood.loginsTried)],
	["start to first login", " ms", "less", inFootprint("firstLogin")],
	["memory at rest", " MB", "less", inFootprint("idle")],
	["memory under load", " MB", "less", inFootprint("loaded")],
	["clean install", " s", "less", inInstall("seconds")],
	["installed", " MB", "less", inInstall("megabytes")],
];

/** By what is compared. */
const reasons: Record<string, string> = {
	"logins, token":
		"Both hash as fast; the rest is what a login does besides. Theirs writes one row that is not flushed to the disk (better-sqlite3 is built that way), without throttling and without an audit event. Ours counts the attempt before it checks the password, enforces the limit of sessions, records an event, and is on the disk when it is answered: some two ms of the main thread beside 8 ms of hashing, on processors that all of them share.",
	"logins, cookie": "As with tokens.",
	"p99 of a login, token":
		"Sixteen wait at the same time, so a service that does fewer a second lets them wait longer.",
	"flood: p99 of a check":
		"Checks do not wait where there are hardly any: compare the checks per second, and the logins done.",
	"start to first login":
		"It has no tables to bring up to date, no keys to open under a secret, and no schemas to compile.",
	"memory at rest":
		"A bare Node 24 is 45 MB of both; the schemas of the contract, metrics and the query builder are what it does not load.",
	"memory under load": "As at rest.",
};

/** A row for each figure and peer; none when no peer is ahead. */
export function whereAhead(result: Result): Rows {
	const own = result.subjects.find(({ name }) => name === OWN);
	if (own === undefined) return [];
	const rows = figures.flatMap(([what, unit, better, rounds]) => {
		const ours = rounds(result, own);
		const seen = new Set<string>();
		return result.subjects.flatMap((peer) => {
			const theirs = rounds(result, peer);
			if (peer.source === null || theirs.length === 0 || ours.length === 0) return [];
			const [one, other] = [median(theirs), median(ours)];
			// Two subjects of one product have one install.
			const title = what.includes("install") ? peer.source : peer.title;
			if ((better === "more" ? one <= other : one >= other) || seen.has(title)) return [];
			seen.add(title);
			const compared = `${title} ${showNumber(one)}${unit}, Sallyport ${showNumber(other)}${unit}`;
			const meet = Math.min(...theirs) <= Math.max(...ours) && Math.min(...ours) <= Math.max(...theirs);
			const reason = reasons[what] ?? "";
			return [[what, compared, meet ? `The ranges overlap: no difference is shown. ${reason}` : reason]];
		});
	});
	return rows.length === 0 ? [] : [["", "figures", "reason"], ...rows];
}
