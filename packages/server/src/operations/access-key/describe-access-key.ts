import { csrfOfKey } from "../../credentials/csrf/csrf-token.ts";
import { type AccessKey, stateOfKey } from "../../identity/access-key/access-key.ts";
import type { KeyOfUser } from "../../identity/access-key/access-key-store.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";

/** A key as answers and commands show it. Times are RFC 3339 in UTC. Never the key itself. */
export function describeAccessKey(key: AccessKey, now: number) {
	return {
		id: key.id,
		name: key.name,
		hint: key.hint,
		csrf: csrfOfKey(key.csrfReference),
		role: key.role,
		scopes: [...(key.scopes ?? [])],
		addresses: [...(key.addresses ?? [])],
		state: stateOfKey(key, now),
		createdAt: timestamp(key.createdAt),
		expiresAt: timestamp(key.expiresAt),
		endedAt: timestamp(key.endedAt),
		endReason: key.endReason,
		lastUsedAt: timestamp(key.lastUsedAt),
		lastUsedAddress: key.lastUsedAddress,
		replacedBy: key.replacedBy,
	};
}

/** As lists of all users show it. */
export const describeKeyOfUser = ({ key, username, userDisabledAt }: KeyOfUser, now: number) => ({
	username,
	...describeAccessKey(key, now),
	userDisabledAt: timestamp(userDisabledAt),
});
