import type { Session } from "./session.ts";

/** All that are given must fit. */
export interface SessionFilter {
	state: "live" | "ended";
	userId?: string | undefined;
	kind?: Session["kind"] | undefined;
	/** With a dot or a colon at its end: all addresses that begin so. */
	address?: string | undefined;
	/** Only sessions that started since then, in milliseconds. */
	since?: number | undefined;
}
