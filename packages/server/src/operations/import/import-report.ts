import { describeCost, type ImportedHash } from "../../identity/password/imported-hash.ts";
import type { UserToImport } from "./check-user.ts";

/** How many users have hashes of one kind and cost. */
export interface HashCount {
	kind: ImportedHash["kind"];
	cost: string;
	users: number;
	/** One of their hashes, whose check is timed. */
	sample: ImportedHash;
}

export type ImportReport = ReturnType<ReturnType<typeof createTally>["report"]>;

const MOST_MISTAKES = 20;

/** Counts what became of each user. */
export function createTally() {
	/**
	 * Each user of the file is imported, skipped or refused; invited are those imported without a password, and without recovery
	 * codes those imported with an authenticator app, for whom two-step login is on.
	 */
	const counts = { imported: 0, invited: 0, withoutRecoveryCodes: 0, skipped: 0, refused: 0 };
	/** A reason repeats no input. */
	const mistakes: Array<{ line: number; reason: string }> = [];
	const hashes = new Map<string, HashCount>();
	return {
		imported({ hash: sample, totp }: UserToImport) {
			counts.imported += 1;
			if (totp !== null) counts.withoutRecoveryCodes += 1;
			if (sample === null) {
				counts.invited += 1;
				return;
			}
			const { kind } = sample;
			const cost = describeCost(sample);
			const known = hashes.get(`${kind} ${cost}`);
			if (known === undefined) hashes.set(`${kind} ${cost}`, { kind, cost, users: 1, sample });
			else known.users += 1;
		},
		skipped() {
			counts.skipped += 1;
		},
		refused(line: number, reason: string) {
			counts.refused += 1;
			if (mistakes.length < MOST_MISTAKES) mistakes.push({ line, reason });
		},
		report: () => ({
			users: counts.imported + counts.skipped + counts.refused,
			...counts,
			/** The first of them. */
			mistakes: mistakes.toSorted((one, other) => one.line - other.line),
			/** Of the imported; the most frequent first. */
			hashes: [...hashes.values()].sort((one, other) => other.users - one.users),
		}),
	};
}
