import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";

const root = join(import.meta.dirname, "../../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const sectionsOf = (path: string) => read(path).split(/^## /m).slice(1);

describe("docs/integrations.md", () => {
	const sections = sectionsOf("docs/integrations.md");
	const more = sectionsOf("docs/front-ends.md").filter((each) => each.includes("```js"));

	for (const section of [...sections.filter((each) => each.includes("```")), ...more]) {
		const [stack = ""] = section.split("\n");
		it(`${stack}: shows what is in a tested file, letter for letter`, () => {
			const file = /\bFrom\s\[[^\]]+\]\(\.\.\/([^)]+)\)/.exec(section)?.[1] ?? "";
			const content = `\n${read(file)}`;
			const snippet = /```\w+\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
			for (const part of snippet.split("…\n"))
				assert.ok(content.includes(`\n${part}`), `${file} lacks:\n${part}`);
		});
	}

	it("shows every stack of examples/", () => {
		const shown = sections.map((section) => section.split("\n")[0]);
		for (const stack of [
			"Fastify",
			"Express",
			"Hono",
			"Any fetch handler",
			"nginx",
			"Caddy",
			"HAProxy",
			"curl",
			"A browser",
		])
			assert.ok(shown.includes(stack), stack);
	});

	it("and the READMEs of examples/ lead to files that exist", () => {
		for (const path of ["docs/integrations.md", ...globSync("examples/**/README.md", { cwd: root })]) {
			for (const [, target = ""] of read(path).matchAll(/\]\((?!https?:)([^)#]+)\)/g))
				assert.ok(existsSync(join(root, dirname(path), target)), `${path} leads to ${target}`);
		}
	});
});
