import type { LastSeen } from "./credentials/session/last-seen.ts";
import { markExpired, removeSessionsEndedBefore } from "./credentials/session/session-life-store.ts";
import {
	removeRevocationsExpiredBefore,
	removeStatusListsCreatedBefore,
} from "./credentials/status-list/status-list-store.ts";
import { STATUS_LIST_OPEN_FOR } from "./credentials/status-list/status-places.ts";
import { removeSetupLinksExpiredBefore } from "./features/setup/setup-link-store.ts";
import type { RefusalTime } from "./identity/password/refusal-time.ts";
import { removeCountersExpiredBefore } from "./identity/throttle/attempt-store.ts";
import type { Deployment } from "./open-deployment.ts";
import { removeAuditEventsBefore } from "./platform/audit/audit-store.ts";
import type { Refusals } from "./platform/audit/refusals.ts";
import { createHeartbeat } from "./platform/keys/heartbeat.ts";
import type { SigningKeys } from "./platform/keys/signing-keys.ts";
import { packageVersion } from "./platform/lib/package-version.ts";

const INTERVAL = 30_000;
/** For so long at most an instance goes on with sealing keys that a command has deleted. */
const KEY_INTERVAL = 1_000;
const BATCH = 500;

export interface Maintenance {
	run(): Promise<void>;
	start(): void;
	stop(): Promise<void>;
}

/**
 * What happens without a request: last-seen times, refusals and expiries on record, retention, key rotation. Every
 * instance may run it.
 */
export function createMaintenance(
	deployment: Deployment,
	{
		lastSeen,
		refusals,
		refusalTime,
		signingKeys,
	}: { lastSeen: LastSeen; refusals: Refusals; refusalTime: RefusalTime; signingKeys: SigningKeys },
	log: { error(detail: object, message: string): void },
): Maintenance {
	const { config, clock, random, audit, signingKeyRotation, sealingKeyRotation, masters, opened } =
		deployment;
	const { database } = opened;
	const instance = createHeartbeat({ database, clock, random, masters, version: packageVersion() });
	let timers: NodeJS.Timeout[] = [];
	let running: Promise<void> = Promise.resolve();
	let loadingKeys: Promise<void> | null = null;
	let keysAreStale = false;
	const logFailure = (err: unknown) => log.error({ err }, "maintenance failed");

	/** Neither part keeps the other from being done. */
	async function run(): Promise<void> {
		const measuring = refusalTime.refresh().catch(logFailure);
		try {
			await tidy();
		} finally {
			await measuring;
		}
	}

	async function tidy(): Promise<void> {
		await instance.beat();
		await refusals.flush();
		await lastSeen.flush();
		const now = clock();
		while (await recordExpired(now));
		await removeSessionsEndedBefore(opened.database, now - config.sessionRetention);
		await removeRevocationsExpiredBefore(opened.database, now);
		await removeStatusListsCreatedBefore(
			opened.database,
			now - STATUS_LIST_OPEN_FOR - config.sessionAbsolute,
		);
		await removeCountersExpiredBefore(opened.database, now);
		await removeSetupLinksExpiredBefore(opened.database, now - config.sessionRetention);
		await removeAuditEventsBefore(opened.database, now - config.auditRetention);
		// First, so that a new signing key is sealed with a key that exists.
		await sealingKeyRotation.maintain();
		await signingKeyRotation.maintain();
		// A key that does not open is in the log, whether or not anyone logs in.
		await signingKeys.active();
	}

	/** True when more may have run out: short transactions, between which logins go on. */
	function recordExpired(now: number): Promise<boolean> {
		return audit.transact(async (queries, record) => {
			const expired = await markExpired(queries, now, BATCH);
			await record(
				...expired.map(({ id, userId, reason }) => {
					return { event: "session_expired", userId, sessionId: id, detail: { reason } } as const;
				}),
			);
			return expired.length === BATCH;
		});
	}

	function inTurn(work: () => Promise<void>): void {
		running = running.then(work).catch(logFailure);
	}

	/** One line in the log for each time in which it fails. */
	async function loadKeys(): Promise<void> {
		try {
			await sealingKeyRotation.load();
			keysAreStale = false;
		} catch (err) {
			if (!keysAreStale) logFailure(err);
			keysAreStale = true;
		}
	}

	/** Beside the rest, which may take long. */
	function loadKeysAgain(): void {
		loadingKeys ??= loadKeys().finally(() => {
			loadingKeys = null;
		});
	}

	return {
		run,
		start() {
			inTurn(instance.beat);
			timers = [setInterval(() => inTurn(run), INTERVAL), setInterval(loadKeysAgain, KEY_INTERVAL)];
			for (const timer of timers) timer.unref();
		},
		async stop() {
			for (const timer of timers) clearInterval(timer);
			await running;
			await loadingKeys;
			await refusals.close();
			await lastSeen.flush();
			await instance.stop();
		},
	};
}
