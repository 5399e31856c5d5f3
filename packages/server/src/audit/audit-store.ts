import type { AuditEventTable, Queryable } from "../database/tables.ts";

export async function insertAuditEvent(queries: Queryable, row: AuditEventTable): Promise<void> {
	await queries.insertInto("audit_events").values(row).execute();
}

export async function removeAuditEventsBefore(queries: Queryable, time: number): Promise<void> {
	await queries.deleteFrom("audit_events").where("time", "<", time).execute();
}
