import type { Loaded } from "../load/load.ts";
import { type Mode, modes } from "../subjects/protocols.ts";
import { type Item, interleave, type Measured } from "./interleave.ts";
import type { Stage, Started } from "./stage.ts";

type InBothModes = Record<string, Record<Mode, Measured<Loaded>>>;

/** Every subject with tokens and with cookies, and the limits, in turns. */
export async function inBothModes<Limit>(
	{ pace, say }: Stage,
	started: readonly Started[],
	limits: ReadonlyArray<Item<Limit>>,
	load: (each: Started, mode: Mode, round: number) => Promise<Loaded>,
) {
	const loads = started.flatMap((each) =>
		modes.map((mode): Item<Loaded> => {
			return { name: `${each.subject.name} ${mode}`, measure: (round) => load(each, mode, round) };
		}),
	);
	const measured = await interleave<Limit | Loaded>([...limits, ...loads], { rounds: pace.rounds, say });
	const of = <Figures>(name: string) => measured[name] as Measured<Figures>;
	const bySubject: InBothModes = {};
	for (const { subject } of started)
		bySubject[subject.name] = { token: of(`${subject.name} token`), cookie: of(`${subject.name} cookie`) };
	return { bySubject, limit: (name: string) => of<Limit>(name) };
}
