import { sql } from "@sallyport/kysely";
import { importedCost, isImported } from "../database/imported-cost.ts";
import type { Queryable } from "../database/tables.ts";

/** Where each user has a cost of its own, these speak for all. */
const MOST = 200;

/** The different costs of all hashes of other systems, one look into the index for each. */
export async function findImportedCosts(queries: Queryable): Promise<string[]> {
	const found: string[] = [];
	while (found.length < MOST) {
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
