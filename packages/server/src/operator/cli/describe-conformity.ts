import type { Conformity, Result } from "../conform/conform.ts";
import { columns, count } from "./columns.ts";

const marks = { ok: "✓", failed: "✗", "left out": "–" } as const;

/** The table, group by group; below a promise that is not kept, what was seen instead. */
export function describeConformity(conformity: Conformity, user: string | null): string {
	const { results } = conformity;
	const groups = Map.groupBy(results, ({ group }) => group);
	const width = Math.max(0, ...results.map(({ id }) => id.length));
	const tables = [...groups].map(
		([group, ofGroup]) => `${group}\n${columns(ofGroup.flatMap(rowsOf), [1, width])}`,
	);
	return [...tables, summaryOf(conformity), ...adviceFor(conformity, user)].join("\n\n");
}

function rowsOf({ outcome, id, promise, section, seen }: Result): string[][] {
	const reason = outcome === "left out" ? ` Left out: ${seen}.` : "";
	const row = [marks[outcome], id, `${promise} (contract ${section})${reason}`];
	return outcome === "failed" ? [row, ["", "", `seen: ${seen}`]] : [row];
}

function summaryOf({ results, requests, wrongPasswords, sessions }: Conformity): string {
	const number = (outcome: Result["outcome"]) => results.filter((each) => each.outcome === outcome).length;
	const verdict = `${count(results.length, "promise")}: ${number("ok")} kept, ${number("failed")} broken, ${number("left out")} left out.`;
	const ended = sessions.notEnded === 0 ? "all ended" : `${sessions.notEnded} not ended`;
	return `${verdict}\nSent ${count(requests, "request")}; ${count(sessions.begun, "session")}, ${ended}; ${count(wrongPasswords, "wrong password")}.`;
}

function adviceFor({ results, sessions }: Conformity, user: string | null): string[] {
	const advice: string[] = [];
	if (results.some(({ outcome }) => outcome === "failed")) {
		advice.push(
			"Run it against the service's own address too: what is kept there is broken by what stands in between, such as a reverse proxy. What is broken there as well is a fault of the service; report it with the id of the check.",
		);
	}
	if (user === null) advice.push("Without --user NAME, all that needs somebody to log in was left out.");
	if (sessions.notEnded > 0)
		advice.push(`End what is left on the account page, or by: sallyport session list --user ${user}`);
	return advice;
}
