import type { AccessKey } from "../../identity/access-key/access-key.ts";
import {
	listKeysToWarnOf,
	markKeyWarned,
	removeKeysEndedBefore,
} from "../../identity/access-key/access-key-store.ts";
import { inEvents } from "../../identity/access-key/new-access-key.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import { DAY } from "../../platform/lib/clock.ts";
import type { MaintenanceTask } from "../../platform/maintenance.ts";
import type { Platform } from "../../platform/platform.ts";

/** Days before its end at which a warning is recorded; -1: it has ended. The last day comes first: one warning at a time. */
const WARNINGS = [-1, 0, 3, 14];
/** How long the row of a key stays for the record. */
const RETENTION = 400 * DAY;

/** Keys that end are on record, and in the mail of those who use them: before, so that no pipeline stops without a word. */
export function createNoteEndsOfKeys({ opened: { database }, audit, clock }: Platform): MaintenanceTask {
	/** The event goes out as a mail where there is a reader (operations/mail/notices.ts). Once, whichever instance is first. */
	function note(key: AccessKey, days: number): Promise<void> {
		return audit.transact(async (queries, record) => {
			const user = await findUserById(queries, key.userId);
			if (user === null || !(await markKeyWarned(queries, key.id, days))) return;
			const of = { userId: user.id, detail: inEvents(key, user) };
			if (days === -1) await record({ event: "access_key_expired", ...of });
			else await record({ event: "access_key_expiring", ...of, detail: { ...of.detail, days } });
		});
	}

	return {
		async run() {
			const now = clock();
			for (const days of WARNINGS) {
				const before = days === -1 ? 0 : Math.max(days, 1) * DAY;
				for (const key of await listKeysToWarnOf(database, { endsBy: now + before, days })) {
					// A key that was made for no longer than that would be warned of at once.
					if (key.lifetimeDays * DAY <= before) await markKeyWarned(database, key.id, days);
					else await note(key, days);
				}
			}
			await removeKeysEndedBefore(database, now - RETENTION);
		},
	};
}
