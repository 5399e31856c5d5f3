import { hostname } from "node:os";
import type { Foundation } from "../foundation.ts";
import { packageVersion } from "../lib/package-root.ts";
import { randomUuid } from "../lib/random.ts";
import type { Keyring } from "../lib/seal.ts";
import type { MaintenanceTask } from "../maintenance.ts";
import { removeInstance, removeInstancesSeenBefore, writeInstance } from "./instance-store.ts";

/** How long the row of a crashed instance is kept, in milliseconds. */
const KEPT_FOR = 86_400_000;

/** Tells other instances that this one runs, and with which secrets it could start again. */
export function createHeartbeat({
	opened,
	clock,
	random,
	masters,
}: Foundation & { masters: () => Keyring[] }): MaintenanceTask {
	const { database } = opened;
	const instance = {
		id: randomUuid(random),
		host: hostname(),
		version: packageVersion(),
		startedAt: clock(),
	};
	return {
		async run() {
			const now = clock();
			const secrets = [...new Set(masters().map(({ fingerprint }) => fingerprint))];
			await writeInstance(database, { ...instance, secrets, seenAt: now });
			await removeInstancesSeenBefore(database, now - KEPT_FOR);
		},
		atStart: true,
		// It reads the secret's file, and a file that cannot be read holds up nothing else.
		apart: true,
		stop: () => removeInstance(database, instance.id),
	};
}
