import { existsSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, sep } from "node:path";

/** The folder of this package: the same for its source, its build and its installed form. */
export const packageRoot = dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname);

/** The checkout that this package is part of; null where it is installed. */
export const checkoutRoot = findCheckout(packageRoot);

/** The command as an operator types it here, for messages that tell which one to run. */
export const PROGRAM = checkoutRoot === null ? "sallyport" : "npx sallyport";

/** A document as messages name it: its place in this checkout, or in the package. */
export const documentPath = (name: string): string =>
	checkoutRoot === null ? join(packageRoot, "dist/docs", name) : `docs/${name}`;

/** Advice when something that is installed or built is missing. */
export const MAKE_READY = "Run npm run build in a checkout, or install the package again.";

export function packageVersion(): string {
	return (JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string }).version;
}

export function findCheckout(folder: string): string | null {
	const root = join(folder, "../..");
	const isInstalled = folder.split(sep).includes("node_modules");
	return !isInstalled && existsSync(join(root, "package-lock.json")) ? root : null;
}
