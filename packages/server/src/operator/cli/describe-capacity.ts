import { mebibytes } from "../../operations/examination/check.ts";
import type { Capacity } from "../capacity/measure-capacity.ts";
import type { Shortcoming } from "../capacity/propose.ts";
import { columns, count } from "./columns.ts";

/** With a smaller share of the cores, other programs distorted the measurement. */
const QUIET = 0.8;

export function describeCapacity(found: Capacity): string {
	return [machine(found), hashing(found), proposal(found), exactness(found)].join("\n\n");
}

function machine({ machine: { cores, memory, memoryConstrained, cpuQuota }, present }: Capacity): string {
	const where = memoryConstrained || cpuQuota !== null ? "This container has" : "This machine has";
	const size = `${where} ${count(Math.round(cores * 10) / 10, "core")} and ${mebibytes(memory)} of memory.`;
	const share = present.coresUsed / Math.min(cores, present.threads * present.parallelism);
	if (share >= QUIET) return size;
	const taken = Math.round((1 - share) * 100);
	return `${size}\nOther programs took about ${taken} % of the cores. Measure again when it is quiet.`;
}

function hashing({ present, proposal }: Capacity): string {
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
		row(
			"memory at most",
			({ holds }) => `${mebibytes(holds.memoryCeiling)}${holds.fits ? "" : ": too much"}`,
		),
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

function exactness({ resident, quick }: Capacity): string {
	return `\
Memory at most: all threads hash, and the service takes ${mebibytes(resident)} besides.
All numbers are approximate${quick ? "; without --quick they are more exact" : ""}.`;
}

/** Two significant digits, as exact as the measurement, thousands apart: 470,000. */
function about(number: number): string {
	return Number(number.toPrecision(2)).toLocaleString("en-US");
}
