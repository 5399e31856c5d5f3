import { sql } from "kysely";
import { importedCost, isImported } from "../../platform/database/migrations/0006-imported-hashes.ts";
import type { Queryable } from "../../platform/database/tables.ts";

/** The different costs of the hashes of other systems, with one index lookup for each; no more than `most`. */
export async function findImportedCosts(queries: Queryable, most = 100): Promise<string[]> {
	const found: string[] = [];
	while (found.length < most) {
		const after = found.at(-1) ?? "";
		const { rows } = await sql<{ cost: string }>`
			select ${importedCost} as "cost" from "users"
			where ${isImported} and ${importedCost} > ${after} order by ${importedCost} limit 1
		`.execute(queries);
		const [next] = rows;
		if (next === undefined) break;
		found.push(next.cost);
	}
	return found;
}
