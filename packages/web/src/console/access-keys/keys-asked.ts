import type { AdminCall, AllAccessKeyPage } from "@sallyport/client";
import { asked } from "../parts/asked.ts";

export type ListedKey = AllAccessKeyPage["accessKeys"][number];

type Asked = NonNullable<AdminCall<"GET /access-keys">["query"]>;

const DAY = 24 * 60 * 60_000;

/** Parameters of the address that narrow the list. */
export const filterNames = ["user", "expiring", "unused"] as const;

/** What the address asks for, as the service takes it. To the day: the second page has to ask for the same as the first. */
export function keysAsked(given: URLSearchParams, now: number = Date.now()): Asked {
	const today = Math.floor(now / DAY) * DAY;
	const { expiring, unused, ...plain } = asked(given, [...filterNames, "cursor"]);
	const inDays = (days: number) => new Date(today + days * DAY).toISOString();
	return {
		...plain,
		...(isCount(expiring) && { expiringBefore: inDays(Number(expiring) + 1) }),
		...(unused === "never" && { neverUsed: "true" as const }),
		...(isCount(unused) && { unusedSince: inDays(-Number(unused)) }),
	};
}

const isCount = (text: string | undefined): boolean => /^\d{1,4}$/.test(text ?? "");
