import type { ProcessorTime } from "../lib/processor.ts";
import type { Judged } from "./judge.ts";
import { cores } from "./judge-hashing.ts";
import type { FloodFigures } from "./measure-flood.ts";
import { type Party, parties, type Window } from "./window.ts";

const NOISE = 0.05;
const percent = (part: number) => `${Math.round(100 * part)} %`;

/** A sentence for each goal that was missed, from where the processor time went; and one when the machine was not ours. */
export function whatLimits({ quiet, flood, alone }: FloodFigures, judged: Judged): string[] {
	const during = sharesOf(flood.visit);
	const lines: string[] = [];
	const foreign = [quiet.visit, flood.visit, alone].map((window) => sharesOf(window).foreign);
	if (Math.max(...foreign) > NOISE) {
		const [before, meanwhile, apart] = foreign.map((part) => percent(Math.max(0, part)));
		lines.push(
			`Noisy, repeat this on a quiet machine: other programs and the host had ${before} of a processor in the quiet, ${meanwhile} during the flood, ${apart} during the flood alone.`,
		);
	}
	if (judged.missed.hashing) lines.push(whatLimitsHashing(sharesOf(alone)));
	if (judged.missed.checks) lines.push(whatLimitsChecks(during, judged));
	if (judged.missed.known) lines.push(whatLimitsLogins(during, judged));
	return lines;
}

/** Parts of one processor. */
type Shares = Record<Party, ProcessorTime> & { foreign: number; idle: number };

function sharesOf({ time, seconds }: Window<unknown>): Shares {
	const shares = Object.fromEntries(
		parties.map((party) => [party, { ran: time[party].ran / seconds, waited: time[party].waited / seconds }]),
	) as Record<Party, ProcessorTime>;
	const busy = parties.reduce((sum, party) => sum + shares[party].ran, 0);
	return {
		...shares,
		foreign: shares["other programs"].ran + shares.host.ran,
		idle: Math.max(0, cores - busy),
	};
}

function whatLimitsHashing(shares: Shares): string {
	const lost = [
		`its main thread ${percent(shares["main thread"].ran)}`,
		`the rest of it ${percent(shares["other threads"].ran)}`,
		`the load generators ${percent(shares.attackers.ran + shares.visitors.ran)}`,
		`other programs and the host ${percent(shares.foreign)}`,
		`nobody ${percent(shares.idle)}`,
	];
	const hashing = percent(shares["hashing threads"].ran);
	return `What limits hashing, flood alone: of ${cores} processors the hashing threads had ${hashing} of one, ${lost.join(", ")}.`;
}

function whatLimitsChecks(shares: Shares, { mainThread }: Judged): string {
	const { ran, waited } = shares["main thread"];
	const reason =
		waited > ran
			? "it waits for a processor longer than it runs"
			: `an answer to the flood costs it ${Math.round(mainThread.perAnswerToFlood)} µs, a check ${Math.round(mainThread.perCheck)} µs`;
	return `What limits checks: the main thread ran ${percent(ran)} of the time and waited ${percent(waited)} for a processor; ${reason}.`;
}

function whatLimitsLogins(shares: Shares, { logins }: Judged): string {
	const [byCsrf, byDevice, strangers] = [logins.byCsrf, logins.byDevice, logins.strangers].map(({ flood }) =>
		flood === null ? "–" : `${percent(flood.part)} in ${Math.round(flood.p50)} ms`,
	);
	const { ran, waited } = shares["hashing threads"];
	return `What limits known logins: done by csrf value ${byCsrf}, by device ${byDevice}, strangers ${strangers} (medians); alike means that all wait in one queue. The hashing threads ran ${percent(ran)} and waited ${percent(waited)} for a processor.`;
}
