import { removeAuditEventsBefore } from "./audit/audit-store.ts";
import { removeCountersExpiredBefore } from "./login/attempt-store.ts";
import type { Deployment } from "./open-deployment.ts";
import type { LastSeen } from "./session/last-seen.ts";
import { markExpired, removeSessionsEndedBefore } from "./session/session-store.ts";
import { removeSetupLinksExpiredBefore } from "./setup/setup-link-store.ts";

const INTERVAL = 30_000;
const BATCH = 500;

export interface Maintenance {
	run(): Promise<void>;
	start(): void;
	stop(): Promise<void>;
}

/** What happens without a request: last-seen times, expiry on record, retention, key rotation. Every instance may run it. */
export function createMaintenance(
	deployment: Deployment,
	lastSeen: LastSeen,
	log: { error(detail: object, message: string): void },
): Maintenance {
	const { config, clock, audit, signingKeyRotation, opened } = deployment;
	let timer: NodeJS.Timeout | null = null;
	let running: Promise<void> = Promise.resolve();

	async function run(): Promise<void> {
		await lastSeen.flush();
		const now = clock();
		await audit.transact(async (queries, record) => {
			for (const { id, userId, reason } of await markExpired(queries, now, BATCH)) {
				await record({ event: "session_expired", userId, sessionId: id, detail: { reason } });
			}
		});
		await removeSessionsEndedBefore(opened.database, now - config.sessionRetention);
		await removeCountersExpiredBefore(opened.database, now);
		await removeSetupLinksExpiredBefore(opened.database, now - config.sessionRetention);
		await removeAuditEventsBefore(opened.database, now - config.auditRetention);
		await signingKeyRotation.maintain();
	}

	return {
		run,
		start() {
			timer = setInterval(() => {
				running = running.then(run).catch((err: unknown) => log.error({ err }, "maintenance failed"));
			}, INTERVAL);
			timer.unref();
		},
		async stop() {
			if (timer !== null) clearInterval(timer);
			await running;
			await lastSeen.flush();
		},
	};
}
