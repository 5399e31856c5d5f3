import type { OpenedDatabase } from "./open.ts";

const INTERVAL = 2000;

/**
 * Checks every two seconds whether the database file is still the opened one, and calls `replaced` once when it is not:
 * commands use the new file, while this process would keep the old one. Returns a function that stops it.
 */
export function watchFile(
	{ isInPlace }: Pick<OpenedDatabase, "isInPlace">,
	replaced: () => void,
): () => void {
	const timer = setInterval(() => {
		if (isInPlace()) return;
		clearInterval(timer);
		replaced();
	}, INTERVAL);
	timer.unref();
	return () => clearInterval(timer);
}
