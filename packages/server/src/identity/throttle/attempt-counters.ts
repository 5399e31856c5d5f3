import type { Requester } from "../../platform/http/requester.ts";
import { addressPrefix, networkPrefix } from "../../platform/lib/address-prefix.ts";
import { type AttemptCounter, type AttemptLimits, waitOf } from "./attempt-rule.ts";

/** What guesses are counted by. `client` is a known one: a device, or the page of a live session of the user. */
export type Dimension = "account" | "client" | "address" | "network" | "csrf";

export interface Attempt {
	/** Canonical; null where no account is named, as with a setup link. */
	username: string | null;
	requester: Requester;
	/** What the csrf value at login refers to: a session, or the cookie of a visitor. */
	csrfReference: string | null;
	/** How this very account knows the caller; null: a stranger. */
	known: Known | null;
}

export interface Known {
	by: "device" | "session";
	reference: string;
}

/** One counter that an attempt is counted on. */
export interface Counted {
	dimension: Dimension;
	key: string;
	limits: AttemptLimits;
}

/** A counter and how it stands. */
export interface CountedNow extends Counted {
	counter: AttemptCounter;
}

/** Milliseconds. */
export interface ThrottleLimits {
	accountFailures: number;
	addressFailures: number;
	csrfFailures: number;
	failureWindow: number;
	failureDelay: number;
	failureDelayMaximum: number;
	consecutiveFailures: number;
	consecutiveAction: "wait" | "close";
	/** An attempt waits no longer for others that are under way. */
	requestTimeout: number;
}

/** A network of IPv6 holds 65536 prefixes of customers; one customer may hold it all. */
const NETWORK_FACTOR = 8;

/**
 * Which counters an attempt is counted on. A known client has one of its own, and no other: whatever strangers do from
 * the same address or at the same account cannot lock it out. Counters are named by HMAC, so that the table tells nobody
 * which names were tried.
 */
export function createAttemptCounters(limits: ThrottleLimits, mac: (text: string) => string) {
	const common = {
		window: limits.failureWindow,
		delay: limits.failureDelay,
		delayMaximum: limits.failureDelayMaximum,
		consecutive: null,
		closes: false,
	};
	const counter = (dimension: Dimension, of: string, failures: number): Counted => ({
		dimension,
		key: `${dimension}:${mac(`${dimension} ${of}`)}`,
		limits: { ...common, failures },
	});

	function accountOf(username: string): Counted {
		const account = counter("account", username, limits.accountFailures);
		const { consecutiveFailures: consecutive, consecutiveAction } = limits;
		return { ...account, limits: { ...account.limits, consecutive, closes: consecutiveAction === "close" } };
	}

	return {
		accountOf,
		/** In one order always, so that transactions never wait for each other in a circle. */
		of({ username, requester, csrfReference, known }: Attempt): Counted[] {
			if (known !== null)
				return [counter("client", `${known.by} ${known.reference} ${username}`, limits.accountFailures)];
			const { address } = requester.client;
			const network = networkPrefix(address);
			const counters = [counter("address", addressPrefix(address), limits.addressFailures)];
			if (username !== null) counters.push(accountOf(username));
			if (network !== null)
				counters.push(counter("network", network, limits.addressFailures * NETWORK_FACTOR));
			if (csrfReference !== null) counters.push(counter("csrf", csrfReference, limits.csrfFailures));
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

export function failuresOfAddress(counted: readonly CountedNow[]): number {
	return counted.find(({ dimension }) => dimension === "address")?.counter.failures ?? 0;
}
