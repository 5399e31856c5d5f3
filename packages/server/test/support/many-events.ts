import { randomUUID } from "node:crypto";
import { openDatabase } from "../../src/platform/database/open.ts";
import type { TestService } from "./service.ts";

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

/** As a user causes them who comes often. */
export async function addEventsOf({ running }: TestService, userId: string, count: number): Promise<void> {
	const { database } = running.deployment.opened;
	const begin = Date.now() - 3_600_000;
	for (let made = 0; made < count; made += 500) {
		const rows = Array.from({ length: Math.min(500, count - made) }, (_, at) => ({
			id: randomUUID(),
			// Some at the same time.
			time: begin + Math.floor((made + at) / 3),
			event: "session_renewed",
			level: "info",
			actor_kind: "self",
			actor_id: userId,
			user_id: userId,
			session_id: randomUUID(),
			request_id: "x".repeat(22),
			client_address: "203.0.113.99",
			user_agent: "the browser of the user, which says much of itself",
			detail: made % 1000 === 0 ? JSON.stringify({ username: "ivy", known: "device" }) : "{}",
		}));
		await database.insertInto("audit_events").values(rows).execute();
	}
}
