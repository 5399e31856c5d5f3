import { median } from "../lib/median.ts";
import { alignedTable } from "../lib/table.ts";
import { type Difference, differenceOfMedians } from "./difference.ts";
import type { TimingFigures } from "./measure-timing.ts";

/** Milliseconds that medians may differ (docs/security.md, ASVS 6.3.8). */
const LIMIT = 5;
const WRONG_SHOWN = 5;

const ms = (value: number) => value.toFixed(2);
const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/** Each reason for a refusal against the first one. */
export function reportTiming({ times, wrong, options }: TimingFigures): string {
	const [base, ...others] = times;
	if (base === undefined) throw new Error("Nothing was measured.");
	const leastOf = (values: readonly number[]) => Math.min(...values);
	const rows = others.map(({ reason, times: own }) => {
		const difference = differenceOfMedians(own, base.times);
		return [
			reason,
			ms(median(own)),
			ms(leastOf(own)),
			signed(difference.estimate),
			`${signed(difference.least)} to ${signed(difference.most)}`,
			signed(leastOf(own) - leastOf(base.times)),
			verdict(difference),
		];
	});
	const load = options.load === 0 ? "idle service" : `while ${options.load} connections guess`;
	return [
		alignedTable([
			[
				`${base.times.length} rounds, ${load}; ms`,
				"median",
				"least",
				"difference of medians",
				"99 % range",
				"of least",
				`within ${LIMIT} ms`,
			],
			[base.reason, ms(median(base.times)), ms(leastOf(base.times)), "", "", "", ""],
			...rows,
			["answered wrongly", String(wrong.length)],
		]),
		...wrong.slice(0, WRONG_SHOWN),
	].join("\n");
}

/** The whole range must lie within the limit: few rounds on a busy machine prove nothing. */
function verdict({ least, most }: Difference): string {
	if (-LIMIT <= least && most <= LIMIT) return "yes";
	return least > LIMIT || most < -LIMIT ? "no" : "cannot tell";
}
