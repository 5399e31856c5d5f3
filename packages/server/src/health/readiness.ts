/** Whether an instance is fit for requests, and why not. */
export interface Readiness {
	/** For whoever looks at one word only; 503 unless ok. */
	status: "ok" | "starting" | "stopping" | "store_unavailable";
	store: "ok" | "unavailable";
	hashing: { state: "ok" | "full"; waiting: number };
}

export type Phase = "starting" | "serving" | "stopping";

interface ReadinessDependencies {
	phase: () => Phase;
	/** Rejects when the store does not answer. */
	ping: () => Promise<void>;
	hashing: () => Readiness["hashing"];
}

/**
 * Tells the database and the queue of hashing apart. Only without its database, or while it starts and stops, is an
 * instance unfit. A full queue is told and changes nothing: strangers can fill it with wrong passwords, and a load balancer that
 * took the instance out would push the flood on to the next one, and take from its users the checks of credentials, which go on
 * beside a full queue.
 */
export function createReadiness({ phase, ping, hashing }: ReadinessDependencies): () => Promise<Readiness> {
	return async () => {
		const store = await ping().then(
			() => "ok" as const,
			() => "unavailable" as const,
		);
		const now = phase();
		const status = now !== "serving" ? now : store === "ok" ? "ok" : "store_unavailable";
		return { status, store, hashing: hashing() };
	};
}

/** `limit`: jobs that may wait in each lane. */
export function hashingState(waiting: Record<string, number>, limit: number): Readiness["hashing"] {
	const lengths = Object.values(waiting);
	return {
		state: lengths.some((length) => length >= limit) ? "full" : "ok",
		waiting: lengths.reduce((sum, length) => sum + length, 0),
	};
}
