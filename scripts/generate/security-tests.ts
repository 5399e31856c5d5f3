/**
 * docs/security-tests.md: which tests prove which rule of docs/security.md. A rule is a paragraph or a row of a table that
 * begins with `<a id="name"></a>`. `// Proves: name, name` in the head of a test file says so of all its tests; right above
 * a suite or a test, of that one.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const RULE = /^(?:\| )?<a id="([\w-]+)"><\/a>(?:(\*\*.*?\*\*)|(?<=^\|.*)(.*?) \|)?/;

/** The text of each section of docs/security.md, its heading first. */
export const sectionsOf = (root: string) =>
	readFileSync(join(root, "docs/security.md"), "utf8").split(/^## /m).slice(1);

/** All rules in their order, each with the bold words or the first cell that it begins with. */
export const rulesOf = (root: string) =>
	sectionsOf(root).flatMap((text) => {
		const [section = "", ...lines] = text.split("\n");
		return lines.flatMap((line) => {
			const [, name, bold, cell] = RULE.exec(line) ?? [];
			return name === undefined ? [] : [{ section, name, about: bold ?? cell }];
		});
	});

const HEAD = /^\/\/ Proves: (.+)\n(?:\/\/.*\n)*import /m;
const CALL =
	/^(\t*)(?:\/\/ Proves: (.+)\n\t*)?(describe|forEach(?:Empty)?Database|on(?:Sqlite|Postgres|EmptyPostgres)|it|test)\(\s*["`\w]/gm;
const namesIn = (list: string | undefined) => list?.split(", ") ?? [];

/** The rules that a test of this file proves: those named above it, above its suites and in the head of the file. */
function rulesProvenIn(source: string): Set<string> {
	const around: Array<{ depth: number; names: string[] }> = [];
	const inHead = namesIn(HEAD.exec(source)?.[1]);
	const proven = [...source.matchAll(CALL)].flatMap(([, tabs = "", list, call = ""]) => {
		while ((around.at(-1)?.depth ?? -1) >= tabs.length) around.pop();
		const names = [...(around.at(-1)?.names ?? inHead), ...namesIn(list)];
		if (call === "it" || call === "test") return names;
		around.push({ depth: tabs.length, names });
		return [];
	});
	return new Set(proven);
}

/** Every test file that names a rule: all names that it says, and those that its tests prove. */
export const provingFiles = (root: string) =>
	globSync("packages/*/{src,test}/**/*.test.ts", { cwd: root })
		.sort()
		.flatMap((path) => {
			const source = readFileSync(join(root, path), "utf8");
			const named = [...source.matchAll(/^\t*\/\/ Proves: (.+)$/gm)].flatMap(([, names]) => namesIn(names));
			return named.length === 0 ? [] : [{ path, named, proven: rulesProvenIn(source) }];
		});

/** docs/security-tests.md */
export function securityTests(root: string): string {
	const files = provingFiles(root);
	const rules = rulesOf(root).map(({ section, name, about }, at, all) => {
		const proofs = files
			.filter(({ proven }) => proven.has(name))
			.map(
				({ path }) =>
					`[${path
						.split("/")
						.at(-1)
						?.replace(/\.test\.ts$/, "")}](../${path})`,
			);
		const heading =
			section === all[at - 1]?.section ? "" : `\n## ${section}\n\n| rule | tests |\n|---|---|\n`;
		const text = about?.replaceAll("**", "").replace(/\.$/, "").trim();
		return `${heading}| [${name}](security.md#${name})${text ? `: ${text}` : ""} | ${proofs.join(", ")} |\n`;
	});
	return `# The tests of each security rule

<!-- Printed from docs/security.md and the tests by npm run generate. -->

Each rule of [security.md](security.md), and the files whose tests prove it. \`// Proves: name\` in a file says which of its
tests do.
${rules.join("")}`;
}
