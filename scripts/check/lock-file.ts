import { readFileSync } from "node:fs";
import { join } from "node:path";

interface LockedPackage {
	resolved?: string;
	link?: boolean;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

type LockedPackages = Record<string, LockedPackage>;

function lockedPackages(root: string): LockedPackages {
	const file = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
		packages: LockedPackages;
	};
	return file.packages;
}

/** The address of one registry in the lock file would bind every user to that registry. */
export function noAddressesInLockFile(root: string): string[] {
	return Object.entries(lockedPackages(root))
		.filter(([, entry]) => entry.resolved !== undefined && !entry.link)
		.map(([path, entry]) => `${path}: ${entry.resolved}`);
}

/** Where a package may find another: beside itself, then one folder up, as `require` looks. */
function places(path: string, name: string): string[] {
	const parents = path
		.split("/node_modules/")
		.map((_, i, parts) => parts.slice(0, i + 1).join("/node_modules/"));
	return ["", ...parents].map((parent) =>
		parent ? `${parent}/node_modules/${name}` : `node_modules/${name}`,
	);
}

/** npm leaves out what its registry did not offer for other machines, and `npm ci` then refuses the whole file. */
export function completeLockFile(root: string): string[] {
	const packages = lockedPackages(root);
	return Object.entries(packages).flatMap(([path, entry]) =>
		Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
			.filter((name) => !places(path, name).some((place) => packages[place]))
			.map((name) => `${path} needs ${name}, which has no entry: npm ci will fail`),
	);
}
