import { type ColumnDataType, sql, type Transaction } from "kysely";
import type { Dialect } from "../open.ts";
import type { Tables } from "../tables.ts";

/** Keys that seal values, sealed under the secret; and the running instances with the secrets that they know. */
export async function up({ schema }: Transaction<Tables>, dialect: Dialect): Promise<void> {
	const integer: ColumnDataType = dialect === "sqlite" ? "integer" : "bigint";
	const keys = schema
		.createTable("sealing_keys")
		.addColumn("kid", "text", (column) => column.primaryKey().notNull())
		.addColumn("key_sealed", "text", (column) => column.notNull())
		.addColumn("created_at", integer, (column) => column.notNull())
		.addColumn("activated_at", integer)
		.addColumn("retired_at", integer);
	const instances = schema
		.createTable("instances")
		.addColumn("id", "text", (column) => column.primaryKey().notNull())
		.addColumn("host", "text", (column) => column.notNull())
		.addColumn("version", "text", (column) => column.notNull())
		.addColumn("secrets", "text", (column) => column.notNull())
		.addColumn("started_at", integer, (column) => column.notNull())
		.addColumn("seen_at", integer, (column) => column.notNull());
	for (const table of [keys, instances]) {
		await (dialect === "sqlite" ? table.modifyEnd(sql`strict`) : table).execute();
	}
}
