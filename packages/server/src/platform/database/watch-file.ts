import type { OpenedDatabase } from "./open.ts";

const INTERVAL = 2000;

/**
 * Looks every two seconds whether the database file is still the one that was opened, and tells once when it is not. Commands work
 * on the file that is there now, and this process would go on with the old one. Returns what ends it.
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
