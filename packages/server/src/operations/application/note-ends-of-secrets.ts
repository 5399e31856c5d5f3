import type { ClientSecret } from "../../identity/application/client.ts";
import {
	listSecretsToWarnOf,
	markSecretWarned,
	removeSecretsEndedBefore,
} from "../../identity/application/client-secret-store.ts";
import { DAY } from "../../platform/lib/clock.ts";
import type { MaintenanceTask } from "../../platform/maintenance.ts";
import type { Platform } from "../../platform/platform.ts";
import { inEvents } from "./administer-secrets.ts";

/** Days before its end at which a warning is recorded; -1: it has ended. The last day comes first: one warning at a time. */
const WARNINGS = [-1, 3, 14];
/** The event of its end has been recorded by then, whichever instance was down. */
const RETENTION = 30 * DAY;

/** Secrets that end are on record, before and then: no application stops without a word. */
export function createNoteEndsOfSecrets({ opened: { database }, audit, clock }: Platform): MaintenanceTask {
	/** Once, whichever instance is first. */
	function note(secret: ClientSecret, days: number): Promise<void> {
		return audit.transact(async (queries, record) => {
			if (!(await markSecretWarned(queries, secret.id, days))) return;
			const of = inEvents(secret);
			if (days === -1) await record({ event: "oidc_secret_ended", detail: { ...of, reason: "expired" } });
			else await record({ event: "oidc_secret_expiring", detail: { ...of, days } });
		});
	}

	return {
		async run() {
			const now = clock();
			for (const days of WARNINGS) {
				const before = Math.max(days, 0) * DAY;
				for (const secret of await listSecretsToWarnOf(database, { endsBy: now + before, days })) {
					// A secret that was made for no longer than that would be warned of at once.
					if (lifeOf(secret) <= before) await markSecretWarned(database, secret.id, days);
					else await note(secret, days);
				}
			}
			await removeSecretsEndedBefore(database, now - RETENTION);
		},
	};
}

const lifeOf = ({ createdAt, expiresAt }: ClientSecret) =>
	(expiresAt ?? Number.POSITIVE_INFINITY) - createdAt;
