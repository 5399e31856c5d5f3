import { matchesImported } from "../../identity/password/derive-imported.ts";
import type { HashCount } from "../import/import-report.ts";
import type { TimedHash } from "./describe-import.ts";

/** The most expensive takes about two seconds. */
const MOST = 12;

/** What one check of each of the most frequent hashes takes here. */
export function timeChecks(hashes: HashCount[]): TimedHash[] {
	return hashes.map((hash, place) => ({ ...hash, milliseconds: place < MOST ? time(hash) : null }));
}

/** Of two, because the first one compiles. */
function time({ sample }: HashCount): number {
	const took = [1, 2].map(() => {
		const began = performance.now();
		matchesImported(sample, Buffer.from("any password"));
		return performance.now() - began;
	});
	return Math.round(Math.min(...took) * 10) / 10;
}
