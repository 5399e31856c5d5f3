import { inBatches } from "../../platform/database/in-batches.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Principal } from "./session.ts";
import { touchSessions } from "./session-life-store.ts";

/** Milliseconds between two notes that a session was seen: checks are a thousand times as frequent as logins. */
const RESOLUTION = 60_000;

export type LastSeen = ReturnType<typeof createLastSeen>;

/** Collects which cookie sessions were used, and writes them in one statement. */
export function createLastSeen({ opened, clock, config: { sessionIdle } }: Platform) {
	const noted = new Set<string>();
	const resolution = Math.min(RESOLUTION, sessionIdle / 10);

	/** Writes what was noted; called by maintenance and at the stop. */
	async function flush(): Promise<void> {
		const ids = [...noted];
		noted.clear();
		try {
			for (const some of inBatches(ids, 500))
				await touchSessions(opened.database, some, clock(), sessionIdle);
		} catch (error) {
			for (const id of ids) noted.add(id);
			throw error;
		}
	}

	return {
		flush,
		/** Usually writes nothing yet; near the idle end it writes at once, so that a session in use does not expire. */
		note({ session }: Principal): Promise<void> | undefined {
			const now = clock();
			if (session.kind !== "cookie" || now - session.lastSeenAt < resolution) return undefined;
			noted.add(session.id);
			// The credential is good, whether or not that can be written now (a full disk); the next flush tries again.
			return session.idleExpiresAt - now < 2 * resolution ? flush().catch(() => {}) : undefined;
		},
	};
}
