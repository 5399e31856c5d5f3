import { alignedTable } from "../lib/table.ts";
import type { LaneFigures } from "./measure-lanes.ts";

const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(part === of ? 0 : 1)} %`;

export function reportLanes(figures: readonly LaneFigures[]): string {
	const head = [
		"flood by",
		"in flight",
		"owners",
		"first try",
		"≤ 4 tries",
		"known",
		"flood/s: looked at",
		"503",
		"429",
	];
	const rows = figures.map(({ by, inFlight, owners, known, answers, seconds }) => {
		const count = owners.reduce((sum, each) => sum + each, 0);
		const never = owners.at(-1) ?? 0;
		const perSecond = (...statuses: number[]) =>
			(statuses.reduce((sum, status) => sum + (answers[status] ?? 0), 0) / seconds).toFixed(0);
		return [
			by,
			String(inFlight),
			String(count),
			percent(owners[0] ?? 0, count),
			percent(count - never, count),
			`${percent(known.done.length, known.tried)} of ${known.tried}`,
			perSecond(200, 401),
			perSecond(503),
			perSecond(429),
		];
	});
	return alignedTable([head, ...rows]);
}
