import { addressesIn } from "../../platform/http/client-address.ts";
import type { User } from "../user/user.ts";

/**
 * A credential of a program: sent as the password of a login, it gives a token. Its state follows from the time and its row:
 *
 *   active → expired
 *          → ended   (by_owner, by_admin, leaked, rotated)
 *
 * No transition leads back, and every key ends: keys that never end are forgotten, and found by attackers.
 */
export interface AccessKey {
	id: string;
	userId: string;
	name: string;
	/** The first random characters of the key. */
	hint: string;
	/** Its CSRF token, after "k1.". */
	csrfReference: string;
	/** The highest role that its sessions may have. */
	role: User["role"];
	/** null: it is not limited by scopes. */
	scopes: readonly string[] | null;
	/** CIDR ranges that logins may come from; null: any. */
	addresses: readonly string[] | null;
	lifetimeDays: number;
	createdAt: number;
	expiresAt: number;
	lastUsedAt: number | null;
	lastUsedAddress: string | null;
	endedAt: number | null;
	endReason: AccessKeyEnd | null;
	replacedBy: string | null;
	/** Days before its end of the last warning; -1: its end is on record. */
	warnedAtDays: number | null;
}

export type AccessKeyEnd = "by_owner" | "by_admin" | "leaked" | "rotated";

type AccessKeyState = "active" | "expired" | "ended";

/** The moment of expiry itself is already too late. */
export function stateOfKey(
	{ endedAt, expiresAt }: Pick<AccessKey, "endedAt" | "expiresAt">,
	now: number,
): AccessKeyState {
	if (endedAt !== null) return "ended";
	return now < expiresAt ? "active" : "expired";
}

/** The role of its sessions: never more than that of the key, and never more than its user has now. */
export function lowerRole(one: User["role"], other: User["role"] | null): User["role"] {
	return other === "user" ? "user" : one;
}

export function isAllowedFrom({ addresses }: Pick<AccessKey, "addresses">, address: string): boolean {
	return addresses === null || addressesIn(addresses)(address);
}
