import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Platform } from "../../platform/platform.ts";
import { BudgetExhausted, createAdmit, type RateReport, type ThrottleDecision } from "./admit.ts";
import {
	type Attempt,
	type AttemptOrigin,
	type Counted,
	type CountedNow,
	createAttemptCounters,
	type Dimension,
	type FactorAttempt,
	inOrder,
	type Known,
} from "./attempt-counters.ts";
import { blankCounter, isClosed, takeBack, vouchFor, waitOf } from "./attempt-rule.ts";
import { findCounters, lockCounters, removeCounters, writeCounters } from "./attempt-store.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

export type Throttle = ReturnType<typeof createThrottle>;
/** An attempt that is counted, until it is disposed of. */
export type Reservation = Awaited<ReturnType<Throttle["reserve"]>>;

const MOST_FAILURES_OF_PEOPLE = 5;

/**
 * Counts guesses in the database, so that restarts and other instances count along: per account, address and CSRF token
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

	/** Takes an attempt back; with a success of a known client, failures of unknown devices are not in a row any more. */
	async function takeBackAll(
		queries: Queryable,
		counted: readonly CountedNow[],
		{ succeeded, vouchedFor }: { succeeded: boolean; vouchedFor: Counted | null },
	): Promise<CountedNow[]> {
		const now = clock();
		const imposed = new Map(counted.map(({ key, counter }) => [key, counter.blockedUntil]));
		const touched: Counted[] = vouchedFor === null ? [...counted] : [...counted, vouchedFor];
		const after = (await lockCounters(queries, inOrder(touched), now)).map((each) => {
			const { key, counter, limits } = each;
			const own = imposed.get(key);
			return {
				...each,
				counter:
					own === undefined ? vouchFor(counter, now, limits) : takeBack(counter, succeeded, limits, own),
			};
		});
		await writeCounters(queries, after, now);
		return after;
	}

	/** A counter, if there is anything on it to vouch for. */
	async function toVouchFor(queries: Queryable, vouched: Counted | null): Promise<Counted | null> {
		if (vouched === null) return null;
		const [found] = await findCounters(queries, [vouched], clock());
		return (found?.counter.consecutive ?? 0) > 0 ? vouched : null;
	}

	const unknownDevicesAt = ({
		username,
		known,
	}: Pick<AttemptOrigin, "username" | "known">): Counted | null =>
		known === null || username === null ? null : counters.accountOf(username);

	const waitsOfPassword = (userId: string): Counted[] => [
		counters.codesOf(userId, null),
		counters.recoveryCodesOf(userId, null),
	];

	/** Counts an attempt. `vouched`: the counter that a success vouches for. */
	async function begin(toCount: Counted[], vouched: Counted | null, report: RateReport) {
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
			/** The password was right, but one too many: it stays counted where it came from, and not on the account. */
			overLimit(): void {
				toTakeBack = counted.filter(({ dimension }) => dimension === "account" || dimension === "client");
			},
			/** The guess was right; part of the transaction that starts the session. */
			async succeeded(queries: Queryable): Promise<void> {
				isDecided = true;
				const vouchedFor = await toVouchFor(queries, vouched);
				const after = await takeBackAll(queries, counted, { succeeded: true, vouchedFor });
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
					if (!isDecided) await transact((queries) => takeBackAll(queries, toTakeBack, untouched));
				} catch {
					// The store is unavailable. The caller has its own answer, and the attempt stays counted.
				} finally {
					end();
				}
			},
		};
	}

	return {
		/** Counts an attempt before the password is looked at. Throws rate_limited. */
		reserve(attempt: Attempt) {
			const { requester } = attempt;
			const counted = counters.of({ ...attempt, address: requester.client.address });
			const tell: RateReport["tell"] = (now, at) => requester.setHeaders(rateLimitHeaders(now, at));
			return begin(counted, unknownDevicesAt(attempt), { requester, tell });
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
				if (error instanceof BudgetExhausted)
					return begin(countedFor(null), counters.codesOf(userId, known), report);
				throw error;
			}
		},
		/** Takes back the attempt of a first step whose second one has succeeded; part of that transaction. */
		async secondStepSucceeded(queries: Queryable, origin: AttemptOrigin): Promise<void> {
			// The wait that this attempt imposed is not known any more, and stays.
			const counter = { ...blankCounter, blockedUntil: -1 };
			const counted = counters.of(origin).map((each) => ({ ...each, counter }));
			const vouchedFor = await toVouchFor(queries, unknownDevicesAt(origin));
			await takeBackAll(queries, counted, { succeeded: true, vouchedFor });
		},
		/**
		 * After a proof that cannot be guessed: what unknown devices failed at the second factor of the user is not in a row any
		 * more, so a closed one opens. Part of the transaction of that proof.
		 */
		async vouchForFactor(queries: Queryable, userId: string): Promise<void> {
			const vouchedFor = await toVouchFor(queries, counters.codesOf(userId, null));
			if (vouchedFor !== null) await takeBackAll(queries, [], { succeeded: true, vouchedFor });
		},
		/** Milliseconds that unknown devices have to wait at an account now, or at its second factor; 0: none. */
		async unknownDevicesWait({ id, username }: { id: string; username: string }): Promise<number> {
			const ofCodes = [counters.codesOf(id, null), counters.codeBudgetOf(id, null)];
			const counted = [counters.accountOf(username), ...ofCodes];
			const found = await findCounters(opened.reads, counted, clock());
			return Math.max(0, ...found.map(({ counter, limits }) => waitOf(counter, clock(), limits)));
		},
		/** Forgets what unknown devices have failed at an account. */
		unlock: (queries: Queryable, username: string): Promise<void> =>
			removeCounters(queries, [counters.accountOf(username)]),
		/** Forgets what unknown devices have failed at the second factor of a user, the budget of the day included. */
		unlockFactor: (queries: Queryable, userId: string): Promise<void> =>
			removeCounters(queries, [...waitsOfPassword(userId), counters.codeBudgetOf(userId, null)]),
		/**
		 * What unknown devices have failed at the second factor belongs to the password. Part of the transaction that sets another
		 * one. The budget of the day stays: a mailbox, which sets passwords, would be a source of guesses.
		 */
		passwordReplaced: (queries: Queryable, userId: string): Promise<void> =>
			removeCounters(queries, waitsOfPassword(userId)),
	};
}

/** Counters that tell whose account was tried. */
const ofUser: ReadonlySet<Dimension> = new Set(["account", "client", "factor"]);
