import type { RecordEvent } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { SealedColumn } from "./sealed-column.ts";
import { listSealed, writeSealed } from "./sealed-column-store.ts";
import type { SealingKeyring } from "./sealing-keyring.ts";

/** Part of the transaction that changes the keys. */
export async function reencrypt(
	queries: Queryable,
	record: RecordEvent,
	columns: readonly SealedColumn[],
	{ from, to, now }: { from: SealingKeyring; to: SealingKeyring; now: number },
): Promise<void> {
	for (const column of columns) {
		const { label, onUnreadable } = column;
		for (const { id, sealed } of await listSealed(queries, column)) {
			const plain = from.box(label).open(Buffer.from(sealed, "base64url"), id);
			if (plain === null) await onUnreadable(queries, record, { id, now });
			else await writeSealed(queries, column, id, to.box(label).seal(plain, id).toString("base64url"));
		}
	}
}
