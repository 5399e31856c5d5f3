/** @sallyport/client and @sallyport/verify as others install them: JavaScript in their dist/. */
import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../setup/lock.mjs";

const root = join(import.meta.dirname, "../..");

/** Builds those that are not built since their source changed; several processes may ask at once. */
export async function buildPackages(): Promise<void> {
	await withLock(root, async () => {
		for (const name of ["client", "verify"]) {
			const folder = join(root, "packages", name);
			const changed = Math.max(...globSync(join(folder, "src/**/*.ts")).map(changedAt));
			if (changedAt(join(folder, "dist/index.js")) >= changed) continue;
			const tsc = join(root, "node_modules/typescript/bin/tsc");
			execFileSync(process.execPath, [tsc, "-p", join(folder, "tsconfig.build.json")], { stdio: "pipe" });
		}
	});
}

function changedAt(path: string): number {
	return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
