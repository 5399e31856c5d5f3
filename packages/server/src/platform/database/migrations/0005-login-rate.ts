import type { ColumnDataType, Transaction } from "kysely";
import type { Dialect } from "../open.ts";
import type { Tables } from "../tables.ts";

/** How often a user has logged in within the present minute. The release before counts nothing there. */
export async function up({ schema }: Transaction<Tables>, dialect: Dialect): Promise<void> {
	const integer: ColumnDataType = dialect === "sqlite" ? "integer" : "bigint";
	await schema.alterTable("users").addColumn("login_window_started_at", integer).execute();
	await schema.alterTable("users").addColumn("logins_in_window", integer).execute();
}
