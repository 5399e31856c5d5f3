import type { RecordEvent } from "../audit/audit.ts";
import type { Queryable, Tables } from "../database/tables.ts";
import { listSealed, writeSealed } from "./sealed-column-store.ts";
import type { SealingKeyring } from "./sealing-keyring.ts";

/** A column whose values are encrypted under a sealing key. Key rotation re-encrypts exactly those that are declared. */
export type SealedColumn = { [Table in keyof Tables]: SealedColumnOf<Table> }[keyof Tables];

interface SealedColumnOf<Table extends keyof Tables> {
	table: Table;
	column: keyof Tables[Table] & string;
	/** The column that names a row. Each value is bound to that name. */
	key: keyof Tables[Table] & string;
	/** The purpose that the values are sealed for. */
	label: string;
	/** A value does not open: an instance sealed it with a key that it did not yet know to be deleted. */
	onUnreadable: (queries: Queryable, record: RecordEvent, row: { id: string; now: number }) => Promise<void>;
	/** A stranger knows the values: ends what they give access to, and returns how many. Without it they are only re-encrypted. */
	onCompromised?: (queries: Queryable, record: RecordEvent, now: number) => Promise<number>;
}

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
