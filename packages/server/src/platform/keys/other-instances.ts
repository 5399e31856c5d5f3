import type { Foundation } from "../platform.ts";
import { listInstancesSeenAfter } from "./instance-store.ts";

/** Instances record every half minute that they run, on a busy machine a little later; milliseconds. */
const SEEN_WITHIN = 40_000;

/** Names the instance that serves the same SQLite file, or did when it crashed; null: none. PostgreSQL is for several. */
export async function describeOtherInstances({
	opened,
	clock,
}: Pick<Foundation, "opened" | "clock">): Promise<string | null> {
	if (opened.dialect !== "sqlite") return null;
	const now = clock();
	const others = (await listInstancesSeenAfter(opened.database, now - SEEN_WITHIN)).map(
		({ host, startedAt, seenAt }) =>
			`${host}, since ${new Date(startedAt).toISOString()}, last seen ${Math.max(0, Math.round((now - seenAt) / 1000))} s ago`,
	);
	if (others.length === 0) return null;
	return `Another Sallyport serves this database file: ${others.join("; ")}. Two at once are for the moment of a restart: stop one of them, unless it has ended already.`;
}
