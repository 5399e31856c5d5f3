import pino from "pino";

/** One JSON line per event: what happened, never a secret. On standard output unless that belongs to something else. */
export function createLog(level: string, fileDescriptor: 1 | 2 = 1): pino.Logger {
	return pino(
		{
			level,
			base: null,
			messageKey: "message",
			timestamp: pino.stdTimeFunctions.isoTime,
			formatters: { level: (label) => ({ level: label }) },
		},
		pino.destination({ dest: fileDescriptor, sync: true }),
	);
}
