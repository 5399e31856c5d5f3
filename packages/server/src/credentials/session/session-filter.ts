import type { Session } from "./session.ts";

/** All that are given must fit. */
export interface SessionFilter {
	state: "live" | "ended";
	userId?: string | undefined;
	kind?: Session["kind"] | undefined;
	/** Up to a dot or a colon at its end, all that begin so. */
	address?: string | undefined;
	/** Of logins since then, in milliseconds. */
	since?: number | undefined;
}
