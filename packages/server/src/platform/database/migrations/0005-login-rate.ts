import type { ColumnDataType, Transaction } from "kysely";
import type { Dialect } from "../open.ts";
import type { Tables } from "../tables.ts";

/** Logins of a user within the current minute. The previous release does not count them. */
export async function up({ schema }: Transaction<Tables>, dialect: Dialect): Promise<void> {
	const integer: ColumnDataType = dialect === "sqlite" ? "integer" : "bigint";
	await schema.alterTable("users").addColumn("login_window_started_at", integer).execute();
	await schema.alterTable("users").addColumn("logins_in_window", integer).execute();
}
