import { type ColumnDataType, sql, type Transaction } from "kysely";
import type { Dialect } from "../open.ts";
import type { Tables } from "../tables.ts";

/** Revocation for offline verifiers: a status list entry for each token session, and the revoked entries. */
export async function up({ schema }: Transaction<Tables>, dialect: Dialect): Promise<void> {
	const integer: ColumnDataType = dialect === "sqlite" ? "integer" : "bigint";
	await schema.alterTable("sessions").addColumn("status_list", "text").execute();
	await schema.alterTable("sessions").addColumn("status_index", integer).execute();
	await schema
		.createIndex("sessions_status")
		.on("sessions")
		.columns(["status_list", "status_index"])
		.unique()
		.execute();

	const lists = schema
		.createTable("status_lists")
		.addColumn("id", "text", (column) => column.primaryKey().notNull())
		.addColumn("created_at", integer, (column) => column.notNull())
		.addColumn("closed_at", integer);
	// No foreign key to sessions: a revocation outlives the session and its user.
	const revocations = schema
		.createTable("status_revocations")
		.addColumn("status_list", "text", (column) => column.notNull())
		.addColumn("status_index", integer, (column) => column.notNull())
		.addColumn("expires_at", integer, (column) => column.notNull())
		.addPrimaryKeyConstraint("status_revocations_place", ["status_list", "status_index"]);
	for (const table of [lists, revocations]) {
		await (dialect === "sqlite" ? table.modifyEnd(sql`strict`) : table).execute();
	}
	await schema
		.createIndex("status_revocations_expires_at")
		.on("status_revocations")
		.column("expires_at")
		.execute();

	// The live sessions of one kind of a user by last use, without reading ended ones.
	await schema
		.createIndex("sessions_of_user")
		.on("sessions")
		.columns(["user_id", "ended_at", "kind", "last_seen_at"])
		.execute();
	await schema.dropIndex("sessions_user_id").execute();
}
