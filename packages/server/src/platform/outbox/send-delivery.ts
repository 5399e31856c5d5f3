import { setTimeout as rest } from "node:timers/promises";
import type { Foundation } from "../foundation.ts";
import type { CountMail } from "../metrics/count-mails.ts";
import type { Channel, Outcome } from "./channel.ts";
import {
	beginAttempt,
	type Delivery,
	releaseDelivery,
	removeDelivery,
	settleDelivery,
} from "./delivery-store.ts";
import type { Outbox } from "./outbox.ts";

class LeaseLost extends Error {}

/** So many attempts may have arrived: one more, and a user could get the same a third time. */
const MOST_UNANSWERED = 2;
/** Noting what came of an attempt is tried again after these milliseconds: else it could arrive twice. */
const PAUSES = [0, 1_000, 5_000];

/** Sends one delivery that this instance holds, and notes what came of it. At least once, and never a third time. */
export function createSendDelivery(
	{ opened: { database }, audit, clock }: Foundation,
	{
		outbox,
		channel,
		counted,
		signal,
	}: { outbox: Outbox; channel: Channel; counted: CountMail; signal: AbortSignal },
) {
	async function send(delivery: Delivery): Promise<void> {
		const payload = outbox.open(delivery);
		// Keys that were replaced a moment ago are read again within a second.
		if (payload === null) return putOff(delivery, "unreadable");
		try {
			const isKnown = delivery.subjectId !== null;
			const addressed = isKnown ? { delivery, payload } : await channel.findRecipient(delivery, payload);
			if (addressed === null) return;
			const begin = async () => {
				if (!(await beginAttempt(database, delivery))) throw new LeaseLost();
			};
			const outcome = await channel.deliver(addressed, { begin, signal });
			await persist(() => settle(addressed.delivery, outcome));
		} catch (error) {
			if (error instanceof LeaseLost) return;
			// Nothing to do if it was sent: then it is not held any more.
			await putOff(delivery, "error");
			throw error;
		}
	}

	const putOff = (delivery: Delivery, status: string) =>
		releaseDelivery(database, delivery, { nextAt: clock() + channel.waits[0], status });

	async function settle(delivery: Delivery, outcome: Outcome): Promise<void> {
		if (outcome.is === "pointless") return removeDelivery(database, delivery);
		const { status } = outcome;
		if (outcome.is === "sent") {
			const sent = { state: "sent", nextAt: clock(), status, answered: true } as const;
			if (await settleDelivery(database, delivery, sent)) counted("sent");
			return;
		}
		const { permanent, unanswered, also } = outcome;
		const wait = channel.waits[delivery.attempts - 1];
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
		const isSettled = await audit.transact(async (queries, record) => {
			const failed = { state: "failed", nextAt: clock(), status, answered } as const;
			if (!(await settleDelivery(queries, delivery, failed))) return false;
			await also?.(queries);
			await channel.recordLoss(record, { userId, kind, status, attempts, payload: outbox.open(delivery) });
			return true;
		});
		if (isSettled) counted("failed");
	}

	return async function sendUnlessHopeless(delivery: Delivery): Promise<void> {
		const reason = hopeless(delivery, channel.waits.length, clock());
		await (reason === null ? send(delivery) : giveUp(delivery, reason));
	};
}

/** Why it is not tried any more, or null. */
function hopeless(
	{ unanswered, attempts, expiresAt, lastStatus }: Delivery,
	repetitions: number,
	now: number,
): string | null {
	if (unanswered >= MOST_UNANSWERED) return "unanswered";
	if (expiresAt <= now) return "expired";
	return attempts > repetitions + 1 ? (lastStatus ?? "error") : null;
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
