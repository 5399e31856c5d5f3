import { spawnSync } from "node:child_process";

/** What git writes where two changes met: `<<<<<<< ours`, `||||||| base`, `=======`, `>>>>>>> theirs`. */
const MARKER = "^((<{7}|[|]{7}|>{7})( |$)|={7}$)";

/** Every such line in a text file that git tracks. Such a file may be well-formed, as Markdown always is. */
export function conflictMarkers(root: string): string[] {
	const found = spawnSync("git", ["grep", "-InE", MARKER], { cwd: root, encoding: "utf8" });
	// 1: there is none.
	if (found.status !== 0 && found.status !== 1) return [found.error?.message ?? found.stderr.trim()];
	return found.stdout.split("\n").filter((line) => line !== "");
}
