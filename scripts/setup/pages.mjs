import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { firstLines, runQuietly } from "./run-quietly.mjs";
import { pinnedRuntime } from "./runtime.mjs";
import { SetupError, say } from "./say.mjs";

const web = (root) => join(root, "packages", "web");
/** Inside the output, so that it disappears with it, and when somebody builds by hand. */
const stampPath = (root) => join(web(root), "dist", ".built-from");

/** All files below a folder, as `/` paths in a fixed order. */
function filesBelow(folder) {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { withFileTypes: true })
		.sort((a, b) => (a.name < b.name ? -1 : 1))
		.flatMap((entry) =>
			entry.isDirectory()
				? filesBelow(join(folder, entry.name)).map((path) => `${entry.name}/${path}`)
				: [entry.name],
		);
}

/** Everything the pages are built from. The client is theirs too: they call the server through it. */
function sources(root) {
	const own = readdirSync(web(root), { withFileTypes: true }).filter((entry) => entry.isFile());
	return [
		"tsconfig.json",
		...own.map((entry) => `packages/web/${entry.name}`).sort(),
		...["packages/web/src", "packages/web/public", "packages/client/src"].flatMap((folder) =>
			filesBelow(join(root, folder))
				.filter((path) => !path.includes(".test."))
				.map((path) => `${folder}/${path}`),
		),
	];
}

/** What the pages must be built from. */
function sourceHash(root, lock) {
	const hash = createHash("sha256").update(lock);
	for (const path of sources(root)) {
		const content = readFileSync(join(root, path));
		hash.update(`\0${path}\0${content.length}\0`).update(content);
	}
	return hash.digest("hex");
}

/** The hash to build the pages under; undefined when they are built already, or there is nothing to build. */
export function pagesToBuild(root, lock) {
	if (filesBelow(join(web(root), "src")).length === 0) return undefined;
	const wanted = sourceHash(root, lock);
	try {
		return readFileSync(stampPath(root), "utf8").trim() === wanted ? undefined : wanted;
	} catch {
		return wanted;
	}
}

export async function buildPages(root, pages) {
	say("Building the pages …");
	const vite = join(root, "node_modules", "vite", "bin", "vite.js");
	const { code, output } = await runQuietly(pinnedRuntime(root), [vite, "build", "--logLevel", "warn"], {
		cwd: web(root),
		env: { ...process.env, NODE_ENV: "production" },
	});
	if (code !== 0) {
		if (output) process.stderr.write(`${firstLines(output)}\n`);
		throw new SetupError("the pages could not be built, see above.");
	}
	writeFileSync(stampPath(root), `${pages}\n`);
}
