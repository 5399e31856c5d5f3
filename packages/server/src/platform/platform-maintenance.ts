import { removeAuditEventsBefore } from "./audit/audit-store.ts";
import type { Refusals } from "./audit/refusals.ts";
import { createHeartbeat } from "./keys/heartbeat.ts";
import { packageVersion } from "./lib/package-version.ts";
import type { Keyring } from "./lib/seal.ts";
import type { MaintenanceTask } from "./maintenance.ts";
import type { Platform } from "./platform.ts";

/** The instance shows that it runs; refusals and the audit log are kept up to date. */
export function platformMaintenance(
	{ config, clock, random, opened, masters }: Platform & { masters: () => Keyring[] },
	refusals: Refusals,
): MaintenanceTask[] {
	const { database } = opened;
	const instance = createHeartbeat({ database, clock, random, masters, version: packageVersion() });
	return [
		{ run: instance.beat, atStart: true, stop: instance.stop },
		{ run: refusals.flush, stop: refusals.close },
		{ run: () => removeAuditEventsBefore(database, clock() - config.auditRetention) },
	];
}
