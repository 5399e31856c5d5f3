import { sql, type Transaction } from "kysely";
import { importedCost, isImported } from "../imported-cost.ts";
import type { Tables } from "../tables.ts";

/** Which costs the hashes of other systems have, found by a look at each cost instead of at each user. */
export async function up(queries: Transaction<Tables>): Promise<void> {
	await sql`create index "users_imported_cost" on "users" (${importedCost}) where ${isImported}`.execute(
		queries,
	);
}
