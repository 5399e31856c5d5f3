/**
 * Events as they happen, for pages and programs that keep a connection open. One follower reads for all watchers of an instance, and
 * only while there are any.
 */

import { setTimeout } from "node:timers/promises";
import { listEventsAfter } from "../../platform/audit/audit-store.ts";
import { type EventFilter, isMatch } from "../../platform/audit/event-filter.ts";
import { LoginError } from "../../platform/errors.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import type { Platform } from "../../platform/platform.ts";
import { followEvents, readFollowed } from "./follow-events.ts";
import { OVERLAP } from "./follow-new.ts";
import { type NamedEvent, nameEvents } from "./name-events.ts";

/** Milliseconds between two reads. */
const INTERVAL = 1000;
/** Of one instance, and of one admin or access key. */
const MOST = 50;
const MOST_OF_ONE = 5;
/** Events of one read, and those that a watcher who was away gets, at most. */
const MOST_AT_ONCE = 1000;
const LONGEST_AWAY = HOUR;
/** Events, and reads, that may wait for a watcher when more come. */
const MOST_WAITING = 200;
const MOST_READS = 60;

/** What one read has found; `gap`: there was more before it. */
export interface Seen {
	events: NamedEvent[];
	gap: boolean;
}

interface Watcher {
	actorId: string;
	filter: EventFilter;
	waiting: Seen[];
	/** Ends it, for good or with a failure. */
	ended: { because: unknown } | null;
	wake(): void;
}

export function createWatchEvents({ opened: { reads }, clock }: Platform) {
	const watchers = new Set<Watcher>();
	/** Resolves with the one follower, from when on it misses nothing; null: there are no watchers. */
	let follower: ReturnType<typeof followEvents> | null = null;

	function follow() {
		if (follower === null) {
			follower = followEvents(reads, clock);
			void readFor(follower);
		}
		return follower;
	}

	async function readFor(following: ReturnType<typeof followEvents>): Promise<void> {
		try {
			const next = await following;
			while (watchers.size > 0) {
				await setTimeout(INTERVAL, undefined, { ref: false });
				const places = await next();
				const read = await readFollowed(reads, places.slice(-MOST_AT_ONCE));
				const seen = { events: await nameEvents(reads, read), gap: places.length > MOST_AT_ONCE };
				for (const watcher of watchers) give(watcher, seen);
			}
		} catch (because) {
			for (const watcher of watchers) end(watcher, because);
		} finally {
			follower = null;
		}
	}

	/** Since the event that its watcher saw last; ten seconds of it again, because some may have been committed later. */
	async function missedBy(filter: EventFilter, last: { time: number } | null): Promise<Seen> {
		if (last === null) return { events: [], gap: false };
		const now = clock();
		if (last.time < now - LONGEST_AWAY) return { events: [], gap: true };
		const from = { time: Math.min(last.time, now) - OVERLAP, id: "" };
		const found = await listEventsAfter(reads, from, MOST_AT_ONCE + 1);
		if (found.length > MOST_AT_ONCE) return { events: [], gap: true };
		const matching = found.filter((event) => isMatch(event, filter));
		return { events: await nameEvents(reads, matching), gap: false };
	}

	/** Yields at once, then about every second, also when nothing has happened. */
	async function* seenBy(watcher: Watcher, last: { time: number } | null): AsyncGenerator<Seen> {
		try {
			await follow();
			const missed = await missedBy(watcher.filter, last);
			yield missed;
			const known = new Set(missed.events.map(({ id }) => id));
			while (true) {
				const seen = watcher.waiting.shift();
				if (seen !== undefined) yield { ...seen, events: seen.events.filter(({ id }) => !known.has(id)) };
				else if (watcher.ended === null) await new Promise<void>((wake) => Object.assign(watcher, { wake }));
				else if (watcher.ended.because === null) return;
				else throw watcher.ended.because;
			}
		} finally {
			watchers.delete(watcher);
		}
	}

	return {
		/** `close` gives the place back, whether anything was read or not. Throws overloaded. */
		watch(actorId: string, filter: EventFilter, last: { time: number } | null) {
			const watcher: Watcher = { actorId, filter, waiting: [], ended: null, wake: () => {} };
			const ofOne = [...watchers].filter((other) => other.actorId === actorId).length;
			if (watchers.size >= MOST || ofOne >= MOST_OF_ONE) throw new LoginError("overloaded", tooMany);
			watchers.add(watcher);
			const close = (): void => {
				watchers.delete(watcher);
				end(watcher, null);
			};
			return { began: clock(), seen: seenBy(watcher, last), close };
		},
		/** Ends all of them, at the stop of the service. */
		endAll(): void {
			for (const watcher of watchers) end(watcher, null);
		},
	};
}

/** A watcher who reads too slowly gets the event of a gap and is let go. */
function give(watcher: Watcher, { events: all, gap }: Seen): void {
	if (watcher.ended !== null) return;
	const waiting = watcher.waiting.reduce((sum, seen) => sum + seen.events.length, 0);
	if (waiting > MOST_WAITING || watcher.waiting.length > MOST_READS) {
		end(watcher, null);
		watcher.waiting.push({ events: [], gap: true });
	} else {
		watcher.waiting.push({ events: all.filter((event) => isMatch(event, watcher.filter)), gap });
	}
	watcher.wake();
}

function end(watcher: Watcher, because: unknown): void {
	watcher.ended ??= { because };
	watcher.waiting = [];
	watcher.wake();
}

const tooMany = {
	message: "Too many streams of events are open. Close one, or try again in a moment.",
	retryAfter: 10,
};
