import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import type { Principal } from "./session.ts";
import { touchSessions } from "./session-store.ts";

/** A session is written as seen at most so often, in milliseconds: checks are a thousand times as frequent as logins. */
const RESOLUTION = 60_000;

export interface LastSeen {
	note(principal: Principal): void;
	/** Writes what was noted; called by maintenance and at the stop. */
	flush(): Promise<void>;
}

/** Collects which cookie sessions were used, and writes them in one statement. */
export function createLastSeen(dependencies: {
	database: Queryable;
	clock: Clock;
	sessionIdle: number;
}): LastSeen {
	const { database, clock, sessionIdle } = dependencies;
	const noted = new Set<string>();
	const resolution = Math.min(RESOLUTION, sessionIdle / 10);
	return {
		note({ session }) {
			if (session.kind === "cookie" && clock() - session.lastSeenAt >= resolution) noted.add(session.id);
		},
		async flush() {
			const ids = [...noted];
			noted.clear();
			for (let from = 0; from < ids.length; from += 500) {
				await touchSessions(database, ids.slice(from, from + 500), clock(), sessionIdle);
			}
		},
	};
}
