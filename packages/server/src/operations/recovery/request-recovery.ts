import { createWindowLimit } from "../../identity/throttle/window-limit.ts";
import { inTransaction } from "../../platform/database/open.ts";
import type { Requester } from "../../platform/http/requester.ts";
import { addressPrefix, networkPrefix } from "../../platform/lib/address-prefix.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import { MAIL } from "../../platform/outbox/channel.ts";
import { ranks } from "../../platform/outbox/delivery-store.ts";
import type { Platform } from "../../platform/platform.ts";

/** From one client address (IPv6: /64), and from a whole /48. */
const MOST_PER_ADDRESS = 30;
const MOST_PER_NETWORK = 240;
/** Where the mails of the hour are used up, a request waits for those of the next one. */
const WAITS_FOR = 2 * HOUR;

/**
 * A user has forgotten the password. What was typed is noted as it is, and looked up when the mail is sent: the same statements, the
 * same limit and the same answer for users that exist and for others. Throws rate_limited.
 */
export function createRequestRecovery({ opened, clock, keyring, outbox }: Platform) {
	const ofAddress = { most: MOST_PER_ADDRESS, window: HOUR };
	const countAddress = createWindowLimit({ keyring, clock }, "recovery from address", ofAddress);
	const ofNetwork = { most: MOST_PER_NETWORK, window: HOUR };
	const countNetwork = createWindowLimit({ keyring, clock }, "recovery from network", ofNetwork);

	return async function requestRecovery(
		login: string,
		{ client: { address }, setHeaders }: Requester,
	): Promise<void> {
		const network = networkPrefix(address);
		await inTransaction(opened.database, async (queries) => {
			if (network !== null) await countNetwork(queries, network, setHeaders);
			await countAddress(queries, addressPrefix(address), setHeaders);
			const unknown = { kind: "recovery", target: MAIL, subjectId: null, rank: ranks.unauthenticated };
			await outbox.queue(queries, { ...unknown, payload: { login }, expiresAt: clock() + WAITS_FOR });
		});
	};
}
