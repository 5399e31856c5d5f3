import type { Principal } from "../../credentials/session/session.ts";
import { lockUser } from "../../identity/user/user-store.ts";
import type { Client } from "../../platform/audit/audit.ts";
import { LoginError } from "../../platform/errors.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Uses } from "../uses.ts";
import { createEndAccessOfUser } from "./end-access-of-user.ts";
import { listOwnApplications, type OwnApplication } from "./own-application-store.ts";

/** What users see of the applications that know them, and how they end one. */
export function createOwnApplications(parts: Platform & Uses<"countOwnChange">) {
	const { opened, audit, clock, config, countOwnChange } = parts;
	const endAccess = createEndAccessOfUser(parts);

	return {
		/** By name. */
		async list({ user }: Principal) {
			const found = config.oidc === "off" ? [] : await listOwnApplications(opened.reads, user.id, clock());
			return { applications: found.toSorted(byName).map(describe) };
		},

		/** Takes back the consent, and ends tokens and logins. Throws not_found, session_ended, rate_limited. */
		async end({ user: { id: userId }, session }: Principal, clientId: string, client: Client): Promise<void> {
			await audit.transact(async (queries, record) => {
				if ((await lockUser(queries, userId)) === null) throw new LoginError("session_ended");
				await countOwnChange(queries, userId);
				await endAccess(queries, { userId, clientId });
				const detail = { client: clientId };
				await record({ event: "oidc_consent_withdrawn", userId, sessionId: session.id, client, detail });
			});
		},
	};
}

const byName = (one: OwnApplication, other: OwnApplication): number =>
	one.name.localeCompare(other.name, "en") || (one.id < other.id ? -1 : 1);

function describe(found: OwnApplication) {
	const { id, name, launchUrl, askedScopes, grantedScopes, disabledAt } = found;
	const isTrusted = found.trusted === 1;
	return {
		id,
		name,
		// It lets no user in.
		launchUrl: disabledAt === null ? launchUrl : null,
		scopes: (isTrusted ? askedScopes : (grantedScopes ?? askedScopes)).split(" "),
		grantedAt: timestamp(found.grantedAt ?? found.startedAt),
		lastUsedAt: timestamp(found.lastUsedAt),
		isTrusted,
		offline: found.connected !== null,
	};
}
