import { cores, type Judged } from "./judge.ts";
import type { FloodFigures } from "./measure-flood.ts";
import { parties } from "./window.ts";

const NOISE = 0.05;
const percent = (part: number) => `${Math.round(100 * part)} %`;

/** A sentence for each goal that was missed, from where the processor time went; and one when the machine was not ours. */
export function whatLimits({ flood: { visit } }: FloodFigures, judged: Judged): string[] {
	const [ran, waited] = (["ran", "waited"] as const).map((which) =>
		Object.fromEntries(parties.map((party) => [party, visit.time[party][which] / visit.seconds])),
	) as [Record<string, number>, Record<string, number>];
	const of = (times: Record<string, number>, party: (typeof parties)[number]) => times[party] ?? 0;
	const main = of(ran, "main thread");
	const mainWaited = of(waited, "main thread");
	const hashing = of(ran, "hashing threads");
	const helpers = of(ran, "attackers") + of(ran, "visitors");
	const foreign = of(ran, "other programs") + of(ran, "host");
	const idle = Math.max(0, cores - parties.reduce((sum, party) => sum + of(ran, party), 0));

	const lines: string[] = [];
	if (foreign > NOISE) {
		lines.push(
			`Noisy: other programs and the host had ${percent(foreign)} of a processor during the flood; repeat this on a quiet machine.`,
		);
	}
	if (judged.missed.hashing) {
		const lost = [
			`its main thread ${percent(main)}`,
			`the rest of it ${percent(of(ran, "other threads"))}`,
			`the load generators ${percent(helpers)}`,
			`other programs ${percent(foreign)}`,
			`nobody ${percent(idle)}`,
		];
		lines.push(
			`What limits hashing: of ${cores} processors the hashing threads had ${percent(hashing)} of one, ${lost.join(", ")}.`,
		);
	}
	if (judged.missed.checks) {
		const reason =
			mainWaited > main
				? "it waits for a processor longer than it runs"
				: `an answer to the flood holds it for ${Math.round(judged.mainThread.perAnswerToFlood)} µs, a check for ${Math.round(judged.mainThread.perCheck)} µs`;
		lines.push(
			`What limits checks: the main thread ran ${percent(main)} of the time and waited ${percent(mainWaited)} for a processor; ${reason}.`,
		);
	}
	if (judged.missed.known) {
		const { byCsrf, byDevice, strangers } = judged.logins;
		const times = [byCsrf, byDevice, strangers].map(({ flood }) =>
			flood === null ? "–" : `${percent(flood.part)} in ${Math.round(flood.p50)} ms`,
		);
		lines.push(
			`What limits known logins: done by csrf value ${times[0]}, by device ${times[1]}, strangers ${times[2]} (medians); alike means that all wait in one queue. The hashing threads ran ${percent(hashing)} and waited ${percent(of(waited, "hashing threads"))} for a processor.`,
		);
	}
	return lines;
}
