import { randomBytes } from "node:crypto";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { PasswordHasher } from "./hash.ts";
import { findImportedCosts } from "./imported-cost-store.ts";
import { Overloaded } from "./work-queue.ts";

const MARGIN = 1.5;
/** Milliseconds: small differences between two measurements do not show. */
const STEP = 250;
/** Milliseconds: a machine may have more to do than when it was measured, or less. */
const MEASURED_FOR = 300_000;
/** Milliseconds; as far as SALLYPORT_REFUSAL_FLOOR goes. */
const MOST_WAITED = 5000;
/** Different costs; where there are more, the longest wait hides them all. */
const MOST_MEASURED = 16;

/** How long a wrong password must wait while the slowest check takes this long. Milliseconds. */
export function timeToHide(slowest: number, setting: number): number {
	const hidden = slowest * MARGIN;
	return hidden <= setting ? setting : Math.min(MOST_WAITED, Math.ceil(hidden / STEP) * STEP);
}

/**
 * How long wrong passwords must wait so that none shows how expensive the hash is that it was compared with. Guesses never
 * change it: it is measured with made-up hashes.
 */
export function createRefusalTime(dependencies: {
	queries: Queryable;
	hasher: Pick<PasswordHasher, "verify">;
	/** Milliseconds. */
	setting: number;
	/** Monotonic. */
	clock?: Clock;
}) {
	const { queries, hasher, setting, clock = () => performance.now() } = dependencies;
	let stored: readonly string[] = [];
	let measured: readonly string[] = [];
	let measuredAt = 0;
	let least = setting;

	/** Of two, because the first one may load its library. */
	async function measure(cost: string): Promise<number> {
		const place = { lane: "known", from: "" } as const;
		const check = async () => (await hasher.verify(madeUp(cost), "any password", undefined, place)).took;
		return Math.min(await check(), await check());
	}

	async function leastFor(costs: readonly string[]): Promise<number> {
		if (costs.length > MOST_MEASURED) return MOST_WAITED;
		let slowest = 0;
		for (const cost of costs) slowest = Math.max(slowest, await measure(cost));
		return timeToHide(slowest, setting);
	}

	return {
		/** The minimum: the setting; more while a check of the most expensive imported hash takes more here. */
		milliseconds: () => least,
		/**
		 * When to answer a wrong password whose check took this long, both in milliseconds. While imported hashes are stored, what takes
		 * longer than the minimum is answered at a multiple of it.
		 */
		answerAfter: (took: number) =>
			stored.length === 0 ? least : Math.max(1, Math.ceil(took / least)) * least,
		/** Looks up which costs are stored now, and measures them when they have changed and every few minutes. */
		async refresh(): Promise<void> {
			stored = await findImportedCosts(queries, MOST_MEASURED + 1);
			const now = clock();
			const isKnown = stored.join() === measured.join();
			if (isKnown && (stored.length === 0 || now - measuredAt < MEASURED_FOR)) return;
			// What was never measured may take any time.
			if (!stored.every((cost) => measured.includes(cost))) least = MOST_WAITED;
			try {
				least = stored.length === 0 ? setting : await leastFor(stored);
			} catch (error) {
				// The next refresh tries again.
				if (error instanceof Overloaded) return;
				throw error;
			}
			measured = stored;
			measuredAt = now;
		},
	};
}

/** A hash of this cost, of no password. */
function madeUp(cost: string): string {
	const tag = cost.startsWith("imported$bcrypt") ? 23 : 32;
	const text = (size: number) => randomBytes(size).toString("base64").replace(/=+$/, "");
	return `${cost}${text(16)}$${text(tag)}`;
}
