/**
 * Which test files run in one process. To load the service takes 0.9 s of processor time, so files share a process, many
 * at a time. Node's runner knows one file for each process: where several share one, it gets a file that imports them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** Enough to save most of the loading, and so few that the processes end at about the same time. */
const MOST_FILES = 20;
/** Each takes longer. */
const MOST_WITH_CHROMIUM = 17;

/** What a file says, with the reason, if it must not share. */
const ALONE = "// Alone in its process: ";
/** What files say that share with each other alone: each has one service at a time, and stops it. */
const ONE_SERVICE = "// With no other service in its process: ";
/** What a file outside of the folder `browser` says that starts Chromium, which takes as long as a test: those share one. */
const WITH_CHROMIUM = "// With Chromium.";

/** Folders share as well, each of which then is spread over all processes. Chromium takes most of its time elsewhere, and stays apart. */
function placeOf(file: string, text: string): string {
	if (text.includes(ALONE)) return file;
	if (text.includes(ONE_SERVICE)) return "one-service";
	if (text.includes(WITH_CHROMIUM)) return "packages/server/test/browser";
	return (
		/^packages\/\w+\/(src|test)\/(?!browser\/)|^(bench|scripts)\b/.exec(file)?.slice(1).find(Boolean) ??
		dirname(file)
	);
}

/** These begin first, so that none of them is left over for the end. */
const LONGEST = ["scripts", "browser", "test"];

const rankOf = (place: string) => {
	// The place of one that is alone is its file.
	const rank = LONGEST.indexOf(basename(place.endsWith(".test.ts") ? dirname(place) : place));
	return rank === -1 ? LONGEST.length : rank;
};

function groups(files: readonly string[], root: string): string[][] {
	const places = Object.groupBy(files, (file) => placeOf(file, readFileSync(join(root, file), "utf8")));
	const ranked = Object.entries(places).sort(([one], [other]) => rankOf(one) - rankOf(other));
	return ranked.flatMap(([place, found = []]) => {
		const most = basename(place) === "browser" ? MOST_WITH_CHROMIUM : MOST_FILES;
		const count = Math.ceil(found.length / most);
		return Array.from({ length: count }, (_, i) => found.filter((_, at) => at % count === i));
	});
}

/**
 * What to give to Node's runner: files in `folder` that import those of a group, each by a file that notes
 * that it was loaded to its end (miss-no-file.ts).
 */
export function shareProcesses(files: readonly string[], root: string, folder: string): string[] {
	return groups(files, root).map((group, i) => {
		const [first = ""] = group;
		// Node's runner begins them in the order of their names.
		const place = String(i).padStart(3, "0");
		const write = (name: string, lines: string[]) => {
			writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
			return `import "./${name}";`;
		};
		const names = write(`${place}-names.mjs`, [
			`globalThis.testFiles = ${JSON.stringify(group)};`,
			"globalThis.loadedFiles = new Set();",
		]);
		const imports = group.map((file, at) =>
			write(`${place}-${at}.mjs`, [
				`import "${pathToFileURL(join(root, file))}";`,
				`globalThis.loadedFiles.add(${JSON.stringify(file)});`,
			]),
		);
		const entry = `${place}-${dirname(first).replaceAll("/", "-")}.mjs`;
		write(entry, [names, ...imports]);
		return join(folder, entry);
	});
}
