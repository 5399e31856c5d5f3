import { mebibytes } from "../../operations/examination/check.ts";
import type { Capacity } from "../capacity/measure-capacity.ts";
import type { Shortcoming } from "../capacity/propose.ts";
import { PEAK_SHARE, SECONDS_BETWEEN_CHECKS } from "../capacity/what-it-holds.ts";
import { columns, count } from "./columns.ts";

/** With a smaller share of the cores, other programs distorted the measurement. */
const QUIET = 0.8;

/** Two digits are as exact as the measurement. */
export function describeCapacity(found: Capacity): string {
	return [machine(found), hashing(found), checks(found), proposal(found), assumptions(found)].join("\n\n");
}

function machine({ machine: { cores, memory, memoryConstrained, cpuQuota }, present }: Capacity): string {
	const where = memoryConstrained || cpuQuota !== null ? "This container has" : "This machine has";
	const size = `${where} ${count(Math.round(cores * 10) / 10, "core")} and ${mebibytes(memory)} of memory.`;
	const share = present.coresUsed / Math.min(cores, present.threads * present.parallelism);
	if (share >= QUIET) return size;
	const taken = Math.round((1 - share) * 100);
	return `${size}\nOther programs took about ${taken} % of the cores meanwhile. Measure again when it is quiet.`;
}

function hashing({ present, proposal, limits }: Capacity): string {
	const fine = proposal.verdict === "fine";
	const row = (name: string, cell: (of: typeof present | typeof proposal) => string): string[] =>
		fine ? [name, cell(present)] : [name, cell(present), cell(proposal)];
	return columns([
		fine ? ["", "NOW"] : ["", "NOW", "PROPOSED"],
		row(
			"argon2id",
			({ memory, passes }) => `${mebibytes(memory * 1024)}, ${passes} ${passes === 1 ? "pass" : "passes"}`,
		),
		row("hashing threads", ({ threads }) => String(threads)),
		row("one hash, all threads busy", ({ milliseconds }) => `${about(milliseconds)} ms`),
		row("one hash, alone", (of) => ("millisecondsAlone" in of ? `${about(of.millisecondsAlone)} ms` : "")),
		row("logins a second", ({ holds }) => about(holds.loginsPerSecond)),
		row("logins an hour", ({ holds }) => about(holds.loginsPerHour)),
		row("users, by their logins (a)", ({ holds }) => about(holds.usersByLogins)),
		row(`logins at once, served in ${span(limits.hashDeadline)} (b)`, ({ holds }) =>
			about(holds.loginsAtOnce),
		),
		row("guesses hashed a second (c)", ({ holds }) => about(holds.guessesPerSecond)),
		row("addresses that this takes (c)", ({ holds }) => about(holds.addressesToFill)),
		row(
			"memory at most",
			({ holds }) => `${mebibytes(holds.memoryCeiling)}${holds.fits ? "" : ": too much"}`,
		),
	]);
}

function checks({ checks: { cookie, bearer }, present, resident }: Capacity): string {
	return columns([
		["credential checks a second", `${about(cookie)} by cookie, ${about(bearer)} by token`],
		["users at work at once (d)", about(present.holds.usersAtOnce)],
		["memory without hashing", mebibytes(resident)],
	]);
}

const reasons: Record<Shortcoming, string> = {
	below_floor: "they are weaker than OWASP and ASVS 11.4.2 allow",
	too_slow: "a hash takes longer than the target",
	too_much_memory: "all threads together may take more memory than there is room for",
	too_many_threads: "there are more hashing threads than cores",
};

function proposal({
	proposal: { verdict, shortcomings, settings, floorExceedsTarget, fits },
	target,
}: Capacity): string {
	const floor = `even the least that OWASP and ASVS 11.4.2 allow takes longer than ${target} ms here:`;
	const change = [
		"The present settings should be changed:",
		...shortcomings.map((each) => `  ${reasons[each]}`),
		floorExceedsTarget ? `Set that least, although ${floor}` : `For a target of ${target} ms, set:`,
	];
	const stronger = [
		`The present settings are sound. Stronger ones keep a target of ${target} ms too: a stolen database`,
		"then yields fewer passwords, and the machine serves fewer logins a second. To choose them, set:",
	];
	const slow = ["The present settings are fine. Less is never proposed, although", floor];
	const fine = [`The present settings are fine for a target of ${target} ms. This measurement would choose:`];
	return [
		...(verdict === "change" ? change : floorExceedsTarget ? slow : verdict === "fine" ? fine : stronger),
		"",
		...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
		"",
		...(fits ? [] : ["Warning: even this finds no room in the memory. Give the machine more."]),
		"Stored hashes follow at each user's next login.",
	].join("\n");
}

function assumptions({ limits: { addressFailures, failureWindow, hashQueue }, quick }: Capacity): string {
	return `\
(a) each logs in once a day, ${PEAK_SHARE * 100} % of them in the same hour
(b) at most ${hashQueue} wait for a thread; the others are asked to come back (503, Retry-After)
(c) wrong passwords, from everywhere together; an address has ${addressFailures} failures in ${span(failureWindow)}
(d) each makes one checked call in ${SECONDS_BETWEEN_CHECKS} s; over loopback HTTP, on a temporary SQLite database, with the
    client on the same machine. PostgreSQL checks fewer a second, a client elsewhere leaves more to the service.
All numbers are approximate${quick ? "; without --quick they are more exact" : ""}.`;
}

/** 15 minutes are "15 min", 2000 ms "2 s". */
function span(milliseconds: number): string {
	return milliseconds >= 60_000 ? `${about(milliseconds / 60_000)} min` : `${about(milliseconds / 1000)} s`;
}

/** Two significant digits, thousands apart: 470,000. */
function about(number: number): string {
	return Number(number.toPrecision(2)).toLocaleString("en-US");
}
