import { describeCost, type ImportedHash } from "../../identity/password/imported-hash.ts";
import type { UserToImport } from "./check-user.ts";

export interface Mistake {
	line: number;
	/** Repeats no input. */
	reason: string;
}

/** How many users have hashes of one kind and cost. */
export interface HashCount {
	kind: ImportedHash["kind"];
	cost: string;
	users: number;
	/** One of them. */
	sample: ImportedHash;
}

export interface ImportReport {
	/** Users in the file: imported, skipped or refused. */
	users: number;
	imported: number;
	/** Of the imported: without a password. */
	invited: number;
	/** Of the imported: with an authenticator app, so with two-step login, and without recovery codes. */
	withoutRecoveryCodes: number;
	skipped: number;
	refused: number;
	/** The first of them, by line. */
	mistakes: Mistake[];
	/** Of the imported; the most frequent first. */
	hashes: HashCount[];
}

const MOST_MISTAKES = 20;

/** Counts what became of each user. */
export function createTally() {
	const counts = { imported: 0, invited: 0, withoutRecoveryCodes: 0, skipped: 0, refused: 0 };
	const mistakes: Mistake[] = [];
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
		report: (): ImportReport => ({
			users: counts.imported + counts.skipped + counts.refused,
			...counts,
			mistakes: mistakes.toSorted((one, other) => one.line - other.line),
			hashes: [...hashes.values()].sort((one, other) => other.users - one.users),
		}),
	};
}
