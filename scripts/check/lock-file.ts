import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface LockedPackage {
	resolved?: string;
	integrity?: string;
	link?: boolean;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

type LockedPackages = Record<string, LockedPackage>;

function lockedPackages(root: string, file: string): LockedPackages {
	return (JSON.parse(readFileSync(join(root, file), "utf8")) as { packages: LockedPackages }).packages;
}

/** The one of the checkout, and those of the Node that comes along for machines whose own is too old. */
const lockFiles = (root: string) => [
	"package-lock.json",
	...globSync("runtime/*/package-lock.json", { cwd: root }),
];

/** What comes from a registry, of all lock files. */
function registryPackages(root: string): Array<[path: string, entry: LockedPackage]> {
	return lockFiles(root).flatMap((file) =>
		Object.entries(lockedPackages(root, file))
			.filter(([path, { link }]) => path.includes("node_modules/") && !link)
			.map(([path, entry]): [string, LockedPackage] => [`${file}: ${path}`, entry]),
	);
}

/** The address of one registry in a lock file would bind every user to that registry. */
export function noAddressesInLockFiles(root: string): string[] {
	return registryPackages(root)
		.filter(([, { resolved }]) => resolved !== undefined)
		.map(([path, { resolved }]) => `${path}: ${resolved}`);
}

export function integrityInLockFiles(root: string): string[] {
	return registryPackages(root)
		.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))
		.map(([path]) => `${path} has no integrity: npm would take whatever it is sent`);
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
	const packages = lockedPackages(root, "package-lock.json");
	return Object.entries(packages).flatMap(([path, entry]) =>
		Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
			.filter((name) => !places(path, name).some((place) => packages[place]))
			.map((name) => `${path} needs ${name}, which has no entry: npm ci will fail`),
	);
}
