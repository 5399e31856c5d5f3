import type { SeenHost } from "../../platform/database/choose-host.ts";

/** Whether an instance is fit for requests, and why not. */
export interface Readiness {
	/** For checks that look at one word only; 503 unless ok. */
	status: "ok" | "starting" | "stopping" | "store_unavailable" | "keys_unusable";
	store: "ok" | "unavailable";
	/** Of a database URL with several hosts: what each of them is, as of the last look. */
	hosts?: Record<string, SeenHost["state"]>;
	hashing: { state: "ok" | "full"; waiting: number };
}

export type Phase = "starting" | "serving" | "stopping";

/**
 * Tells the database and the queue of hashing apart. Only without its database or its keys, or while it starts and stops, is
 * an instance unfit. A full queue is reported and changes nothing: attackers can fill it with wrong passwords, and a load
 * balancer that took the instance out would push the flood on to the next one, and take from its users the checks of
 * credentials, which continue beside a full queue.
 */
export function createReadiness(dependencies: {
	phase: () => Phase;
	/** Rejects when the store does not answer. */
	ping: () => Promise<void>;
	/** Rejects when this instance cannot sign or seal. */
	testKeys: () => Promise<unknown>;
	hashing: () => Readiness["hashing"];
	/** Empty without several hosts. */
	hosts: () => readonly SeenHost[];
}) {
	const { phase, ping, testKeys, hashing, hosts } = dependencies;
	return async (): Promise<Readiness> => {
		const store = await isGood(ping());
		const keys = store && (await isGood(testKeys()));
		const found = !store ? "store_unavailable" : keys ? "ok" : "keys_unusable";
		const now = phase();
		const status = now === "serving" ? found : now;
		const seen = hosts().map(({ host, state }) => [host, state]);
		return {
			status,
			store: store ? "ok" : "unavailable",
			...(seen.length > 0 && { hosts: Object.fromEntries(seen) }),
			hashing: hashing(),
		};
	};
}

const isGood = (tested: Promise<unknown>) =>
	tested.then(
		() => true,
		() => false,
	);

/** `limit`: jobs that may wait in each lane. */
export function hashingState(waiting: Record<string, number>, limit: number): Readiness["hashing"] {
	const lengths = Object.values(waiting);
	return {
		state: lengths.some((length) => length >= limit) ? "full" : "ok",
		waiting: lengths.reduce((sum, length) => sum + length, 0),
	};
}
