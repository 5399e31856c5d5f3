import { findClient } from "../../identity/application/client-store.ts";
import type { Keys } from "../../platform/keys/create-keys.ts";
import { signJws } from "../../platform/keys/jws.ts";
import { HOUR, MINUTE } from "../../platform/lib/clock.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import type { MaintenanceTask } from "../../platform/maintenance.ts";
import { createGuardedPost } from "../../platform/outbound/guarded-post.ts";
import { type Channel, LOGOUT } from "../../platform/outbox/channel.ts";
import { anyRank } from "../../platform/outbox/delivery-store.ts";
import { createSendDeliveries } from "../../platform/outbox/send-deliveries.ts";
import type { Platform } from "../../platform/platform.ts";

/** Seconds. */
const TOKEN_LIVES = 120;
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

interface Notice {
	clientId: string;
	userId: string;
	sid: string;
	/** As of the logout, for an application that is removed by the time it is sent; earlier releases queued none. */
	logoutUri?: string;
}

/** Tells applications that a session has ended (OpenID Connect Back-Channel Logout 1.0). Nothing where there are none. */
export function createLogoutNotices(platform: Platform & Pick<Keys, "oidcKeys">): {
	maintenance: MaintenanceTask[];
} {
	const { config, outbox } = platform;
	if (config.oidc === "off") return { maintenance: [] };
	return createSendDeliveries(platform, { outbox, channel: createChannel(platform), counted: () => {} });
}

function createChannel({
	config,
	clock,
	random,
	opened,
	oidcKeys,
}: Platform & Pick<Keys, "oidcKeys">): Channel {
	const post = createGuardedPost(config.outboundAllow);

	/** Section 2.4. Made when it is sent: it lives for minutes only. */
	async function makeToken({ clientId, userId, sid }: Notice): Promise<string> {
		const now = Math.floor(clock() / 1000);
		const { active } = await oidcKeys.current();
		const claims = {
			iss: `${config.baseUrl}/oidc`,
			aud: clientId,
			sub: userId,
			sid,
			iat: now,
			exp: now + TOKEN_LIVES,
			jti: randomUuid(random),
			events: { [EVENT]: {} },
		};
		return signJws("logout+jwt", claims, active);
	}

	return {
		target: LOGOUT,
		waits: [10_000, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR],
		recordLoss: (record, { userId, status, attempts, payload }) => {
			const { clientId = "" } = (payload ?? {}) as Partial<Notice>;
			return record({ event: "oidc_logout_failed", userId, detail: { client: clientId, status, attempts } });
		},
		ranksWithRoom: async () => anyRank,
		findRecipient: async () => null,

		async deliver({ payload }, { signal }) {
			const notice = payload as Notice;
			const client = await findClient(opened.reads, notice.clientId);
			const address = client === null ? notice.logoutUri : client.logoutUri;
			if (address === undefined || address === null) return { is: "pointless" };
			const answer = await post(address, { logout_token: await makeToken(notice) }, signal);
			if ("status" in answer && (answer.status === 200 || answer.status === 204))
				return { is: "sent", status: String(answer.status) };
			const status = "status" in answer ? `http_${answer.status}` : answer.failure;
			// It may arrive twice without harm.
			return { is: "failed", status, permanent: status === "address_forbidden", unanswered: false };
		},
	};
}
