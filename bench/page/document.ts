/** docs/benchmarks.md, printed from a result. */
import { failuresOf } from "../compare/rows.ts";
import { median, showNumber } from "../lib/statistics.ts";
import { markdownTable, type Rows } from "../lib/table.ts";
import { checkRows } from "../scenarios/check.ts";
import { footprintRows } from "../scenarios/footprint.ts";
import { installRows } from "../scenarios/install.ts";
import { loginRows } from "../scenarios/login.ts";
import { floodRows } from "../scenarios/peers-flood.ts";
import { whereAhead } from "./ahead.ts";
import { goalRows } from "./goals.ts";
import { type Result, warningsOf } from "./result.ts";

const section = (title: string, text: string, rows: Rows): string =>
	[`## ${title}`, text, markdownTable(rows)].join("\n\n");

export function printDocument(result: Result): string {
	const { subjects, peersFlood } = result;
	const goals = goalRows(result).map((row) =>
		row.map((cell, column) => (column === 3 && cell === "no" ? "**no**" : cell)),
	);
	const ahead = whereAhead(result);
	const failures = failuresOf(subjects, result).map((line) => `- ${line}`);
	const configured = subjects.map(({ title, version, configured }) => [title, version ?? "–", configured]);
	const parts = [
		"# Benchmarks\n\n<!-- Printed by npm run bench; the reasons are in bench/page/goals.ts and bench/page/ahead.ts. -->",
		...warningsOf(result).map((warning) => `> **${warning}**`),
		introduction(result),
		`## Goals\n\n${markdownTable(goals, "text")}`,
		...(ahead.length === 0
			? []
			: [
					`## Where a peer is ahead of Sallyport on SQLite\n\nCompared are logins (per second, p99), checks/s, the flood (checks/s, p99 of a check, logins done), start, memory, and the install (seconds, size); in what is not named here, no peer is ahead.\n\n${markdownTable(ahead, "text")}`,
				]),
		section(
			"Logins",
			"16 connections, seven users in turns, right passwords only. Refused are those that were not let in all the same; by directus with 401, and why is not known. A login is a password hash and little else, so the limit is a bare loop that does nothing but verify, by the library and with the parameters of each product. Bars show the part of that limit.",
			loginRows(result.login, subjects),
		),
		section("Checks", checkText(result), checkRows(result.check, subjects)),
		section(
			`A flood of ${peersFlood.connections} connections`,
			"Wrong passwords, half of them for users that exist, each from another address (X-Forwarded-For), while ten connections check credentials every 20 ms and one user who has logged in before logs in four times a second. A check counts from when it was due; two seconds after the end what is not answered has failed, so p99 is bounded by the length of the round. Checks per second are measured apart, with the ten connections asking without pause; bars show what the flood leaves of them; directus answers fewer than the 500/s that are due, so that no login gets through even without the flood. Fresh process for each round. The goals above are judged by a longer run of Sallyport on SQLite alone (npm run bench -- flood, guesses for unknown users); the rounds here are short, and their p99 jumps. The load generators share the machine with the servers: this compares, it does not measure capacity.",
			floodRows(peersFlood, subjects),
		),
		section(
			"Start and memory",
			"From the start of the process, on a database that exists, to the answer to the first login. Memory is that of the serving process alone. The longest bar is the most of the column.",
			footprintRows(result.footprint, subjects),
		),
		section(
			"Clean install",
			"Into an empty folder, from npm's own cache as far as it goes. What took more than a minute was installed once, when the bench was set up.",
			installRows(result.install),
		),
		...(failures.length === 0 ? [] : [`## What could not be measured\n\n${failures.join("\n")}`]),
		`## What was configured\n\n${markdownTable([["subject", "version", "settings"], ...configured], "text")}`,
	];
	return `${parts.join("\n\n")}\n`;
}

function introduction({ date, machine, pace, minutes }: Result): string {
	return [
		"Sallyport beside what else can be installed from npm for the same job. **Ratios are what we claim**: to limits of the machine that were measured among the rounds of the same run. Absolute figures are those of one machine on one day.",
		`${date.slice(0, 10)}, ${machine.processors} × ${machine.model}, ${Math.round(machine.memory)} GB, ${machine.system.replace(/^(\w+ \d+\.\d+).*/, "$1")}, Node ${machine.node.slice(1)}. Subjects in turns (A B C, B C A, …), rounds: ${pace.rounds}, seconds each: ${pace.seconds}, a warm-up apart; median (least–most). It took ${Math.round(minutes)} minutes. Load by autocannon.`,
		"Make it again: `npm run bench`, or one part: `npm run bench -- login`. Every round is in `bench/results/`.",
	].join("\n\n");
}

function checkText({ check }: Result): string {
	const [server, load] = [
		median(check.bare.rounds.map((each) => each.server)),
		median(check.bare.rounds.map((each) => each.load)),
	].map((part) => showNumber(100 * part));
	return [
		"32 credentials of eight users in turns, 100 connections, each with the next request as soon as it has an answer; before each round it is proven that the answers tell the user, and do not without the credential.",
		check.pinned
			? "The server has one processor and the load generator another (taskset); PostgreSQL shares both."
			: "Server and load generator share the processors: taskset is not installed here.",
		`While the bare server was measured, it had ${server} % of a processor and autocannon ${load} %: where autocannon is the slower part, the limit by time is too low. So “of bare” is the lesser of two ratios: checks per second, and checks per second of the server's processor time; bars show it for cookies and bearer tokens.`,
	].join(" ");
}
