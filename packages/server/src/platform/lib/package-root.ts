import { existsSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, sep } from "node:path";

/** The folder of this package: the same for its source, its build and its installed form. */
export const packageRoot = dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname);

/** The checkout that this package is part of; null where it is installed. */
export const checkoutRoot = findCheckout(packageRoot);

/** The command as an operator types it here, for messages that tell which one to run. */
export const PROGRAM = checkoutRoot === null ? "sallyport" : "npx sallyport";

export function findCheckout(folder: string): string | null {
	const root = join(folder, "../..");
	const isInstalled = folder.split(sep).includes("node_modules");
	return !isInstalled && existsSync(join(root, "package-lock.json")) ? root : null;
}
