import { setTimeout as rest } from "node:timers/promises";
import type { DetailOf } from "../audit/events.ts";
import type { Queryable } from "../database/tables.ts";
import type { MaintenanceTask } from "../maintenance.ts";
import type { CountMail } from "../metrics/count-mails.ts";
import type { Foundation } from "../platform.ts";
import {
	beginAttempt,
	claimDelivery,
	type Delivery,
	isDeliveryDue,
	releaseDelivery,
	removeDeliveriesDoneBefore,
	removeDelivery,
	settleDelivery,
} from "./delivery-store.ts";
import type { Outbox } from "./outbox.ts";

/** What came of an attempt. */
export type Outcome =
	| { is: "sent"; status: string }
	/** There is nothing to say any more. */
	| { is: "pointless" }
	| {
			is: "failed";
			/** A code. */
			status: string;
			/** No further attempt would help. */
			permanent: boolean;
			/** It may have arrived. */
			unanswered: boolean;
			/** Part of the transaction that notes the failure. */
			also?: (queries: Queryable) => Promise<void>;
	  };

/** How deliveries go out. */
export interface Channel {
	/** The last rank that may go now; null: enough was sent. */
	lastRank(queries: Queryable, now: number): Promise<number | null>;
	/** What it turns out to be about, and is made from, now that it is looked at. null: there is nothing to say. */
	prepare(
		delivery: Delivery,
		payload: unknown,
	): Promise<{ subjectId: string | null; payload: unknown } | null>;
	/** `begin` comes before anything is sent: it rejects when another instance has taken over. */
	deliver(
		delivery: Delivery,
		payload: unknown,
		attempt: { begin: () => Promise<void>; signal: AbortSignal },
	): Promise<Outcome>;
}

class LeaseLost extends Error {}

export type SendDeliveries = ReturnType<typeof createSendDeliveries>;

const MINUTE = 60_000;
const DAY = 86_400_000;
const FIRST_WAIT = MINUTE / 2;
/** Between attempts. */
const WAITS = [FIRST_WAIT, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 120 * MINUTE];
/** So many attempts may have arrived: one more, and a user could get the same a third time. */
const MOST_UNANSWERED = 2;
/** Longer than any attempt takes, also for an instance whose clock is ahead. */
const LEASE = 3 * MINUTE;
const KEPT_FOR = 7 * DAY;
/** Another instance may have queued something. */
const LOOK_EVERY = 5_000;
/** At the stop, for an attempt that is under way. */
const GRACE = 5_000;
/** Noting what came of an attempt is tried again after these milliseconds: else it could arrive twice. */
const PAUSES = [0, 1_000, 5_000];

/**
 * Sends what the outbox holds, one delivery after the other. Each is held by one instance, for the time of a lease: what a killed
 * instance held is sent by another one. At least once, and never a third time.
 */
