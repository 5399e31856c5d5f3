import type { Client, Transact } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import { LoginError } from "../errors.ts";
import { addressPrefix } from "../lib/address-prefix.ts";
import type { Clock } from "../lib/clock.ts";
import {
	type AttemptCounter,
	type AttemptLimits,
	countAttempt,
	meaningfulUntil,
	takeBack,
	vouchFor,
	waitOf,
} from "./attempt-rule.ts";
import { findCounter, lockCounter, removeCounter, writeCounter } from "./attempt-store.ts";

/**
 * Counts guesses per account and per client address, in the database, so that restarts and other instances count
 * along. The same rows are written whether or not the account exists. Somebody who shows the csrf value of the
 * account's own live session has a budget apart: strangers cannot lock the owner out.
 */
export interface Throttle {
	/** Counts an attempt before it is looked at. Throws rate_limited. */
	reserve(attempt: Attempt): Promise<Reservation>;
	/** Milliseconds that strangers have to wait at an account now; 0: none. */
	strangersWait(username: string): Promise<number>;
	/** Forgets what strangers have failed at an account. */
	unlock(username: string): Promise<void>;
}

export interface Attempt {
	/** Canonical. */
	username: string;
	client: Client;
	/** The csrf reference of the account's own live session, if the caller showed one. */
	ownSession: string | null;
}

export interface Reservation {
	/** The password was right; part of the transaction that starts the session. */
	succeeded(queries: Queryable): Promise<void>;
	/** Nobody looked at the password: overload, a gone client, a failing store. */
	release(): Promise<void>;
}

export interface ThrottleLimits {
	accountFailures: number;
	addressFailures: number;
	failureWindow: number;
	failureDelay: number;
	failureDelayMaximum: number;
	consecutiveFailures: number;
}

interface Counted {
	key: string;
	limits: AttemptLimits;
}

interface CountedAttempt extends Counted {
	/** The wait that this attempt has put on the counter; 0: none. */
	imposed: number;
}

export function createThrottle(dependencies: {
	transact: Transact;
	clock: Clock;
	/** Counters are named by HMAC: the table tells nobody which names were tried. */
	mac: (text: string) => string;
	limits: ThrottleLimits;
}): Throttle {
	const { transact, clock, mac, limits } = dependencies;
	const common = {
		window: limits.failureWindow,
		delay: limits.failureDelay,
		delayMaximum: limits.failureDelayMaximum,
	};
	const accountKey = (username: string) => `account:${mac(username)}`;

	const strangersOf = (username: string): Counted => ({
		key: accountKey(username),
		limits: { ...common, failures: limits.accountFailures, consecutive: limits.consecutiveFailures },
	});

	function countersOf({ username, client, ownSession }: Attempt): Counted[] {
		const account: Counted =
			ownSession === null
				? strangersOf(username)
				: {
						key: `own:${mac(`${username} ${ownSession}`)}`,
						limits: { ...common, failures: limits.accountFailures, consecutive: null },
					};
		const address: Counted = {
			key: `address:${mac(addressPrefix(client.address))}`,
			limits: { ...common, failures: limits.addressFailures, consecutive: null },
		};
		// In one order always, so that transactions never wait for each other in a circle.
		return [account, address].sort((one, other) => (one.key < other.key ? -1 : 1));
	}

	const lock = (queries: Queryable, { key, limits: limit }: Counted, now: number) =>
		lockCounter(queries, key, now + limit.window);
	const write = (queries: Queryable, { key, limits: limit }: Counted, counter: AttemptCounter, now: number) =>
		writeCounter(queries, key, counter, meaningfulUntil(counter, now, limit));

	async function change(queries: Queryable, counted: CountedAttempt[], succeeded: boolean): Promise<void> {
		const now = clock();
		for (const each of counted) {
			const counter = await lock(queries, each, now);
			await write(queries, each, takeBack(counter, succeeded, each.limits, each.imposed), now);
		}
	}

	/** Before other counters are locked, since its key comes first in their order. */
	async function vouch(queries: Queryable, username: string): Promise<void> {
		const strangers = strangersOf(username);
		if ((await findCounter(queries, strangers.key)) === null) return;
		const now = clock();
		await write(queries, strangers, vouchFor(await lock(queries, strangers, now), now), now);
	}

	return {
		async reserve(attempt) {
			const counters = countersOf(attempt);
			const { wait, counted } = await transact(async (queries) => {
				const now = clock();
				const locked: Array<Counted & { counter: AttemptCounter }> = [];
				for (const each of counters) locked.push({ ...each, counter: await lock(queries, each, now) });
				const longest = Math.max(...locked.map(({ counter }) => waitOf(counter, now)));
				if (longest > 0) return { wait: longest, counted: [] };
				const counted: CountedAttempt[] = [];
				for (const { counter, ...each } of locked) {
					const after = countAttempt(counter, now, each.limits);
					await write(queries, each, after, now);
					counted.push({ ...each, imposed: after.blockedUntil });
				}
				return { wait: 0, counted };
			});
			if (wait > 0)
				throw new LoginError("rate_limited", { retryAfter: Math.min(Math.ceil(wait / 1000), 3600) });
			return {
				async succeeded(queries) {
					if (attempt.ownSession !== null) await vouch(queries, attempt.username);
					await change(queries, counted, true);
				},
				release: () => transact((queries) => change(queries, counted, false)),
			};
		},
		async strangersWait(username) {
			const counter = await transact((queries) => findCounter(queries, accountKey(username)));
			return counter === null ? 0 : waitOf(counter, clock());
		},
		async unlock(username) {
			await transact((queries) => removeCounter(queries, accountKey(username)));
		},
	};
}
