import type { IncomingHttpHeaders } from "node:http";

/** Anyone can send any origin: after this many different ones nothing more is logged. */
const MOST = 50;

/** Warns once for each origin whose preflight is refused: the browser tells its developer only that CORS failed. */
export function createOriginWarning(log: {
	warn(detail: object, message: string): void;
}): (headers: IncomingHttpHeaders) => void {
	const known = new Set<string>();
	return ({ origin = "", "access-control-request-method": method }) => {
		if (method === undefined || known.size >= MOST || known.has(origin)) return;
		// Only what the setting takes; this also keeps junk out of the log.
		if (origin.length > 200 || !/^https?:/.test(origin) || URL.parse(origin)?.origin !== origin) return;
		known.add(origin);
		log.warn(
			{ origin },
			`A page of ${origin} tried to call this service and may not. If it is yours, add ${origin} to SALLYPORT_ALLOWED_ORIGINS.`,
		);
	};
}
