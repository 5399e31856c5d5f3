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

interface Test {
	/** With the titles of its suites before it; templates and variables as written. */
	title: string;
	proves: string[];
}

const HEAD = /^\/\/ Proves: (.+)\n(?:\/\/.*\n)*import /m;
const CALL =
	/^(\t*)(?:\/\/ Proves: (.+)\n\t*)?(describe|forEach(?:Empty)?Database|on(?:Sqlite|Postgres|EmptyPostgres)|it|test)\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`|([^\s"`,]+)),/gm;
const namesIn = (list: string | undefined) => list?.split(", ") ?? [];

function testsOf(source: string): Test[] {
	const around: Array<Test & { depth: number }> = [];
	return [...source.matchAll(CALL)].flatMap(([, tabs = "", names, call = "", text, template, variable]) => {
		while ((around.at(-1)?.depth ?? -1) >= tabs.length) around.pop();
		const own = text?.replaceAll('\\"', '"') ?? template ?? `\${${variable}}`;
		const suite = around.at(-1) ?? { title: "", proves: namesIn(HEAD.exec(source)?.[1]) };
		const title = suite.title ? `${suite.title} › ${own}` : own;
		const test = { title, proves: [...suite.proves, ...namesIn(names)] };
		if (call === "it" || call === "test") return [test];
		around.push({ ...test, depth: tabs.length });
		return [];
	});
}

/** Every test file that proves a rule: all names that it says, and its tests. */
export const provingFiles = (root: string) =>
	globSync("packages/*/{src,test}/**/*.test.ts", { cwd: root })
		.sort()
		.flatMap((path) => {
			const source = readFileSync(join(root, path), "utf8");
			const named = [...source.matchAll(/^\t*\/\/ Proves: (.+)$/gm)].flatMap(([, names]) => namesIn(names));
			return named.length === 0 ? [] : [{ path, named, tests: testsOf(source) }];
		});

const escaped = (title: string) => title.replaceAll(/\s+/g, " ").replaceAll(/[<>*_|`\\[\]]/g, "\\$&");

/** docs/security-tests.md */
export function securityTests(root: string): string {
	const files = provingFiles(root);
	const rules = rulesOf(root).map(({ section, name, about }, at, all) => {
		const proofs = files.flatMap(({ path, tests }) => {
			const titles = tests.filter(({ proves }) => proves.includes(name)).map(({ title }) => escaped(title));
			if (titles.length === 0) return [];
			return [`- [${path.split("/").at(-1)}](../${path})`, ...titles.map((title) => `  - ${title}`)];
		});
		const heading = section === all[at - 1]?.section ? [] : [`## ${section}`, ""];
		const rule = `### [${name}](security.md#${name})`;
		return [...heading, rule, "", ...(about ? [about, ""] : []), ...proofs, ""].join("\n");
	});
	return `# The tests of each security rule

<!-- Printed from docs/security.md and the tests by npm run generate. -->

Each rule of [security.md](security.md), and the files and titles of the tests that prove it. \`\${…}\` is filled in when
the tests run: there is one test for each case.

${rules.join("\n")}`;
}
