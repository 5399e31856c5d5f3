import type { Report, Result } from "./conform.ts";

const marks = { ok: "✓", failed: "✗", "left out": "–" } as const;

type Row = (mark: string, name: string, text: string) => string;

/**
 * A table, group by group; below a promise that is not kept, what was seen instead. Those that were left out for the same reason are
 * one line at its end.
 */
export function describeReport(report: Report, user: string | null): string {
	const width = Math.max(0, ...report.results.map(({ id }) => id.length));
	// What a service sent must not be able to control the terminal.
	const row: Row = (mark, name, text) =>
		`${mark.padEnd(1)}  ${name.padEnd(width)}  ${text.replace(/\p{C}/gu, "?")}`;
	const reasons = report.results.flatMap(({ outcome, seen }) => (outcome === "left out" ? [seen] : []));
	const times = (reason: string | null) => reasons.filter((each) => each === reason).length;
	const shown = report.results.filter(({ outcome, seen }) => outcome !== "left out" || times(seen) === 1);
	const tables = [...new Set(shown.map(({ group }) => group))].map((group) => {
		const results = shown.filter((result) => result.group === group);
		return [group, ...results.flatMap((result) => rowsOf(result, row))].join("\n");
	});
	const shared = [...new Set(reasons)].filter((reason) => times(reason) > 1);
	const lines = shared.map((reason) => row(marks["left out"], count(times(reason), "promise"), `${reason}.`));
	if (lines.length > 0) tables.push(["left out", ...lines].join("\n"));
	return [...tables, summaryOf(report), ...adviceFor(report, user)].join("\n\n");
}

function rowsOf({ outcome, id, promise, section, seen }: Result, row: Row): string[] {
	const reason = outcome === "left out" ? ` Left out: ${seen}.` : "";
	const rows = [
		row(
			marks[outcome],
			id,
			`${promise} (${typeof section === "number" ? `contract ${section}` : section})${reason}`,
		),
	];
	return outcome === "failed" ? [...rows, row("", "", `seen: ${seen}`).trimEnd()] : rows;
}

function summaryOf({ results, requests, wrongPasswords, sessions, applications }: Report): string {
	const number = (outcome: Result["outcome"]) => results.filter((each) => each.outcome === outcome).length;
	const verdict = `${count(results.length, "promise")}: ${number("ok")} kept, ${number("failed")} broken, ${number("left out")} left out.`;
	const ended = sessions.notEnded === 0 ? "all ended" : `${sessions.notEnded} not ended`;
	const begun = sessions.begun === 0 ? "" : ` ${count(sessions.begun, "session")}, ${ended};`;
	const { registered, notRemoved } = applications;
	const removed = notRemoved === 0 ? "all removed" : `${notRemoved} not removed`;
	const played = registered === 0 ? "" : ` ${count(registered, "application")}, ${removed};`;
	const guessed = wrongPasswords === 0 ? "" : ` ${count(wrongPasswords, "wrong password")};`;
	const sent = `Sent ${count(requests, "request")};${begun}${played}${guessed}`;
	return `${verdict}\n${sent.slice(0, -1)}.`;
}

function adviceFor(report: Report, user: string | null): string[] {
	const { results, loginRefused, sessions, applications } = report;
	const advice: string[] = [];
	if (results.every(({ outcome }) => outcome === "left out")) advice.push("Nothing was checked.");
	if (results.some(({ outcome }) => outcome === "failed")) {
		advice.push(
			"Run it against the service's own address too, such as --at http://127.0.0.1:8400: a promise kept there is broken by something in between, such as a reverse proxy. One broken there too is a fault of the service; report it with the id of the check.",
		);
	}
	if (loginRefused) advice.push(`A login of ${user} was refused: what needs it was not checked.`);
	if (user === null) advice.push("Without --user NAME, the checks that need a login were left out.");
	if (sessions.notEnded > 0)
		advice.push(
			`End the remaining ones on the page /account/sessions, or see: sallyport session list --user ${user}`,
		);
	if (applications.notRemoved > 0)
		advice.push(
			"Remove the remaining applications: sallyport client list shows those named sallyport-conform.",
		);
	return advice;
}

function count(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
