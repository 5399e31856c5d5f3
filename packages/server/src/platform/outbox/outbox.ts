import type { Queryable } from "../database/tables.ts";
import type { Foundation } from "../foundation.ts";
import { randomUuid } from "../lib/random.ts";
import type { Box } from "../lib/seal.ts";
import { type Delivery, insertDelivery, type Rank } from "./delivery-store.ts";
import { sealedDeliveries } from "./sealed-deliveries.ts";

/** Something to be sent after the transaction in which it is queued. */
export interface Queued {
	kind: string;
	target: string;
	/** The user it is about, if that is known. */
	subjectId: string | null;
	rank: Rank;
	/** JSON: what it is made from. */
	payload: object;
	/** From then on it says nothing useful. */
	expiresAt: number;
	/** What it is sealed with, unless with the keys that this process knows. */
	under?: Boxes | undefined;
}

interface Boxes {
	box(label: string): Box;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * What is to be sent is a row, written in the transaction of what it tells of: neither is there without the other. Any
 * instance sends it (send-deliveries.ts). The payload is encrypted, so the table shows no address and no link.
 */
export function createOutbox({
	clock,
	random,
	keyring,
}: Pick<Foundation, "clock" | "random"> & { keyring: Boxes }) {
	const boxOf = (keys: Boxes) => keys.box(sealedDeliveries.label);
	const box = boxOf(keyring);
	const sleepers: Array<() => void> = [];
	const seal = (id: string, payload: object, under = box): string =>
		under.seal(Buffer.from(JSON.stringify(payload)), id).toString("base64url");
	return {
		/** Part of a transaction. */
		async queue(queries: Queryable, { payload, under = keyring, ...queued }: Queued): Promise<void> {
			const id = randomUuid(random);
			await insertDelivery(queries, {
				...queued,
				id,
				payloadSealed: seal(id, payload, boxOf(under)),
				createdAt: clock(),
			});
		},
		seal,
		/** null: sealed under a key that is gone. */
		open({ id, payloadSealed }: Pick<Delivery, "id" | "payloadSealed">): unknown {
			const plain = box.open(Buffer.from(payloadSealed ?? "", "base64url"), id);
			return plain === null ? null : JSON.parse(plain.toString());
		},
		/** After the commit: what is queued need not wait until this instance looks again. */
		nudge(): void {
			for (const wake of sleepers) wake();
		},
		/** Calls back at each nudge; every channel that sends in this process registers here. */
		onNudge: (act: () => void) => void sleepers.push(act),
	};
}
