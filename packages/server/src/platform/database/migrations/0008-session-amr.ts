import type { Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/** What the user of a session has proven. */
export async function up({ schema }: Transaction<Tables>): Promise<void> {
	await schema.alterTable("sessions").addColumn("amr", "text").execute();
}
