import type { DeliveryTable } from "../database/tables-of-outbox.ts";

/** What may have come of a mail. */
export const deliveryStates = ["waiting", "sent", "failed"] as const satisfies DeliveryTable["state"][];

/** Which mails are listed. */
export interface MailFilter {
	state?: (typeof deliveryStates)[number] | undefined;
	userId?: string | undefined;
}
