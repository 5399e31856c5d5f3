import { countInWindow } from "../../identity/throttle/window-store.ts";
import { inTransaction } from "../../platform/database/open.ts";
import { addressPrefix, networkPrefix } from "../../platform/lib/address-prefix.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import { ranks } from "../../platform/outbox/ranks.ts";
import type { Platform } from "../../platform/platform.ts";

/** From one client address (IPv6: /64), and from a whole /48. */
const MOST_PER_ADDRESS = 10;
const MOST_PER_NETWORK = 80;

/**
 * Someone has forgotten a password. Whatever they typed is noted as it is, and looked up when the mail is sent: the same statements and the
 * same answer for users that exist and for others.
 */
export function createRequestRecovery({ opened, clock, config, keyring, outbox }: Platform) {
	const mac = keyring.mac("recovery");

	return async function requestRecovery({
		login,
		address,
	}: {
		login: string;
		address: string;
	}): Promise<void> {
		const now = clock();
		const counters = [
			{ of: `address ${addressPrefix(address)}`, most: MOST_PER_ADDRESS },
			{ of: `network ${networkPrefix(address)}`, most: MOST_PER_NETWORK },
		].slice(0, networkPrefix(address) === null ? 1 : 2);
		await inTransaction(opened.database, async (queries) => {
			for (const { of, most } of counters) {
				const count = await countInWindow(queries, { key: `recovery:${mac(of)}`, now, window: HOUR });
				// Nothing is said of it: it would be said of every user alike, but only to those who ask often.
				if (count > most) return;
			}
			const expiresAt = now + config.recoveryLifetime;
			const unknown = { kind: "recovery", target: "mail", subjectId: null, rank: ranks.forStrangers };
			await outbox.queue(queries, { ...unknown, payload: { login }, expiresAt });
		});
		outbox.nudge();
	};
}
