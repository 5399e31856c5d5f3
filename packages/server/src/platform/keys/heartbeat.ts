import { hostname } from "node:os";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import { type Random, randomUuid } from "../lib/random.ts";
import type { Keyring } from "../lib/seal.ts";
import { removeInstance, removeInstancesSeenBefore, writeInstance } from "./instance-store.ts";

/** How long the row of a crashed instance is kept, in milliseconds. */
const KEPT_FOR = 86_400_000;

/** Tells other instances that this one runs, and with which secrets it could start again. */
export interface Heartbeat {
	beat(): Promise<void>;
	stop(): Promise<void>;
}

export function createHeartbeat(dependencies: {
	database: Queryable;
	clock: Clock;
	random: Random;
	masters: () => Keyring[];
	version: string;
}): Heartbeat {
	const { database, clock, random, masters, version } = dependencies;
	const id = randomUuid(random);
	const startedAt = clock();
	return {
		async beat() {
			const now = clock();
			const secrets = [...new Set(masters().map(({ fingerprint }) => fingerprint))];
			await writeInstance(database, { id, host: hostname(), version, secrets, startedAt, seenAt: now });
			await removeInstancesSeenBefore(database, now - KEPT_FOR);
		},
		stop: () => removeInstance(database, id),
	};
}
