import type { Transact } from "../../platform/audit/audit.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import {
	type Counted,
	type CountedNow,
	type Dimension,
	type LoginAttempt,
	waitsFor,
} from "./attempt-counters.ts";
import { countAttempt, isClosed, waitOf } from "./attempt-rule.ts";
import { findCounters, lockCounters, writeCounters } from "./attempt-store.ts";
import { createPendingAttempts } from "./pending-attempts.ts";

/** Allowed, or what refused an attempt. */
export type ThrottleDecision = "allowed" | "lock" | Dimension;

/** An attempt that is counted and under way, with its counters. */
interface Admitted {
	counters: CountedNow[];
	/** To be called when it is decided. */
	end: () => void;
}

/** Who makes the attempt, and how they learn what is left. */
export interface RateReport {
	requester: LoginAttempt["requester"];
	tell: (counters: readonly CountedNow[], now: number) => void;
}

/** The refusal of a closed counter: waiting does not reopen it. */
export class CounterClosed extends LoginError {}

/** Seconds. A client that must wait for longer may ask again then. */
const LONGEST_RETRY_AFTER = 3600;

/** Counts attempts before what they guess is looked at, or refuses them. */
export function createAdmit({
	opened,
	transact,
	clock,
	config,
	decided,
}: Pick<Platform, "opened" | "clock" | "config"> & {
	transact: Transact;
	decided: (decision: ThrottleDecision) => void;
}) {
	const pending = createPendingAttempts();

	/** Counts the attempt, unless a counter refuses it. */
	async function count(counted: readonly Counted[]): Promise<Admitted | { refusedBy: CountedNow[] }> {
		// A refusal must cost less than a guess.
		const current = await findCounters(opened.reads, counted, clock());
		if (waitsFor(current, clock()) !== null) return { refusedBy: current };
		let end: (() => void) | null = null;
		try {
			return await transact(async (queries) => {
				const now = clock();
				const locked = await lockCounters(queries, counted, now);
				if (waitsFor(locked, now) !== null) return { refusedBy: locked };
				const counters = locked.map((each) => {
					return { ...each, counter: countAttempt(each.counter, now, each.limits) };
				});
				await writeCounters(queries, counters, now);
				// Registered before the commit: a request that finds the counter full because of this attempt must see it as pending.
				end ??= pending.begin(keysOf(counted));
				return { counters, end };
			});
		} catch (error) {
			(end as (() => void) | null)?.();
			throw error;
		}
	}

	/** Counts the attempt as soon as those under way leave room for it. */
	async function admit(counted: readonly Counted[], { requester, tell }: RateReport): Promise<Admitted> {
		const giveUpAt = performance.now() + config.requestTimeout;
		for (;;) {
			const underWay = new Set(keysOf(counted).filter(pending.has));
			const outcome = await count(counted);
			const now = clock();
			if ("end" in outcome) {
				tell(outcome.counters, now);
				decided("allowed");
				return outcome;
			}
			const full = waitsFor(outcome.refusedBy, now);
			if (full === null) continue; // The wait has ended since.
			// Also if the last of them was decided while we looked.
			const mayWait = underWay.has(full.key) || pending.has(full.key);
			const rest = giveUpAt - performance.now();
			if (!mayWait || !(await pending.next(full.key, requester.signal, rest))) {
				tell(outcome.refusedBy, now);
				decided(isClosed(full.counter, full.limits) ? "lock" : full.dimension);
				throw refusalBy(full, now);
			}
		}
	}

	return admit;
}

function refusalBy({ counter, limits }: CountedNow, now: number): LoginError {
	const wait = Math.ceil(waitOf(counter, now, limits) / 1000);
	const retryAfter = Math.min(wait, LONGEST_RETRY_AFTER);
	return isClosed(counter, limits)
		? new CounterClosed("rate_limited", { retryAfter })
		: new LoginError("rate_limited", { retryAfter });
}

function keysOf(counted: readonly Counted[]): string[] {
	return counted.map(({ key }) => key);
}
