import { existsSync } from "node:fs";
import { join } from "node:path";
import { runQuietly } from "./run-quietly.mjs";

/** The pinned runtime; undefined when it is not installed. On Windows `.bin` holds shims that only a shell can start. */
export function pinnedRuntime(root) {
	const places = process.platform === "win32" ? ["node/bin/node.exe", ".bin/node.exe"] : [".bin/node"];
	return places.map((place) => join(root, "node_modules", place)).find((file) => existsSync(file));
}

/** A runtime of another kind of machine is present, yet does not start. */
export async function runtimeAnswers(root) {
	const runtime = pinnedRuntime(root);
	return runtime !== undefined && (await runQuietly(runtime, ["--version"], { cwd: root })).code === 0;
}
