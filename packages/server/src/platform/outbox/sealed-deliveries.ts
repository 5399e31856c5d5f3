import type { SealedColumn } from "../keys/sealed-column.ts";
import { LOGOUT } from "./channel.ts";
import { failUnreadable } from "./delivery-store.ts";

/** Addresses, names and times; links are in a table of their own. */
export const sealedDeliveries: SealedColumn = {
	table: "deliveries",
	column: "payload_sealed",
	key: "id",
	label: "delivery",
	async onUnreadable(queries, record, { id, now }) {
		const failed = await failUnreadable(queries, id, now);
		if (failed === null) return;
		const { kind, target, subjectId: userId } = failed;
		const status = "unreadable";
		// The payload alone says of which application.
		if (target === LOGOUT) await record({ event: "oidc_logout_failed", userId, detail: { status } });
		else await record({ event: "mail_failed", userId, detail: { kind, status } });
	},
};
