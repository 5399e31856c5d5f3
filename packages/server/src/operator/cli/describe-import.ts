import { matchesImported } from "../../identity/password/imported-hash.ts";
import { timeToHide } from "../../identity/password/refusal-time.ts";
import type { HashCount, ImportReport } from "../../operations/import/import-report.ts";
import { columns, count } from "./columns.ts";
import type { Result } from "./define-command.ts";

/** The most frequent ones are measured and shown. */
const MOST_HASHES = 12;

interface TimedHash extends HashCount {
	/** What one check takes on this machine; null: not measured. */
	milliseconds: number | null;
}

/** Measures one check of each of the most frequent hashes; the most expensive takes about two seconds. */
export async function describeImport(
	report: ImportReport,
	{ dryRun, refusalFloor }: { dryRun: boolean; refusalFloor: number },
): Promise<Result> {
	const timed: TimedHash[] = [];
	for (const [place, hash] of report.hashes.entries())
		timed.push({ ...hash, milliseconds: place < MOST_HASHES ? await time(hash) : null });
	const hashes = timed.map(({ sample: _sample, ...hash }) => hash);
	const parts = [
		mistakes(report),
		summary(report, dryRun),
		lackOfCodes(report),
		hashTable(timed),
		advice(timed, refusalFloor),
	];
	return {
		document: { dryRun, ...report, hashes },
		text: parts.filter((part) => part !== "").join("\n\n"),
	};
}

/** The faster of two, because the first one loads what it needs. */
async function time({ sample }: HashCount): Promise<number> {
	const once = async (): Promise<number> => {
		const began = performance.now();
		await matchesImported(sample, Buffer.from("any password"));
		return performance.now() - began;
	};
	return Math.round(Math.min(await once(), await once()) * 10) / 10;
}

function mistakes({ mistakes, refused }: ImportReport): string {
	const lines = mistakes.map(({ line, reason }) => `line ${line}: ${reason}`);
	if (refused > mistakes.length) lines.push(`… and ${count(refused - mistakes.length, "more mistake")}`);
	return lines.join("\n");
}

function summary({ users, imported, invited, skipped, refused }: ImportReport, dryRun: boolean): string {
	const parts = [`${dryRun ? "Would import" : "Imported"} ${imported} of ${count(users, "user")}`];
	if (invited > 0) parts.push(`${invited} of them without a password`);
	if (skipped > 0) parts.push(`${skipped} skipped`);
	if (refused > 0) parts.push(`${refused} refused`);
	return `${parts.join("; ")}.`;
}

function lackOfCodes({ withoutRecoveryCodes: users }: ImportReport): string {
	if (users === 0) return "";
	return `${count(users, "user")} of them with two-step login, and without recovery codes: they make some at /account/security.`;
}

function hashTable(timed: TimedHash[]): string {
	if (timed.length === 0) return "";
	const shown = timed.slice(0, MOST_HASHES);
	const head = ["HASH", "COST", "USERS", "ONE CHECK HERE"];
	const rows = shown.map(({ kind, cost, users, milliseconds }) => [
		kind,
		cost.replaceAll(",", " "),
		String(users),
		milliseconds === null ? "-" : `${milliseconds} ms`,
	]);
	const rest = timed.length - shown.length;
	return columns([head, ...rows]) + (rest > 0 ? `\n… and ${count(rest, "more cost")}` : "");
}

/** The service hides how long a check takes by delaying every wrong password as long. */
function advice(timed: TimedHash[], refusalFloor: number): string {
	const slowest = Math.max(0, ...timed.map(({ milliseconds }) => milliseconds ?? 0));
	const wait = timeToHide(slowest, refusalFloor);
	if (wait <= refusalFloor) return "";
	return `Checks of these take up to ${slowest} ms here. While one of them is stored, every wrong password or unknown username is answered after at least ${wait} ms (SALLYPORT_REFUSAL_FLOOR: ${refusalFloor}ms), so that the time does not reveal who was imported. Each login replaces one; user reset removes that of a user who does not log in.`;
}
