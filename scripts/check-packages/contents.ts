/** What each package consists of: what must be in it, and what may be. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const ALWAYS = ["package.json", "README.md", "LICENSE"];
const LIBRARY_FILE = /^dist\/([a-z-]+\/)?[a-z.-]+\.(js|d\.ts)$/;

/** What the server reads of each language. */
const pagesOf = [".json", ".docs.html", ".manifest.json", ".manifest-console.json"];

/** What is about the repository; examples/systemd has a place of its own. */
const NOT_SHIPPED =
	/^docs\/((releasing|security-tests)\.md|openapi\.json|(contract|decisions|pictures)\/)|^examples\/systemd\//;

/** Documents and examples, as the checkout has them. */
function documents(): string[] {
	const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "docs", "examples"];
	const listed = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
	return listed.filter((path) => !NOT_SHIPPED.test(path));
}

/** The other files that must be there, beside those that package.json names. */
const contents: Record<string, { needed: string[]; allowed: RegExp }> = {
	client: { needed: [], allowed: LIBRARY_FILE },
	verify: { needed: [], allowed: LIBRARY_FILE },
	conform: { needed: [], allowed: LIBRARY_FILE },
	server: {
		needed: [
			...["main.js", "strength-worker.js", "licenses.md"].map((name) => `dist/${name}`),
			// docs/operations.md installs them from the package.
			...readdirSync(join(root, "examples/systemd")).map((name) => `dist/systemd/${name}`),
			...["de", "en"].flatMap((locale) => pagesOf.map((end) => `pages/${locale}${end}`)),
			"pages/licenses.md",
			...documents().map((path) => `dist/${path}`),
		],
		allowed:
			/^(bin\/sallyport\.mjs|dist\/([\w.-]+\.js|licenses\.md|systemd\/[\w.]+|(docs|examples)\/[\w./-]+)|pages\/((de|en)((\.manifest(-console)?)?\.json|\.docs\.html)|licenses\.md|assets\/(?!pseudo-)[\w.-]+))$/,
	},
};

export const packageNames = Object.keys(contents);

/** What package.json promises: programs, modules and their types. */
function named(name: string): string[] {
	const text = readFileSync(join(root, "packages", name, "package.json"), "utf8");
	const { bin = {}, exports = {} } = JSON.parse(text) as {
		bin?: Record<string, string>;
		exports?: Record<string, Record<string, string>>;
	};
	const modules = Object.values(exports).flatMap((each) => Object.values(each));
	return [...Object.values(bin), ...modules].map((path) => path.replace(/^\.\//, ""));
}

/** One line for each file that is missing, and for each that does not belong there. */
export function misfits(name: string, paths: readonly string[]): string[] {
	const { needed, allowed } = contents[name] ?? { needed: [], allowed: /(?!)/ };
	const expected = [...ALWAYS, ...needed, ...named(name)];
	return [
		...expected.filter((path) => !paths.includes(path)).map((path) => `missing: ${path}`),
		...paths
			.filter((path) => !ALWAYS.includes(path) && !allowed.test(path))
			.map((path) => `unknown: ${path}`),
	];
}