export function createSendDeliveries(
	{ opened, audit, clock }: Foundation,
	{ outbox, channel, counted }: { outbox: Outbox; channel: Channel; counted: CountMail },
) {
	const { database, reads, dialect } = opened;
	const stopping = new AbortController();
	let isStopping = false;
	let isAsked = false;
	let running: Promise<void> | null = null;

	async function work(): Promise<void> {
		while (isAsked && !isStopping) {
			isAsked = false;
			if (!(await isDeliveryDue(reads, clock()))) continue;
			while (!isStopping && (await sendNext()));
		}
	}

	/** False: there is nothing to send now. */
	async function sendNext(): Promise<boolean> {
		const now = clock();
		const lastRank = await channel.lastRank(reads, now);
		if (lastRank === null) return false;
		const delivery = await claimDelivery(database, dialect, { now, leaseUntil: now + LEASE, lastRank });
		if (delivery === null) return false;
		const reason = hopeless(delivery, now);
		if (reason !== null) await giveUp(delivery, reason);
		else await send(delivery);
		return true;
	}

	async function send(delivery: Delivery): Promise<void> {
		const payload = outbox.open(delivery);
		// Keys that were replaced a moment ago are read anew within a second.
		if (payload === null) return putOff(delivery, "unreadable");
		try {
			const known = await channel.prepare(delivery, payload);
			if (known === null) return await removeDelivery(database, delivery);
			const about = { ...delivery, subjectId: known.subjectId };
			const begin = async () => {
				if (!(await beginAttempt(database, delivery))) throw new LeaseLost();
			};
			const outcome = await channel.deliver(about, known.payload, { begin, signal: stopping.signal });
			await persist(() => settle(about, outcome));
		} catch (error) {
			if (error instanceof LeaseLost) return;
			// Nothing to do if it was sent: then it is not held any more.
			await putOff(delivery, "error");
			throw error;
		}
	}

	const putOff = (delivery: Delivery, status: string) =>
		releaseDelivery(database, delivery, { nextAt: clock() + FIRST_WAIT, status });

	async function settle(delivery: Delivery, outcome: Outcome): Promise<void> {
		if (outcome.is === "pointless") return removeDelivery(database, delivery);
		const { status } = outcome;
		if (outcome.is === "sent") {
			const sent = { state: "sent", nextAt: clock(), status, answered: true } as const;
			if (await settleDelivery(database, delivery, sent)) counted("sent");
			return;
		}
		const { permanent, unanswered, also } = outcome;
		const wait = WAITS[delivery.attempts - 1];
		const nextAt = clock() + (wait ?? 0);
		const isOver =
			permanent ||
			wait === undefined ||
			nextAt >= delivery.expiresAt ||
			(unanswered && delivery.unanswered + 1 >= MOST_UNANSWERED);
		if (isOver) return giveUp(delivery, status, { answered: !unanswered, also });
		const waiting = { state: "waiting", nextAt, status, answered: !unanswered } as const;
		if (await settleDelivery(database, delivery, waiting)) counted("postponed");
	}

	async function giveUp(
		delivery: Delivery,
		status: string,
		{
			answered = false,
			also,
		}: { answered?: boolean; also?: Extract<Outcome, { is: "failed" }>["also"] } = {},
	): Promise<void> {
		const { kind, subjectId: userId, attempts } = delivery;
		// What is not known to be about anyone is no loss.
		if (userId === null) return removeDelivery(database, delivery);
		const detail: DetailOf<"mail_failed"> = { kind, status, attempts };
		const isSettled = await audit.transact(async (queries, record) => {
			const failed = { state: "failed", nextAt: clock(), status, answered } as const;
			if (!(await settleDelivery(queries, delivery, failed))) return false;
			await also?.(queries);
			await record({ event: "mail_failed", userId, detail });
			return true;
		});
		if (isSettled) counted("failed");
	}

	/** Waits for work that was asked for before. */
	function run(): Promise<void> {
		isAsked = true;
		running ??= work().finally(() => {
			running = null;
		});
		return running;
	}
	// A failure is logged when the next look meets it.
	outbox.onNudge(() => void run().catch(() => {}));

	const maintenance: MaintenanceTask[] = [
		{
			run,
			every: LOOK_EVERY,
			hurry() {
				isStopping = true;
				setTimeout(() => stopping.abort(), GRACE).unref();
			},
		},
		{ run: () => removeDeliveriesDoneBefore(database, clock() - KEPT_FOR) },
	];
	return { run, maintenance };
}

/** Why it is not tried any more, or null. */
function hopeless({ unanswered, attempts, expiresAt, lastStatus }: Delivery, now: number): string | null {
	if (unanswered >= MOST_UNANSWERED) return "unanswered";
	if (expiresAt <= now) return "expired";
	return attempts > WAITS.length + 1 ? (lastStatus ?? "error") : null;
}

async function persist(work: () => Promise<void>): Promise<void> {
	for (const [at, pause] of PAUSES.entries()) {
		await rest(pause);
		try {
			return await work();
		} catch (error) {
			if (at === PAUSES.length - 1) throw error;
		}
	}
}
