import type { SealedColumn } from "../keys/sealed-column.ts";
import { failUnreadable } from "./delivery-store.ts";

/** Addresses, names and times; links are in a table of their own. */
export const sealedDeliveries: SealedColumn = {
	table: "deliveries",
	column: "payload_sealed",
	key: "id",
	label: "delivery",
	async onUnreadable(queries, record, { id, now }) {
		const failed = await failUnreadable(queries, id, now);
		if (failed !== null)
			await record({
				event: "mail_failed",
				userId: failed.subjectId,
				detail: { kind: failed.kind, status: "unreadable" },
			});
	},
};
