import { everyPage } from "../../platform/database/keyset-page.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Row } from "./column.ts";
import { readRowsOf } from "./export-store.ts";
import { givenTables, type ReadTable } from "./personal-data.ts";

/** Rows in memory: about 100 kB of events. */
const PAGE = 200;

/** Throws where the reader may have no more. */
export type RequireStill = () => Promise<void>;

/**
 * A copy of everything that is stored about a user, as JSON. It is read page by page, as fast as the client takes it, and no
 * transaction stays open between pages. `requireStill` is called before each page.
 */
export function createWriteData({ clock, opened: { reads } }: Pick<Platform, "clock" | "opened">) {
	async function* pages(userId: string, table: ReadTable, requireStill: RequireStill): AsyncGenerator<Row[]> {
		for (const part of table.parts)
			yield* everyPage<Row, Row>(async (after) => {
				await requireStill();
				const rows = await readRowsOf(reads, table, part, { userId, after, most: PAGE });
				return { rows, next: rows.length < PAGE ? null : (rows.at(-1) ?? null) };
			});
	}

	return async function* writeData(userId: string, requireStill: RequireStill): AsyncGenerator<string> {
		yield `{"exportedAt":${JSON.stringify(new Date(clock()).toISOString())}`;
		for (const table of givenTables) {
			const isUser = table.member === "user";
			yield `,${JSON.stringify(table.member)}:${isUser ? "" : "["}`;
			let comma = "";
			for await (const rows of pages(userId, table, requireStill)) {
				yield comma + rows.map((row) => JSON.stringify(described(row, table))).join(",");
				comma = ",";
			}
			if (!isUser) yield "]";
		}
		yield "}\n";
	};
}

function described(row: Row, { given }: ReadTable): object {
	return Object.fromEntries(given.map(({ column, member, read }) => [member, read(row[column], row)]));
}
