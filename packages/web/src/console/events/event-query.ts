import type { AdminCall } from "@sallyport/client";
import { asked } from "../parts/asked.ts";

const ofStream = ["user", "actor", "event", "level", "session", "request", "client", "address"] as const;
const times = ["since", "until"] as const;

/** Parameters of the address that narrow the list. */
export const filterNames: readonly string[] = [...ofStream, ...times];

/** What happens now is in no span of time, and on the first page. */
export function askedOfList(given: URLSearchParams, isLive: boolean) {
	const names = isLive ? ofStream : [...ofStream, ...times, "cursor"];
	return asked(given, names) as NonNullable<AdminCall<"GET /events">["query"]>;
}

export const askedOfFile = (given: URLSearchParams): URLSearchParams =>
	new URLSearchParams(asked(given, [...ofStream, ...times]));

export const askedOfStream = (given: URLSearchParams): URLSearchParams =>
	new URLSearchParams(asked(given, ofStream));
