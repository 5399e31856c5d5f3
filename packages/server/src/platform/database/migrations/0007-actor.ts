import type { Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/** Who caused an event. The release before records none. */
export async function up({ schema }: Transaction<Tables>): Promise<void> {
	await schema.alterTable("audit_events").addColumn("actor_kind", "text").execute();
	await schema.alterTable("audit_events").addColumn("actor_id", "text").execute();
}
