import { statSync } from "node:fs";

/**
 * Who, beyond its owner, may use a file that contains a secret; its mode in octal; and what to do, as the beginning of a
 * sentence. null when the file does not exist, and on systems without modes.
 */
export function accessTo(path: string) {
	if (process.platform === "win32") return null;
	const found = statSync(path, { throwIfNoEntry: false });
	if (found === undefined) return null;
	// chmod 600 would lock out a service that reads a file of root through its group.
	const isOwn = found.uid === process.getuid?.();
	return {
		isOwn,
		mode: (found.mode & 0o777).toString(8).padStart(4, "0"),
		everyone: (found.mode & 0o007) !== 0,
		group: (found.mode & 0o070) !== 0,
		repair: isOwn ? `Run chmod 600 ${path}` : "Make it readable for the service's user alone",
	};
}
