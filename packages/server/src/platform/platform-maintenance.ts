import { removeAuditEventsBefore } from "./audit/audit-store.ts";
import { createErasures } from "./audit/erasures.ts";
import type { Refusals } from "./audit/refusals.ts";
import { createHeartbeat } from "./keys/heartbeat.ts";
import type { Keyring } from "./lib/seal.ts";
import type { MaintenanceTask } from "./maintenance.ts";
import type { Platform } from "./platform.ts";

/** The instance shows that it runs; refusals and the audit log are kept up to date. */
export function platformMaintenance(
	deployment: Platform & { masters: () => Keyring[] },
	refusals: Refusals,
): MaintenanceTask[] {
	const { config, clock, opened } = deployment;
	return [
		createHeartbeat(deployment),
		{ run: refusals.flush, stop: refusals.close },
		{ run: () => removeAuditEventsBefore(opened.database, clock() - config.auditRetention) },
		createErasures(deployment).maintenance,
	];
}
