import type { AccessKeyList } from "@sallyport/client";
import { locale } from "#texts/login.ts";
import { timeFromNow } from "../../when.ts";

export type ListedKey = AccessKeyList["accessKeys"][number];

/** `waiting`: it was rotated, and its new key was not used yet; `succeeded`: it was. Both still log in. */
export type Standing =
	| "active"
	| "expiring"
	| "waiting"
	| "succeeded"
	| "expired"
	| "rotated"
	| "by_owner"
	| "by_admin"
	| "leaked";

const DAY = 24 * 60 * 60_000;
/** From then on, the service sends mails about the end too. */
const SOON = 14 * DAY;

/** What a list says about one of `keys`. */
export function standingOf(key: ListedKey, keys: readonly ListedKey[], now: number): Standing {
	const { state, endReason, replacedBy, expiresAt } = key;
	if (state === "ended") return (endReason as Standing | null) ?? "by_owner";
	if (replacedBy !== null) {
		if (state === "expired") return "rotated";
		const successor = keys.find(({ id }) => id === replacedBy);
		return successor?.state === "active" && successor.lastUsedAt === null ? "waiting" : "succeeded";
	}
	if (state === "expired") return "expired";
	return Date.parse(expiresAt) - now <= SOON ? "expiring" : "active";
}

/** Those that still log in first; among each, the newest first, as the service lists them. */
export function inOrder(keys: readonly ListedKey[]): ListedKey[] {
	return keys.toSorted((one, other) => Number(isLiving(other)) - Number(isLiving(one)));
}

export function isLiving({ state }: ListedKey): boolean {
	return state === "active";
}

const days = new Intl.RelativeTimeFormat(locale);

/** “in 12 days”; in the last day, by the hour. */
export function untilEnd(iso: string, now: number): string {
	const left = Date.parse(iso) - now;
	return left < DAY ? timeFromNow(iso, now) : days.format(Math.round(left / DAY), "day");
}
