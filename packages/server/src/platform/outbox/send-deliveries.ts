import type { Foundation } from "../foundation.ts";
import { DAY, MINUTE } from "../lib/clock.ts";
import type { MaintenanceTask } from "../maintenance.ts";
import type { CountMail } from "../metrics/count-mails.ts";
import type { Channel } from "./channel.ts";
import {
	anyRank,
	claimDelivery,
	type Delivery,
	isDeliveryDue,
	type Rank,
	removeDeliveriesDoneBefore,
} from "./delivery-store.ts";
import type { Outbox } from "./outbox.ts";
import { createSendDelivery } from "./send-delivery.ts";

/** Of each rank, by one instance: mails that unauthenticated clients cause keep no other one waiting. */
export const MOST_AT_ONCE = 8;
/** Longer than any attempt takes, also for an instance whose clock is ahead. */
const LEASE = 3 * MINUTE;
const KEPT_FOR = 7 * DAY;
/** Another instance may have queued something. */
const LOOK_EVERY = 5_000;
/** At the stop, for attempts that are under way. */
const GRACE = 5_000;

/**
 * Sends what the outbox holds for one channel, several at a time, so that none waits for the answer to another one. Each is held by one instance,
 * for the time of a lease: what a killed instance held is sent by another one.
 */
export function createSendDeliveries(
	foundation: Foundation,
	{ outbox, channel, counted }: { outbox: Outbox; channel: Channel; counted: CountMail },
) {
	const { clock, opened } = foundation;
	const { target } = channel;
	const { database, reads, dialect } = opened;
	const aborting = new AbortController();
	const send = createSendDelivery(foundation, { outbox, channel, counted, signal: aborting.signal });
	const sending = new Map<Delivery, Promise<void>>();
	const failures: unknown[] = [];
	let isStopping = false;

	const underWay = (rank: Rank) => [...sending.keys()].filter((each) => each.rank === rank).length;

	/** Takes the next one that may go now, for this instance alone. */
	async function take(): Promise<Delivery | null> {
		const now = clock();
		const free = anyRank.filter((rank) => underWay(rank) < MOST_AT_ONCE);
		if (isStopping || !(await isDeliveryDue(reads, { target, now, ofRanks: free }))) return null;
		const open = await channel.ranksWithRoom(reads, { now, underWay });
		const ofRanks = free.filter((rank) => open.includes(rank));
		const except = [...sending.keys()].map(({ id }) => id);
		return claimDelivery(database, dialect, { target, now, leaseUntil: now + LEASE, ofRanks, except });
	}

	function begin(delivery: Delivery): void {
		const attempt = send(delivery)
			.catch((error) => void failures.push(error))
			.finally(() => {
				sending.delete(delivery);
				outbox.nudge();
			});
		sending.set(delivery, attempt);
	}

	let isAsked = false;
	let looking: Promise<void> | null = null;
	async function takeAll(): Promise<void> {
		try {
			while (isAsked) {
				isAsked = false;
				for (let next = await take(); next !== null; next = await take()) begin(next);
			}
		} finally {
			// Here, not when the promise settles: a nudge between the two would begin no look.
			looking = null;
		}
	}
	function look(): Promise<void> {
		isAsked = true;
		looking ??= takeAll();
		return looking;
	}
	// A failure is logged when the next look meets it.
	outbox.onNudge(() => void look().catch(() => {}));

	const maintenance: MaintenanceTask[] = [
		{
			async run() {
				await look();
				const [failure] = failures.splice(0);
				if (failure !== undefined) throw failure;
			},
			every: LOOK_EVERY,
		},
		{
			run: () => removeDeliveriesDoneBefore(database, target, clock() - KEPT_FOR),
			hurry() {
				isStopping = true;
				setTimeout(() => aborting.abort(), GRACE).unref();
			},
			/** What came of an attempt is noted. */
			async stop() {
				await looking?.catch(() => {});
				await Promise.all(sending.values());
			},
		},
	];
	return { maintenance };
}
