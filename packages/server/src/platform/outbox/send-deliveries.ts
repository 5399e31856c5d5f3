import { setTimeout as rest } from "node:timers/promises";
import { DAY, HOUR, MINUTE } from "../lib/clock.ts";
import type { MaintenanceTask } from "../maintenance.ts";
import type { CountMail } from "../metrics/count-mails.ts";
import type { Foundation } from "../platform.ts";
import type { Channel } from "./channel.ts";
import { claimDelivery, type Delivery, isDeliveryDue, removeDeliveriesDoneBefore } from "./delivery-store.ts";
import type { Outbox } from "./outbox.ts";
import { ranks, ranksOfStrangers } from "./ranks.ts";
import { createSendDelivery } from "./send-delivery.ts";
import { isOneUnderWay, removeDecoysBeyond } from "./strangers-store.ts";

/** Longer than any attempt takes, also for an instance whose clock is ahead. */
const LEASE = 3 * MINUTE;
const KEPT_FOR = 7 * DAY;
/** Another instance may have queued something. */
const LOOK_EVERY = 5_000;
/** At the stop, for an attempt that is under way. */
const GRACE = 5_000;
/** What strangers have caused and waits; of more, decoys are dropped. */
const MOST_WAITING = 100;

/**
 * Sends what the outbox holds, in two lanes, each one delivery after the other. Each is held by one instance, for the time of a
 * lease: what a killed instance held is sent by another one.
 *
 * In the lane of what strangers cause, there is a decoy for each mail that has no reader. Both take the same turns of the same
 * length, so nothing that a stranger can measure tells one from the other, nor in which order they go.
 */
export function createSendDeliveries(
	foundation: Foundation,
	{ outbox, channel, counted }: { outbox: Outbox; channel: Channel; counted: CountMail },
) {
	const { clock, opened } = foundation;
	const { database, reads, dialect } = opened;
	const stopping = new AbortController();
	const aborting = new AbortController();
	const { lookUp, send } = createSendDelivery(foundation, {
		outbox,
		channel,
		counted,
		signal: aborting.signal,
	});

	const claim = (ofRanks: readonly number[], more: { isNew?: boolean } = {}): Promise<Delivery | null> => {
		const now = clock();
		return claimDelivery(database, dialect, { now, leaseUntil: now + LEASE, ofRanks, ...more });
	};

	/** False: there is nothing to send now. */
	async function sendNext(): Promise<boolean> {
		if ((await channel.lastRank(reads, clock())) === null) return false;
		const delivery = await claim([ranks.first]);
		if (delivery !== null) await send(delivery);
		return delivery !== null;
	}

	/** One step: while a recipient is not looked up yet, looks one up; otherwise sends one. False: there is nothing to do now. */
	async function sendNextOfStrangers(): Promise<boolean> {
		const lastRank = await channel.lastRank(reads, clock());
		if (lastRank === null || lastRank < ranks.forStrangers) return false;
		const asked = await claim([ranks.forStrangers], { isNew: true });
		if (asked !== null) {
			await lookUp(asked);
			return true;
		}
		if (await isOneUnderWay(reads, clock())) return false;
		await removeDecoysBeyond(database, MOST_WAITING);
		// One that came meanwhile is looked up first.
		const delivery = await claim(ranksOfStrangers, { isNew: false });
		if (delivery === null) return false;
		const end = rest(channel.slot, undefined, { signal: stopping.signal }).catch(() => {});
		await send(delivery, end);
		await end;
		return true;
	}

	const createLane = (ofRanks: readonly number[], next: () => Promise<boolean>) => {
		let isAsked = false;
		let running: Promise<void> | null = null;
		async function work(): Promise<void> {
			while (isAsked && !stopping.signal.aborted) {
				isAsked = false;
				if (!(await isDeliveryDue(reads, clock(), ofRanks))) continue;
				while (!stopping.signal.aborted && (await next()));
			}
		}
		/** Waits for work that was asked for before. */
		return function run(): Promise<void> {
			isAsked = true;
			running ??= work().finally(() => {
				running = null;
			});
			return running;
		};
	};
	const lanes = [createLane([ranks.first], sendNext), createLane(ranksOfStrangers, sendNextOfStrangers)];
	outbox.onNudge(() => {
		// A failure is logged when the next look meets it.
		for (const run of lanes) run().catch(() => {});
	});

	const maintenance: MaintenanceTask[] = [
		...lanes.map((run) => ({ run, every: LOOK_EVERY })),
		{
			async run() {
				await removeDeliveriesDoneBefore(database, clock() - KEPT_FOR);
				await removeDeliveriesDoneBefore(database, clock() - HOUR, [ranks.decoy]);
			},
			hurry() {
				stopping.abort();
				setTimeout(() => aborting.abort(), GRACE).unref();
			},
			/** Runs that were nudged are waited for, too: what came of an attempt is noted. */
			async stop() {
				await Promise.allSettled(lanes.map((run) => run()));
			},
		},
	];
	return { maintenance };
}
