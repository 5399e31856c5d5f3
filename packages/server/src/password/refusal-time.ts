import { randomBytes } from "node:crypto";
import type { Queryable } from "../database/tables.ts";
import type { PasswordHasher } from "./hash.ts";
import { findImportedCosts } from "./imported-cost-store.ts";
import { type ImportedHash, readImportedHash } from "./imported-hash.ts";

/** How long wrong passwords must wait so that none shows how expensive the hash is that it was compared with. */
export interface RefusalTime {
	/** The setting; more while a check of the most expensive imported hash takes more here. */
	milliseconds(): number;
	/** Looks which costs are stored now, and measures them when they have changed and every few minutes. */
	refresh(): Promise<void>;
	/** What the check of a stored hash really took: the time follows the load of the machine. */
	note(stored: string | null, took: number): void;
}

const MARGIN = 1.5;
/** So much a new measurement counts in the running average. */
const NEWEST = 1 / 4;
/** Milliseconds: a machine may have more to do than when it was measured, or less. */
const MEASURED_FOR = 300_000;
/** Milliseconds; as far as SALLYPORT_REFUSAL_FLOOR goes. */
export const MOST_WAITED = 5000;

/** What a wrong password has to wait for while the check of one takes so long. Milliseconds. */
export function timeToHide(took: number): number {
	return Math.min(MOST_WAITED, took * MARGIN);
}

export function createRefusalTime({
	queries,
	hasher,
	setting,
}: {
	queries: Queryable;
	hasher: Pick<PasswordHasher, "verify">;
	setting: number;
}): RefusalTime {
	let known = "";
	let measuredAt = 0;
	let slowest = { cost: "", usual: 0 };

	/** Of two, because the first one compiles. */
	async function measure(cost: string): Promise<number> {
		const place = { lane: "known", from: "" } as const;
		const check = async () => (await hasher.verify(madeUp(cost), "any password", undefined, place)).took;
		return Math.min(await check(), await check());
	}

	return {
		milliseconds: () => Math.max(setting, timeToHide(slowest.usual)),
		async refresh() {
			const costs = await findImportedCosts(queries);
			const now = performance.now();
			if (costs.join() === known && (costs.length === 0 || now - measuredAt < MEASURED_FOR)) return;
			let found = { cost: "", usual: 0 };
			for (const cost of highestOfEachKind(costs)) {
				const usual = await measure(cost);
				if (usual > found.usual) found = { cost, usual };
			}
			slowest = found;
			known = costs.join();
			measuredAt = now;
		},
		note(stored, took) {
			if (slowest.cost === "" || stored === null || !stored.startsWith(slowest.cost)) return;
			slowest.usual += (took - slowest.usual) * NEWEST;
		},
	};
}

/** What cannot be read is never run, and costs what an unknown user costs. */
function highestOfEachKind(costs: readonly string[]): Iterable<string> {
	const highest = new Map<string, { cost: string; work: number }>();
	for (const cost of costs) {
		const hash = readImportedHash(madeUp(cost));
		if (hash === null) continue;
		const work = workOf(hash);
		if (work > (highest.get(hash.kind)?.work ?? 0)) highest.set(hash.kind, { cost, work });
	}
	return [...highest.values()].map(({ cost }) => cost);
}

/** Comparable within one kind only. */
function workOf(hash: ImportedHash): number {
	switch (hash.kind) {
		case "argon2id":
		case "argon2i":
		case "argon2d":
			return hash.cost.memory * hash.cost.passes;
		case "scrypt":
			return 2 ** hash.cost.logN * hash.cost.r * hash.cost.p;
		case "pbkdf2-sha256":
		case "pbkdf2-sha512":
			return hash.cost.iterations;
		default:
			return hash.cost.logRounds;
	}
}

/** A hash of this cost, of no password. */
function madeUp(cost: string): string {
	const tag = cost.startsWith("imported$bcrypt") ? 23 : 32;
	const text = (size: number) => randomBytes(size).toString("base64").replace(/=+$/, "");
	return `${cost}${text(16)}$${text(tag)}`;
}
