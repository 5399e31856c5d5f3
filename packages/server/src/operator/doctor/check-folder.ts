import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Check, failed, ok } from "./check.ts";

/**
 * Whether files can be made beside a SQLite database: its log, at a first start itself and its secret. Asks the system,
 * and makes none.
 */
export function checkFolder(file: string): Check {
	let folder = dirname(file);
	while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
	try {
		accessSync(folder, constants.W_OK | constants.X_OK);
		return ok("folder", `this user may write to ${folder}`);
	} catch (error) {
		const fact = `this user cannot write to ${folder} (${(error as NodeJS.ErrnoException).code})`;
		const advice =
			"Run doctor as the service's user. If it already is, make that user the owner of the folder, on a writable disk.";
		return failed("folder", fact, advice);
	}
}
