import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { SealedColumn } from "../../platform/keys/sealed-column.ts";
import { endOpenSetupLinks } from "./setup-link-store.ts";

/** A link that does not open, or that an attacker knows, is ended: a new one is easily made. */
export const sealedSetupLinks: SealedColumn = {
	table: "setup_links",
	column: "token_sealed",
	key: "id",
	label: "setup link",
	async onUnreadable(queries, record, { id, now }) {
		await end(queries, record, now, { id });
	},
	onCompromised: end,
};

async function end(
	queries: Queryable,
	record: RecordEvent,
	now: number,
	which?: { id: string },
): Promise<number> {
	const ended = await endOpenSetupLinks(queries, now, which);
	for (const { userId } of ended) await record({ event: "setup_link_ended", userId });
	return ended.length;
}
