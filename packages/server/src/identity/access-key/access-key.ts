import { addressesIn } from "../../platform/http/client-address.ts";
import type { User } from "../user/user.ts";

/**
 * A credential of a program: sent as the password of a login, it gives a token. A rule of time and of its row:
 *
 *   active → expired
 *          → ended   (by_owner, by_admin, leaked, rotated)
 *
 * Nothing leads back, and it always ends: keys that never do are forgotten, and found by others.
 */
export interface AccessKey {
	id: string;
	userId: string;
	name: string;
	/** The first random characters of the key. */
	hint: string;
	/** What its CSRF value is, after "k1.". */
	csrfReference: string;
	/** The most that its sessions may be. */
	role: User["role"];
	/** null: it is not limited to any. */
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

export type AccessKeyState = "active" | "expired" | "ended";

/** The moment of expiry itself is already too late. */
export function stateOfKey(
	{ endedAt, expiresAt }: Pick<AccessKey, "endedAt" | "expiresAt">,
	now: number,
): AccessKeyState {
	if (endedAt !== null) return "ended";
	return now < expiresAt ? "active" : "expired";
}

/** What its sessions may be: never more than the key, and never more than its user is now. */
export function lowerRole(one: User["role"], other: User["role"] | null): User["role"] {
	return other === "user" ? "user" : one;
}

export function isAllowedFrom({ addresses }: Pick<AccessKey, "addresses">, address: string): boolean {
	return addresses === null || addressesIn(addresses)(address);
}
