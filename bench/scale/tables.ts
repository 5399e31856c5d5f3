/** The tables of docs/scale.md, by name. Users are those who log in on that day; times of the day are seconds after nine. */
import { percent } from "../lib/statistics.ts";
import { markdownTable } from "../lib/table.ts";
import { figure as f, figures } from "./figures.ts";
import { simulate } from "./simulate.ts";

const sizes = [1e4, 1e6, 1e8];
const seed = 20261122;
/** Of a status list; a login that meets so many taken entries in a row closes it (status-list-entries.ts). */
const [ENTRIES, MISSES] = [2 ** 20, 12];

const about = (value: number) =>
	Number(value.toPrecision(2)).toLocaleString("en-GB", { maximumFractionDigits: 4 });

function triesAt(users: number): (time: number) => number {
	const bell = f("peak") / (600 * Math.sqrt(2 * Math.PI));
	const rest = (1 - f("peak")) / (f("spread") * 3600);
	const tries = (users * f("logins")) / (1 - f("wrong"));
	return (time) => tries * (bell * Math.exp(-((time / 600) ** 2) / 2) + rest);
}

function needsOf(users: number): Array<[need: string, value: number]> {
	const [wrong, tokens, tries] = [f("wrong"), f("tokens"), triesAt(users)(0)];
	const [logins, atWork, sessions] = [tries * (1 - wrong), users * f("atWork"), users * f("logins")];
	const [checks, renewals] = [atWork / f("pause"), atWork / f("renewal") / 60];
	const uses = (atWork * (1 - tokens)) / 60;
	/** In the life of a session: renewals, and what is left of a wrong password. */
	const others = (f("hours") * 60) / f("renewal") + wrong / (1 - wrong);
	const logOf = (begun: number, other: number, used: number) =>
		begun * f("loginWal") + other * f("renewalWal") + used * f("useWal");
	const log = logOf(logins, renewals + tries * wrong, uses) / 1e3;
	const logOfSession = logOf(1, others + 1, f("hours") * 60 * (1 - tokens));
	const alive = sessions * tokens * (f("peak") + ((1 - f("peak")) * 12) / f("spread"));
	const lists = 1 + Math.ceil(alive / (ENTRIES * ((MISSES + 1) / ENTRIES) ** (1 / (MISSES + 1))));
	const part = (alive * f("logouts")) / lists / ENTRIES;
	// base64url twice, as in every JWT that holds bytes; no coding gets below the entropy.
	const listSize = ((-part * Math.log2(part) - (1 - part) * Math.log2(1 - part)) * ENTRIES * 16) / 72;
	const main = (checked: number) => (logins * f("loginMain")) / 1e3 + (checked * f("checkMain")) / 1e6;
	const offline = checks * (1 - tokens);
	const instances = (checked: number) =>
		1 + Math.ceil(Math.max(main(checked) / f("busy"), tries / f("perCore") / f("cores")));
	const writing = tries * f("loginCpu") + renewals * f("renewalCpu") + uses * f("useCpu");
	const cores = writing / 1e3 + (offline * f("checkCpu")) / 1e6;
	return [
		["tries to log in a second", tries],
		["cores that hash them", tries / f("perCore")],
		["checks a second", checks],
		["instances, one to spare", instances(checks)],
		["instances, tokens verified offline", instances(offline)],
		["connections to PostgreSQL, then", instances(offline) * f("connections")],
		["commits a second", logins + renewals],
		["— % of one PostgreSQL", (100 * (logins + renewals)) / f("commits")],
		["MB of log a second", log],
		["— % of one PostgreSQL", (100 * log) / f("primaryWal")],
		["cores of PostgreSQL, then", cores],
		["— % of one PostgreSQL", (100 * cores) / f("primaryCores")],
		["GB of log a day", (sessions * logOfSession) / 1e6],
		["GB of sessions", (sessions * f("sessionDays") * f("sessionRow")) / 1e6],
		["GB of events", (sessions * (3 + others) * f("eventDays") * f("eventRow")) / 1e6],
		["status lists in use", lists],
		["kB of each", listSize / 1e3],
		["MB/s of lists, all verifiers, all changing", ((users / f("verifiers")) * lists * listSize) / 5e6],
		["% of each main thread, building lists", alive * f("logouts") * f("listMain") * 1e-4],
	];
}

/** One instance of those that these cores make; load balancers share evenly. */
function simulated(until: number, at: (users: number, time: number) => number) {
	return (users: number, cores: number, strict = false) => {
		const threads = Math.min(cores, f("cores"));
		return simulate({ threads, rate: (time) => (at(users, time) * threads) / cores, until, seed, strict });
	};
}
const nine = simulated(2_400_000, (users, time) => triesAt(users)(time / 1000 - 1200));
const restarting = (users: number) => users * f("atWork") * f("tokens");
const restart = simulated(60_000, (users) => restarting(users) / 60);

/** The least cores with which nothing is refused: a part of an instance, or whole ones; to one in a hundred. */
function leastCores(run: typeof nine, users: number, perSecond: number): number {
	let cores = Math.ceil((0.95 * perSecond) / f("perCore"));
	const whole = () => (cores < f("cores") ? cores : Math.ceil(cores / f("cores")) * f("cores"));
	while (run(users, whole(), true).refusals > 0) cores = whole() + Math.ceil(cores / 100);
	return whole();
}

const head =
	"users|cores for nine|wait p99|clients that restart|refused at first|wait p50|p99|all in after|cores to refuse none";

function simulatedRow(users: number): string[] {
	const cores = leastCores(nine, users, triesAt(users)(0));
	const all = restart(users, cores);
	const seconds = (time: number) => `${about(time / 1000)} s`;
	const begin = [about(users), about(cores), seconds(nine(users, cores).p99), about(restarting(users))];
	const waits = [percent(all.refused), ...[all.p50, all.p99, all.end].map(seconds)];
	return [...begin, ...waits, about(leastCores(restart, users, restarting(users) / 60))];
}

export function scaleTables(): Record<string, string> {
	const [first = [], ...others] = sizes.map(needsOf);
	const values = first.map(([, value], row) =>
		[value, ...others.map((each) => each[row]?.[1] ?? 0)].map(about),
	);
	const needs = first.map(([need], row) => [need, ...(values[row] ?? [])]);
	const simulation = markdownTable([head.split("|"), ...sizes.map(simulatedRow)]);
	return {
		figures: markdownTable([["figure", "value", "from"], ...figures.map(([, ...cells]) => cells)], "text"),
		needs: markdownTable([["users", ...sizes.map(about)], ...needs]),
		simulation: `${simulation}\n\nSeed: ${seed}.`,
	};
}
