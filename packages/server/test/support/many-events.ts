import { randomUUID } from "node:crypto";
import { openDatabase } from "../../src/platform/database/open.ts";

/** Makes a deployment too large to be copied in one go. The events are new: old ones would be removed while the test runs. */
export async function addManyEvents(url: string, count: number): Promise<void> {
	const since = Date.now() - count;
	const { database, close } = await openDatabase(url);
	try {
		for (let made = 0; made < count; made += 500) {
			const rows = Array.from({ length: 500 }, (_, at) => ({
				id: randomUUID(),
				time: since + made + at,
				event: "sys_startup",
				level: "info",
				user_id: null,
				session_id: null,
				request_id: null,
				client_address: null,
				// Text whose order differs from language to language, and from bytes.
				user_agent: ["Ärger", "zebra", "Zebra", "a b", "a-b", "🦓", `"quoted" \\ 'text'`][at % 7] ?? null,
				detail: "{}",
			}));
			await database.insertInto("audit_events").values(rows).execute();
		}
	} finally {
		await close();
	}
}
