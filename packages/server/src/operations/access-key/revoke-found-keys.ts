import { findKeyByHash } from "../../identity/access-key/access-key-store.ts";
import { accessKeyForm } from "../../identity/access-key/key-form.ts";
import { createWindowLimit } from "../../identity/throttle/window-limit.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import type { Requester } from "../../platform/http/requester.ts";
import { addressPrefix } from "../../platform/lib/address-prefix.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import type { Platform } from "../../platform/platform.ts";
import { endAccessKey } from "./end-access-key.ts";

/** Calls from one address, of up to 100 keys each. */
const MOST_AN_HOUR = 60;

/**
 * A finder of keys that are public ends them (as RFC 7009 has it: holding a key is the proof). Nothing tells the finder which of
 * them were keys. Throws rate_limited.
 */
export function createRevokeFoundKeys({ opened: { reads }, audit, clock, keyring }: Platform) {
	const count = createWindowLimit({ keyring, clock }, "found keys", { most: MOST_AN_HOUR, window: HOUR });

	return async function revokeFoundKeys(
		found: readonly string[],
		{ client, setHeaders }: Requester,
	): Promise<void> {
		await audit.transactUnsynced((queries) => count(queries, addressPrefix(client.address), setHeaders));
		for (const text of new Set(found)) {
			if (!accessKeyForm.hasForm(text) || !accessKeyForm.isSound(text)) continue;
			const key = await findKeyByHash(reads, accessKeyForm.hashOf(text));
			const user = key === null ? null : await findUserById(reads, key.userId);
			if (key === null || user === null) continue;
			await audit.transact((queries, record) =>
				endAccessKey(queries, record, { key, user, reason: "leaked", now: clock(), client }),
			);
		}
	};
}
