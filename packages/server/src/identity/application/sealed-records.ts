import type { SealedColumn } from "../../platform/keys/sealed-column.ts";
import { endEveryGrant } from "./grant-store.ts";
import { removeRecords } from "./record-store.ts";

export const sealedRecords: SealedColumn = {
	table: "oidc_records",
	column: "payload_sealed",
	key: "id_hash",
	ends: "expires_at",
	label: "oidc record",
	// The user logs in once more.
	onUnreadable: (queries, _record, { id }) => removeRecords(queries, { idHash: id }),
	async onCompromised(queries, _record, now) {
		await endEveryGrant(queries, now);
		return 0;
	},
};
