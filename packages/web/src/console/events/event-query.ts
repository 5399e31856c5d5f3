import type { AdminCall } from "@sallyport/client";
import { asked } from "../parts/asked.ts";

const ofStream = ["user", "actor", "event", "level", "session", "request", "client", "address"] as const;
const times = ["since", "until"] as const;

/** Parameters of the address that narrow the list. */
export const filterNames: readonly string[] = [...ofStream, "span", ...times];

/** Days before today at which a span begins and ends. */
const spans: Record<string, readonly number[]> = { today: [0], yesterday: [1, 0], week: [7] };

/** A day of the reader's time zone begins at its midnight. */
function askedOfTimes(given: URLSearchParams): Record<string, string> {
	const ends = (spans[given.get("span") ?? ""] ?? []).map((daysAgo) => {
		const day = new Date();
		day.setHours(0, 0, 0, 0);
		day.setDate(day.getDate() - daysAgo);
		return day.toISOString();
	});
	const named = Object.fromEntries(ends.map((end, at) => [times[at] ?? "", end]));
	return { ...named, ...asked(given, times) };
}

/** What happens now is in no span of time, and on the first page. */
export function askedOfList(given: URLSearchParams, isLive: boolean) {
	const query = isLive
		? asked(given, ofStream)
		: { ...asked(given, [...ofStream, "cursor"]), ...askedOfTimes(given) };
	return query as NonNullable<AdminCall<"GET /events">["query"]>;
}

export const askedOfFile = (given: URLSearchParams): URLSearchParams =>
	new URLSearchParams({ ...asked(given, ofStream), ...askedOfTimes(given) });

export const askedOfStream = (given: URLSearchParams): URLSearchParams =>
	new URLSearchParams(asked(given, ofStream));
