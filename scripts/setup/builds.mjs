import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { firstLines, runQuietly } from "./run-quietly.mjs";
import { pinnedRuntime } from "./runtime.mjs";
import { SetupError, say } from "./say.mjs";

/** What is built: the folder of a package, what else it is made from, and how its `dist` comes to be. */
const builds = [
	{ folder: "packages/client", also: [], build: compile },
	{ folder: "packages/kysely", also: [], build: bundle },
	{ folder: "packages/verify", also: [], build: compile },
	// The client is a part of the pages: they call the server through it.
	{ folder: "packages/web", also: ["packages/web/public", "packages/client/src"], build: bundle },
];

/** Inside the output, so that it disappears with it, and when somebody builds by hand. */
const stampPath = (root, folder) => join(root, folder, "dist", ".built-from");

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

function sources(root, { folder, also }) {
	const own = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isFile());
	return [
		"tsconfig.json",
		...own.map((entry) => `${folder}/${entry.name}`).sort(),
		...[`${folder}/src`, ...also].flatMap((below) =>
			filesBelow(join(root, below))
				.filter((path) => !path.includes(".test."))
				.map((path) => `${below}/${path}`),
		),
	];
}

function sourceHash(root, lock, build) {
	const hash = createHash("sha256").update(lock);
	hash.update(readFileSync(fileURLToPath(import.meta.url)));
	for (const path of sources(root, build)) {
		const content = readFileSync(join(root, path));
		hash.update(`\0${path}\0${content.length}\0`).update(content);
	}
	return hash.digest("hex");
}

/** Which builds are missing or older than their source, each with the hash to build it under. */
export function staleBuilds(root, lock) {
	return builds
		.filter(({ folder }) => filesBelow(join(root, folder, "src")).length > 0)
		.map((build) => ({ ...build, hash: sourceHash(root, lock, build) }))
		.filter(({ folder, hash }) => {
			try {
				return readFileSync(stampPath(root, folder), "utf8").trim() !== hash;
			} catch {
				return true;
			}
		});
}

/** All at once: they do not need each other's output. */
export async function runBuilds(root, stale) {
	say(`Building ${stale.map(({ folder }) => folder).join(", ")} …`);
	await Promise.all(
		stale.map(async ({ folder, hash, build }) => {
			const { code, output } = await build(root, folder);
			if (code !== 0) {
				if (output) process.stderr.write(`${firstLines(output)}\n`);
				throw new SetupError(`${folder} could not be built, see above.`);
			}
			writeFileSync(stampPath(root, folder), `${hash}\n`);
		}),
	);
}

/** Types are what `npm run check` looks at; here a mistake in them must not keep anybody from starting. */
async function compile(root, folder) {
	const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
	const args = [tsc, "-p", "tsconfig.build.json", "--noCheck"];
	const ran = await runQuietly(pinnedRuntime(root), args, { cwd: join(root, folder) });
	if (ran.code === 0) removeLeftOver(join(root, folder));
	return ran;
}

/** What was compiled from a source that is gone would be packed with the rest. */
function removeLeftOver(folder) {
	for (const path of filesBelow(join(folder, "dist"))) {
		const source = join(folder, "src", path.replace(/(\.d\.ts|\.js)$/, ".ts"));
		if (!existsSync(source)) rmSync(join(folder, "dist", path));
	}
}

function bundle(root, folder) {
	const vite = join(root, "node_modules", "vite", "bin", "vite.js");
	return runQuietly(pinnedRuntime(root), [vite, "build", "--logLevel", "warn"], {
		cwd: join(root, folder),
		env: { ...process.env, NODE_ENV: "production" },
	});
}
