import type { Config } from "../../platform/config/config.ts";
import type { Requester } from "../../platform/http/requester.ts";
import { addressPrefix, networkPrefix } from "../../platform/lib/address-prefix.ts";
import { DAY } from "../../platform/lib/clock.ts";
import { type AttemptCounter, type AttemptLimits, waitOf } from "./attempt-rule.ts";

/** What guesses are counted by. `client` is a known one: a device, or the page of a live session of the user. */
export type Dimension = "account" | "client" | "address" | "network" | "csrf" | "factor";

/** Where an attempt comes from, and which account it is for. */
export interface AttemptOrigin {
	/** Canonical; null where no account is named, as with a setup link. */
	username: string | null;
	address: string;
	/** What the CSRF token at login refers to: a session, or the cookie of a visitor. */
	csrfReference: string | null;
	/** How this account knows the caller; null: an unknown device. */
	known: Known | null;
}

export interface LoginAttempt extends Omit<AttemptOrigin, "address"> {
	requester: Requester;
}

/** An attempt at the second factor of a user. The caller has proven the first one. */
export interface FactorAttempt {
	userId: string;
	/** The kind of code that is guessed. */
	method: "totp" | "recovery_code";
	requester: Requester;
	known: Known | null;
}

export interface Known {
	by: "device" | "session";
	reference: string;
}

/** A counter on which an attempt is counted. */
export interface Counted {
	dimension: Dimension;
	key: string;
	limits: AttemptLimits;
}

/** A counter and its current values. */
export interface CountedNow extends Counted {
	counter: AttemptCounter;
}

/** An IPv6 network holds 65536 prefixes of customers, but one customer may have all of it. */
const NETWORK_FACTOR = 8;

/** For recovery codes. With 70 bits none can be guessed, so failures never close the last way in. */
const RECOVERY_CODE_LIMITS: AttemptLimits = {
	failures: 5,
	window: 15 * 60_000,
	delay: 30_000,
	delayMaximum: 3_600_000,
	consecutive: null,
	closes: false,
	ebbs: false,
};

/**
 * For an app: codes of six digits, three of which are right at a time. After twenty wrong ones in a row an attacker has found one with a
 * probability of 6e-5 (ASVS 6.6.3), and from then on none is looked at, until the user logs in or gets another password.
 */
const CODE_LIMITS: AttemptLimits = { ...RECOVERY_CODE_LIMITS, consecutive: 20, closes: true };

const EACH = DAY / 20;

/** For an app, whatever its user does: twenty at once and one more each 72 minutes, so at most forty in any 24 hours. */
export const CODE_BUDGET: AttemptLimits = {
	failures: 20,
	window: DAY,
	delay: EACH,
	delayMaximum: EACH,
	consecutive: null,
	closes: false,
	ebbs: true,
};

export type AttemptCounters = ReturnType<typeof createAttemptCounters>;

/**
 * Which counters an attempt is counted on. A known client has one of its own, and no other: whatever attackers do from
 * the same address or at the same account cannot lock it out. Counters are named by HMAC, so that the table does not show
 * which names were tried.
 */
export function createAttemptCounters(config: Config, mac: (text: string) => string) {
	const counter = (dimension: Dimension, of: string, failures: number): Counted => ({
		dimension,
		key: `${dimension}:${mac(`${dimension} ${of}`)}`,
		limits: {
			failures,
			window: config.failureWindow,
			delay: config.failureDelay,
			delayMaximum: config.failureDelayMaximum,
			consecutive: dimension === "account" ? config.consecutiveFailures : null,
			closes: dimension === "account" && config.consecutiveAction === "close",
			ebbs: false,
		},
	});
	/** Counters of a user's second factor: one for all unknown devices, and one for each known client. */
	const factor = (name: string, limits: AttemptLimits) => {
		return (userId: string, known: Known | null): Counted => {
			const of = known === null ? userId : `${known.by} ${known.reference} ${userId}`;
			return { dimension: "factor", key: `factor:${mac(`${name} ${of}`)}`, limits };
		};
	};
	const accountOf = (username: string): Counted => counter("account", username, config.accountFailures);

	return {
		accountOf,
		codesOf: factor("factor", CODE_LIMITS),
		codeBudgetOf: factor("factor budget", CODE_BUDGET),
		recoveryCodesOf: factor("recovery code", RECOVERY_CODE_LIMITS),
		/** Always in the same order, so that transactions cannot deadlock. */
		of({ username, address, csrfReference, known }: AttemptOrigin): Counted[] {
			if (known !== null)
				return [counter("client", `${known.by} ${known.reference} ${username}`, config.accountFailures)];
			const network = networkPrefix(address);
			const counters = [counter("address", addressPrefix(address), config.addressFailures)];
			if (username !== null) counters.push(accountOf(username));
			if (network !== null)
				counters.push(counter("network", network, config.addressFailures * NETWORK_FACTOR));
			if (csrfReference !== null) counters.push(counter("csrf", csrfReference, config.csrfFailures));
			return inOrder(counters);
		},
	};
}

export function inOrder(counters: Counted[]): Counted[] {
	return counters.sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** The counter that refuses for longest; null: none does. */
export function waitsFor(counted: readonly CountedNow[], now: number): CountedNow | null {
	const wait = ({ counter, limits }: CountedNow) => waitOf(counter, now, limits);
	const waiting = counted.filter((each) => wait(each) > 0);
	return waiting.sort((one, other) => wait(other) - wait(one))[0] ?? null;
}
