import { csrfOfKey } from "../../credentials/csrf/csrf-token.ts";
import { type AccessKey, stateOfKey } from "../../identity/access-key/access-key.ts";

const at = (time: number) => new Date(time).toISOString();
const atOrNull = (time: number | null) => (time === null ? null : at(time));

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
		createdAt: at(key.createdAt),
		expiresAt: at(key.expiresAt),
		endedAt: atOrNull(key.endedAt),
		endReason: key.endReason,
		lastUsedAt: atOrNull(key.lastUsedAt),
		lastUsedAddress: key.lastUsedAddress,
		replacedBy: key.replacedBy,
	};
}

export type DescribedKey = ReturnType<typeof describeAccessKey>;
