import type { TableChecksum } from "../transfer/checksum.ts";
import { count } from "./columns.ts";

export function rowsOf(tables: readonly TableChecksum[]): number {
	return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** "3 users, 12 sessions (ended ones too), 120 rows in all". */
export function describeRows(tables: readonly TableChecksum[]): string {
	const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
	return `${count(rows("users"), "user")}, ${count(rows("sessions"), "session")} (ended ones too), ${count(rowsOf(tables), "row")} in all`;
}
