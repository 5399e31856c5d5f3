import type { HashCount, ImportReport } from "../import/import-report.ts";
import { columns, count } from "./columns.ts";

/** What is told of hashes: the most frequent ones. */
const MOST_HASHES = 12;

export interface TimedHash extends HashCount {
	/** What the check of one such password takes on this machine; null: not measured. */
	milliseconds: number | null;
}

export interface ImportOutcome extends ImportReport {
	dryRun: boolean;
	timed: TimedHash[];
	/** Milliseconds. */
	refusalFloor: number;
}

/** For --json. */
export function importDocument({
	timed,
	dryRun,
	refusalFloor: _,
	hashes: _counts,
	...report
}: ImportOutcome): object {
	const hashes = timed.map(({ sample: _sample, ...hash }) => hash);
	return { dryRun, ...report, hashes };
}

export function importText(outcome: ImportOutcome): string {
	const { mistakes, refused } = outcome;
	const lines = mistakes.map(({ line, reason }) => `line ${line}: ${reason}`);
	if (refused > mistakes.length) lines.push(`… and ${count(refused - mistakes.length, "more mistake")}`);
	return [lines.join("\n"), summary(outcome), hashTable(outcome), advice(outcome)]
		.filter((part) => part !== "")
		.join("\n\n");
}

function summary({ dryRun, users, imported, invited, skipped, refused }: ImportOutcome): string {
	const parts = [`${dryRun ? "Would import" : "Imported"} ${imported} of ${count(users, "user")}`];
	if (invited > 0) parts.push(`${invited} of them without a password`);
	if (skipped > 0) parts.push(`${skipped} skipped`);
	if (refused > 0) parts.push(`${refused} refused`);
	return `${parts.join("; ")}.`;
}

function hashTable({ timed, dryRun }: ImportOutcome): string {
	if (timed.length === 0) return "";
	const shown = timed.slice(0, MOST_HASHES);
	const head = ["HASH", "COST", "USERS", ...(dryRun ? ["ONE CHECK HERE"] : [])];
	const rows = shown.map(({ kind, cost, users, milliseconds }) => [
		kind,
		cost.replaceAll(",", " "),
		String(users),
		...(dryRun ? [milliseconds === null ? "-" : `${milliseconds} ms`] : []),
	]);
	const rest = timed.length - shown.length;
	return columns([head, ...rows]) + (rest > 0 ? `\n… and ${count(rest, "more cost")}` : "");
}

/** A wrong password is told no sooner than the floor; what takes longer shows that there is such a user. */
function advice({ timed, refusalFloor }: ImportOutcome): string {
	const dearest = Math.max(0, ...timed.map(({ milliseconds }) => milliseconds ?? 0));
	if (dearest <= refusalFloor) return "";
	const floor = Math.min(5000, Math.ceil((dearest * 1.5) / 100) * 100);
	return `Some of these take longer than SALLYPORT_REFUSAL_FLOOR (${refusalFloor}ms), which tells whoever guesses that the user exists, until that user has logged in. Set it to ${floor}ms meanwhile.`;
}
