import { globSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Installed {
	seconds: number;
	packages: number;
	megabytes: number;
	/** Names of the packages that were compiled here. */
	compiled: string[];
	/** ISO date. */
	at: string;
}

/** What lies in the node_modules of a folder. */
export function measureInstalled(folder: string, seconds: number): Installed {
	const modules = join(folder, "node_modules");
	let bytes = 0;
	for (const path of globSync("**", { cwd: modules })) {
		const { size } = lstatSync(join(modules, path));
		bytes += size;
	}
	const record = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as {
		packages: Record<string, { link?: boolean }>;
	};
	const packages = Object.values(record.packages).filter(({ link }) => link !== true).length;
	// What node-gyp leaves behind.
	const compiled = globSync("**/build/config.gypi", { cwd: modules }).map((path) => {
		const [first = "", second = ""] =
			path.slice(0, path.indexOf("/build/")).split("/node_modules/").at(-1)?.split("/") ?? [];
		return first.startsWith("@") ? `${first}/${second}` : first;
	});
	return {
		seconds,
		packages,
		megabytes: bytes / 1e6,
		compiled: [...new Set(compiled)].sort(),
		at: new Date().toISOString(),
	};
}
