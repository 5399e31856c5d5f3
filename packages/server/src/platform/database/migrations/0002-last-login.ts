import type { ColumnDataType, Transaction } from "kysely";
import type { Dialect } from "../open.ts";
import type { Tables } from "../tables.ts";

/** For the note after a login: when and where the previous one was, and the failures in between (ASVS 6.3.5). */
export async function up({ schema }: Transaction<Tables>, dialect: Dialect): Promise<void> {
	const integer: ColumnDataType = dialect === "sqlite" ? "integer" : "bigint";
	await schema.alterTable("users").addColumn("last_login_address", "text").execute();
	await schema.alterTable("sessions").addColumn("previous_login_at", integer).execute();
	await schema.alterTable("sessions").addColumn("previous_login_address", "text").execute();
	await schema
		.alterTable("sessions")
		.addColumn("failed_logins", integer, (column) => column.notNull().defaultTo(0))
		.execute();
}
