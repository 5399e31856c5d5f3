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
					`## Where a peer is ahead of Sallyport on SQLite\n\nWe compare logins (per second, p99), checks/s, the flood (checks/s, p99 of a check, logins done), start, memory, and the install (seconds, size); in everything not listed here, no peer is ahead.\n\n${markdownTable(ahead, "text")}`,
				]),
		section(
			"Logins",
			"16 connections, seven users in turns, right passwords only. “Refused” counts right passwords that were rejected. A login is a password hash and little else, so the limit is a bare loop that only verifies, with the library and the parameters of each product. Bars show how much of that limit is reached.",
			loginRows(result.login, subjects),
		),
		section("Checks", checkText(result), checkRows(result.check, subjects)),
		section(
			`A flood of ${peersFlood.connections} connections`,
			"Wrong passwords, half of them for users that exist, each from another address (X-Forwarded-For), while ten connections check credentials every 20 ms and one user who has logged in before logs in four times a second. The time of a check counts from when it was due. What is not answered two seconds after the end has failed, so p99 is bounded by the length of the round. Checks per second are measured separately, with the ten connections sending without a pause; bars show how much of them the flood leaves. Each round has a fresh process. The goals above are judged by a longer run of Sallyport on SQLite alone (npm run bench -- flood, guesses for unknown users); the rounds here are short, and their p99 jumps. The load generators share the machine with the servers, so this is a comparison and not a measure of capacity.",
			floodRows(peersFlood, subjects),
		),
		section(
			"Start and memory",
			"From the start of the process, with an existing database, to the response to the first login. Memory is that of the serving process alone. The longest bar is the largest value of the column.",
			footprintRows(result.footprint, subjects),
		),
		section(
			"Clean install",
			"Into an empty folder, from npm's own cache as far as possible.",
			installRows(result.install),
		),
		...(failures.length === 0 ? [] : [`## What could not be measured\n\n${failures.join("\n")}`]),
		`## What was configured\n\n${markdownTable([["subject", "version", "settings"], ...configured], "text")}`,
	];
	return `${parts.join("\n\n")}\n`;
}

function introduction({ date, machine, pace, minutes }: Result): string {
	return [
		"Sallyport compared with other products for the same job that can be installed from npm. **We claim ratios only**: to limits of the machine that were measured between the rounds of the same run. Absolute figures are those of one machine on one day.",
		`${date.slice(0, 10)}, ${machine.processors} × ${machine.model}, ${Math.round(machine.memory)} GB, ${machine.system.replace(/^(\w+ \d+\.\d+).*/, "$1")}, Node ${machine.node.slice(1)}. Products take turns (A B C, B C A, …); rounds: ${pace.rounds}, seconds each: ${pace.seconds}, plus a warm-up that is not counted; median (least–most). It took ${Math.round(minutes)} minutes. Load by autocannon.`,
		"To repeat it: `npm run bench`, or one part: `npm run bench -- login`. Every round is in `bench/results/`.",
	].join("\n\n");
}

function checkText({ check }: Result): string {
	const [server, load] = [
		median(check.bare.rounds.map((each) => each.server)),
		median(check.bare.rounds.map((each) => each.load)),
	].map((part) => showNumber(100 * part));
	return [
		"32 credentials of eight users in turns, 100 connections, each sends its next request as soon as it has an answer. Before each round we verify that the answers name the user, and do not without the credential.",
		check.pinned
			? "The server has one processor and the load generator another (taskset); PostgreSQL shares both."
			: "Server and load generator share the processors: taskset is not installed here.",
		`While the bare server was measured, it had ${server} % of a processor and autocannon ${load} %: where autocannon is the slower part, the limit by time is too low. So “of bare” is the smaller of two ratios: checks per second, and checks per second of the server's processor time. Bars show it for cookies and bearer tokens.`,
	].join(" ");
}
