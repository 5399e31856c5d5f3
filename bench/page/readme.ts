/** What a flood does to checks and logins, product beside product: the sentence and the table of README.md. */
import { median, percent, sumOf } from "../lib/statistics.ts";
import { markdownTable } from "../lib/table.ts";
import type { Weather } from "../scenarios/peers-flood.ts";
import type { Result } from "./result.ts";

const BEGIN = "<!-- flood: printed by npm run bench -- page -->";
const END = "<!-- /flood -->";

/** README.md with the flood of this result. */
export function withFlood(readme: string, result: Result): string {
	const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)];
	if (from < 0 || to < from) throw new Error(`README.md has no place for the flood: ${BEGIN} … ${END}`);
	return `${readme.slice(0, from)}${BEGIN}\n${describeFlood(result)}\n\n${readme.slice(to)}`;
}

function describeFlood({ subjects, peersFlood: { connections, floods } }: Result): string {
	const whole = (value: number) => Math.round(value).toLocaleString("en-GB");
	const rows = subjects.flatMap(({ name, title }) => {
		const rounds = floods[name]?.rounds ?? [];
		if (rounds.length === 0) return [];
		const rate = (of: "quiet" | "flood") => median(rounds.map((round) => round[of].checksPerSecond));
		const [quiet, flood] = [rate("quiet"), rate("flood")];
		const all = (count: (weather: Weather) => number) => sumOf(rounds.map((round) => count(round.flood)));
		const done = all(({ loginsDone }) => loginsDone) / all(({ loginsTried }) => loginsTried);
		return [[title, whole(quiet), whole(flood), percent(flood / quiet), percent(done)]];
	});
	const head = ["", "checks a second before", "during it", "kept", "logins of a known device done"];
	return [
		`**While ${connections} connections try wrong passwords**, on one machine with two cores ([all figures](docs/benchmarks.md)):`,
		markdownTable([head, ...rows]),
	].join("\n\n");
}
