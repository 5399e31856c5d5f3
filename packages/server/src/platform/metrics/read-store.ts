import { Gauge, type Registry } from "./prom-client.ts";

/** Live sessions; `complete` is false when there are more than were counted. */
export interface LiveSessions {
	cookie: number;
	token: number;
	complete: boolean;
}

/** Reads the database at each scrape. An unavailable store is a value too, never a failed scrape. */
export function createReadStore(dependencies: {
	registry: Registry;
	/** Rejects when the store is unavailable. */
	ping: () => Promise<void>;
	countLiveSessions: () => Promise<LiveSessions>;
}): () => Promise<void> {
	const { registry, ping, countLiveSessions } = dependencies;
	const registers = [registry];
	const up = new Gauge({
		name: "sallyport_store_up",
		help: "1 while the database answers and can be written to, else 0.",
		registers,
	});
	const live = new Gauge({
		name: "sallyport_sessions_live",
		help: "Live sessions of the whole deployment, the same on every instance. Absent while they cannot be counted.",
		labelNames: ["kind"],
		registers,
	});
	const capped = new Gauge({
		name: "sallyport_sessions_live_capped",
		help: "1 when sallyport_sessions_live is a lower bound, because there are more rows than are looked at.",
		registers,
	});
	const read = async () => {
		up.set(0);
		await ping();
		up.set(1);
		const { cookie, token, complete } = await countLiveSessions();
		live.set({ kind: "cookie" }, cookie);
		live.set({ kind: "token" }, token);
		capped.set(complete ? 0 : 1);
	};
	return () => read().catch(() => live.reset());
}
