import pino from "pino";

/** One JSON line per event on standard output: what happened, never a secret. */
export function createLog(level: string): pino.Logger {
	return pino({
		level,
		base: null,
		messageKey: "message",
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: { level: (label) => ({ level: label }) },
	});
}
