/**
 * Where a peer is ahead of Sallyport in a run. Which rows there are is counted; why is written by hand, and only what has been
 * measured or read in the peer's code.
 */
import type { SubjectFacts } from "../compare/subject-facts.ts";
import { median, showNumber } from "../lib/statistics.ts";
import type { Rows } from "../lib/table.ts";
import type { Weather } from "../scenarios/peers-flood.ts";
import type { Mode } from "../subjects/protocols.ts";
import type { Result } from "./result.ts";

type Rounds = (result: Result, subject: SubjectFacts) => number[] | undefined;
type Figure = [what: string, unit: string, better: "more" | "less", rounds: Rounds];

const OWN = "sallyport-sqlite";

const logins = ({ login }: Result, { name }: SubjectFacts, mode: Mode) => login.logins[name]?.[mode].rounds;
const checks = ({ check }: Result, { name }: SubjectFacts, mode: Mode) =>
	check.checks[name]?.[mode].rounds.map(({ perSecond }) => perSecond);
const floods = ({ peersFlood }: Result, { name }: SubjectFacts, of: (flood: Weather) => number) =>
	peersFlood.floods[name]?.rounds.map(({ flood }) => of(flood));
const starts = ({ footprint }: Result, { name }: SubjectFacts) => footprint[name]?.rounds;
const installs = ({ install }: Result, { source }: SubjectFacts) =>
	install.installs[source ?? "sallyport"]?.rounds;

const figures: Figure[] = [
	["logins, token", "/s", "more", (...of) => logins(...of, "token")?.map(({ perSecond }) => perSecond)],
	["logins, cookie", "/s", "more", (...of) => logins(...of, "cookie")?.map(({ perSecond }) => perSecond)],
	["p99 of a login, token", " ms", "less", (...of) => logins(...of, "token")?.map(({ p99 }) => p99)],
	["checks, cookie", "/s", "more", (...of) => checks(...of, "cookie")],
	["checks, token", "/s", "more", (...of) => checks(...of, "token")],
	["flood: checks", "/s", "more", (...of) => floods(...of, ({ checksPerSecond }) => checksPerSecond)],
	["flood: p99 of a check", " ms", "less", (...of) => floods(...of, ({ p99 }) => p99)],
	[
		"flood: logins done",
		" %",
		"more",
		(...of) => floods(...of, (each) => (100 * each.loginsDone) / each.loginsTried),
	],
	["start to first login", " ms", "less", (...of) => starts(...of)?.map(({ firstLogin }) => firstLogin)],
	["memory at rest", " MB", "less", (...of) => starts(...of)?.map(({ idle }) => idle)],
	["memory under load", " MB", "less", (...of) => starts(...of)?.map(({ loaded }) => loaded)],
	["clean install", " s", "less", (...of) => installs(...of)?.map(({ seconds }) => seconds)],
	["installed", " MB", "less", (...of) => installs(...of)?.map(({ megabytes }) => megabytes)],
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
		const ours = rounds(result, own) ?? [];
		const seen = new Set<string>();
		return result.subjects.flatMap((peer) => {
			const theirs = rounds(result, peer) ?? [];
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
