import type { RecordEvent, Transact } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { createAdmit, RateReport } from "./admit.ts";
import type { Counted, Dimension } from "./attempt-counters.ts";
import { isClosed, waitOf } from "./attempt-rule.ts";
import { takeBackAttempt, toVouchFor } from "./take-back-attempt.ts";

const MOST_FAILURES_OF_PEOPLE = 5;

/** Counters of one user, whom the event then names. */
const ofUser: ReadonlySet<Dimension> = new Set(["account", "client", "factor"]);

/** Counts attempts, each of them until it is disposed of. `vouched`: the counter that a success vouches for. */
export function createBeginAttempt({
	admit,
	transact,
	clock,
}: {
	admit: ReturnType<typeof createAdmit>;
	transact: Transact;
	clock: Clock;
}) {
	return async function beginAttempt(toCount: Counted[], vouched: Counted | null, report: RateReport) {
		const { requester, tell } = report;
		const { counters: counted, end } = await admit(toCount, report);
		const address = counted.find(({ dimension }) => dimension === "address");
		let isDecided = false;
		let toTakeBack = counted;
		return {
			/** Whether its address has failed no more often than an honest user does. */
			quiet: (address?.counter.failures ?? 0) <= MOST_FAILURES_OF_PEOPLE,
			/** Right or wrong, the guess logs no user in: the attempt stays counted, whatever fails from now on. */
			keep(): void {
				isDecided = true;
			},
			/** The password was right, but over the limit: it stays counted for where it came from, but not for the account. */
			overLimit(): void {
				toTakeBack = counted.filter(({ dimension }) => dimension === "account" || dimension === "client");
			},
			/** The guess was right; part of the transaction that starts the session. */
			async succeeded(queries: Queryable): Promise<void> {
				isDecided = true;
				const vouchedFor = await toVouchFor(queries, vouched, clock());
				const after = await takeBackAttempt(queries, counted, { succeeded: true, vouchedFor, now: clock() });
				tell(after, clock());
			},
			/** Waits for that transaction; one that failed was no guess. */
			async settledBy<T>(transaction: Promise<T>): Promise<T> {
				try {
					return await transaction;
				} catch (error) {
					isDecided = false;
					throw error;
				}
			},
			/** Records which waits the attempt has caused: once each, so that asking again while it lasts fills no table. */
			async recordWaits(record: RecordEvent, userId: string | null): Promise<void> {
				for (const { dimension, counter, limits } of counted) {
					const wait = Math.ceil(waitOf(counter, clock(), limits) / 1000);
					if (wait === 0) continue;
					const { consecutive, failures } = counter;
					const event = isClosed(counter, limits)
						? ({ event: "authn_login_lock", detail: { scope: dimension, consecutive } } as const)
						: ({ event: "authn_login_fail_max", detail: { scope: dimension, failures, wait } } as const);
					const of = ofUser.has(dimension) ? userId : null;
					await record({ ...event, userId: of, client: requester.client });
				}
			},
			/** Neither kept nor succeeded, the attempt is taken back. */
			async [Symbol.asyncDispose](): Promise<void> {
				try {
					const untouched = { succeeded: false, vouchedFor: null };
					if (!isDecided)
						await transact((queries) => takeBackAttempt(queries, toTakeBack, { ...untouched, now: clock() }));
				} catch {
					// The store is unavailable. The caller answers as it would have, and the attempt stays counted.
				} finally {
					end();
				}
			},
		};
	};
}
