import type { IncomingHttpHeaders } from "node:http";
import { LoginError } from "../../platform/errors.ts";

/**
 * Refuses browser requests that another site caused. A page can suppress neither Origin nor Sec-Fetch-Site on a
 * cross-origin POST; a client that sends neither is not a recent browser, and passes. `Sec-Fetch-Mode` says
 * nothing here: Node's fetch sends it too. (ASVS 3.5.1)
 */
export function createOriginGate(baseUrl: string, allowedOrigins: string[]) {
	const own = new URL(baseUrl).origin;
	return function refuseForeignOrigin(headers: IncomingHttpHeaders): void {
		const { origin } = headers;
		const site = headers["sec-fetch-site"];
		if (origin !== undefined && allowedOrigins.includes(origin)) return;
		if (origin === "null") throw new LoginError("origin_forbidden");
		if (site === "same-origin" || site === "none") return;
		if (site !== "same-site" && site !== "cross-site") {
			// An unknown value, from a later browser, does not decide: then Origin must be our own.
			if (origin === own || (origin === undefined && site === undefined)) return;
		}
		throw new LoginError("origin_forbidden");
	};
}

/** Whether the caller shows itself as a browser. */
export function isBrowser(headers: IncomingHttpHeaders): boolean {
	return headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
}
