import { Readable } from "node:stream";
import { requireStillLive } from "../../credentials/session/require-session.ts";
import type { Principal } from "../../credentials/session/session.ts";
import { createWindowLimit } from "../../identity/throttle/window-limit.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import type { Client } from "../../platform/audit/audit.ts";
import { everyPage } from "../../platform/database/keyset-page.ts";
import { LoginError } from "../../platform/errors.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Uses } from "../uses.ts";
import type { Row } from "./column.ts";
import { readRowsOf } from "./export-store.ts";
import { givenTables, type ReadTable } from "./personal-data.ts";

const MOST_PER_HOUR = 5;
/** Rows in memory: about 100 kB of events. */
const PAGE = 200;

/**
 * A copy of everything that is stored about a user, as JSON. It is read page by page, as fast as the client takes it, and no
 * transaction stays open between pages. A client that hangs up, or whose session ends, gets no more.
 */
export function createExportData({
	audit,
	clock,
	keyring,
	opened: { database, reads },
	requireFresh,
}: Platform & Uses<"requireFresh">) {
	const countExport = createWindowLimit({ keyring, clock }, "export", { most: MOST_PER_HOUR, window: HOUR });

	async function* pages({ user, session }: Principal, table: ReadTable): AsyncGenerator<Row[]> {
		for (const part of table.parts)
			yield* everyPage<Row, Row>(async (after) => {
				await requireStillLive(reads, session, clock());
				const rows = await readRowsOf(reads, table, part, { userId: user.id, after, most: PAGE });
				return { rows, next: rows.length < PAGE ? null : (rows.at(-1) ?? null) };
			});
	}

	async function* write(principal: Principal): AsyncGenerator<string> {
		yield `{"exportedAt":${JSON.stringify(new Date(clock()).toISOString())}`;
		for (const table of givenTables) {
			const isUser = table.member === "user";
			yield `,${JSON.stringify(table.member)}:${isUser ? "" : "["}`;
			let comma = "";
			for await (const rows of pages(principal, table)) {
				yield comma + rows.map((row) => JSON.stringify(described(row, table))).join(",");
				comma = ",";
			}
			if (!isUser) yield "]";
		}
		yield "}\n";
	}

	/** Throws reauthentication_required, rate_limited. */
	return async function exportData(principal: Principal, client: Client): Promise<Readable> {
		const { user, session } = principal;
		const found = await findUserById(database, user.id);
		if (found === null) throw new LoginError("session_ended");
		await requireFresh(database, session, found);
		await audit.transact(async (queries, record) => {
			await countExport(queries, user.id);
			await record({ event: "user_data_exported", userId: user.id, sessionId: session.id, client });
		});
		return Readable.from(write(principal), { objectMode: false });
	};
}

function described(row: Row, { given }: ReadTable): object {
	return Object.fromEntries(given.map(({ column, member, read }) => [member, read(row[column], row)]));
}
