import type { Queryable } from "../../platform/database/tables.ts";
import type { Platform } from "../../platform/platform.ts";
import { CounterClosed, createAdmit, type RateReport, type ThrottleDecision } from "./admit.ts";
import {
	type AttemptCounters,
	type AttemptOrigin,
	type Counted,
	createAttemptCounters,
	type FactorAttempt,
	inOrder,
	type Known,
	type LoginAttempt,
} from "./attempt-counters.ts";
import { waitOf } from "./attempt-rule.ts";
import { findCounters, removeCounters } from "./attempt-store.ts";
import { createBeginAttempt } from "./begin-attempt.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";
import { takeBackAttempt, toVouchFor } from "./take-back-attempt.ts";

export type Throttle = ReturnType<typeof createThrottle>;
/** An attempt that is counted, until it is disposed of. */
export type Reservation = Awaited<ReturnType<Throttle["reserve"]>>;

/**
 * Counts guesses in the database, so that all instances share the counters and a restart forgets none: per account, address and CSRF token
 * for unknown devices, per device for known clients. The same rows are written whether or not the account exists.
 * `decided` gets every decision.
 */
export function createThrottle(
	{ opened, audit, clock, keyring, config }: Platform,
	decided: (decision: ThrottleDecision) => void = () => {},
) {
	// A power cut may give back the last guesses.
	const transact = audit.transactUnsynced;
	const counters = createAttemptCounters(config, keyring.mac("attempt"));
	const admit = createAdmit({ opened, transact, clock, config, decided });
	const begin = createBeginAttempt({ admit, transact, clock });

	const counterToVouchFor = ({
		username,
		known,
	}: Pick<AttemptOrigin, "username" | "known">): Counted | null =>
		known === null || username === null ? null : counters.accountOf(username);

	return {
		/** Counts an attempt before the password is looked at. Throws rate_limited. */
		reserve(attempt: LoginAttempt) {
			const { requester } = attempt;
			const counted = counters.of({ ...attempt, address: requester.client.address });
			const tell: RateReport["tell"] = (now, at) => requester.setHeaders(rateLimitHeaders(now, at));
			return begin(counted, counterToVouchFor(attempt), { requester, tell });
		},
		/**
		 * Counts an attempt at the second factor before it is looked at. A known client whose own counter has closed counts with
		 * unknown devices, whose counter an operator can open; a right code opens both. Throws rate_limited.
		 */
		async reserveFactor({ userId, method, requester, known }: FactorAttempt) {
			const countedFor = (client: Known | null): Counted[] =>
				method === "totp"
					? inOrder([counters.codesOf(userId, client), counters.codeBudgetOf(userId, client)])
					: [counters.recoveryCodesOf(userId, client)];
			const ofUnknown = counters.codesOf(userId, null);
			// No RateLimit header: beside a wrong code it would tell that the password was right.
			const report = { requester, tell: () => {} };
			if (known === null) return begin(countedFor(null), method === "totp" ? null : ofUnknown, report);
			try {
				return await begin(countedFor(known), ofUnknown, report);
			} catch (error) {
				if (error instanceof CounterClosed)
					return begin(countedFor(null), counters.codesOf(userId, known), report);
				throw error;
			}
		},
		/** Takes back the attempt of a first step whose second one has succeeded; part of that transaction. */
		async secondStepSucceeded(queries: Queryable, origin: AttemptOrigin): Promise<void> {
			const vouchedFor = await toVouchFor(queries, counterToVouchFor(origin), clock());
			// The wait that this attempt imposed is no longer known, and stays.
			await takeBackAttempt(queries, counters.of(origin), { succeeded: true, vouchedFor, now: clock() });
		},
		...countersOfUnknownDevices(counters, { opened, clock }),
	};
}

/** The failures of unknown devices at an account and its second factor: how long these wait, and what ends the wait. */
function countersOfUnknownDevices(
	counters: AttemptCounters,
	{ opened, clock }: Pick<Platform, "opened" | "clock">,
) {
	const factorCounters = (userId: string): Counted[] => [
		counters.codesOf(userId, null),
		counters.recoveryCodesOf(userId, null),
	];

	return {
		/**
		 * After a proof that cannot be guessed, the failures of unknown devices at the user's second factor no longer count as a row,
		 * so a closed one opens. Part of the transaction of that proof.
		 */
		async vouchForFactor(queries: Queryable, userId: string): Promise<void> {
			const vouchedFor = await toVouchFor(queries, counters.codesOf(userId, null), clock());
			if (vouchedFor !== null)
				await takeBackAttempt(queries, [], { succeeded: true, vouchedFor, now: clock() });
		},
		/** Milliseconds that unknown devices have to wait at an account now, or at its second factor; 0: none. */
		async unknownDevicesWait({ id, username }: { id: string; username: string }): Promise<number> {
			const ofCodes = [counters.codesOf(id, null), counters.codeBudgetOf(id, null)];
			const counted = [counters.accountOf(username), ...ofCodes];
			const found = await findCounters(opened.reads, counted, clock());
			return Math.max(0, ...found.map(({ counter, limits }) => waitOf(counter, clock(), limits)));
		},
		/** Forgets the failures of unknown devices at an account. */
		unlock: (queries: Queryable, username: string): Promise<void> =>
			removeCounters(queries, [counters.accountOf(username)]),
		/** Forgets the failures of unknown devices at the second factor of a user, and the budget of the day. */
		unlockFactor: (queries: Queryable, userId: string): Promise<void> =>
			removeCounters(queries, [...factorCounters(userId), counters.codeBudgetOf(userId, null)]),
		/**
		 * Failures of unknown devices at the second factor belong to the password. Part of the transaction that sets another
		 * one. The budget of the day stays: a mailbox, which sets passwords, would be a source of guesses.
		 */
		passwordReplaced: (queries: Queryable, userId: string): Promise<void> =>
			removeCounters(queries, factorCounters(userId)),
	};
}
