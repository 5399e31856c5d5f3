import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";

const root = join(import.meta.dirname, "../../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages = globSync("docs/backends/*.md", { cwd: root }).sort();
const FROM = /^From \[[^\]]+\]\(([^)]+)\)[^\n]*\n(?:[^\n]+\n)*\n```\w+\n([\s\S]*?)```/gm;

describe("docs/backends", () => {
	for (const page of pages)
		it(`${page} shows its code as it is in the tested files, one of them whole`, () => {
			const found = [...read(page).matchAll(FROM)].map(([text, target = "", code = ""]) => {
				const content = read(join(dirname(page), target));
				assert.ok(`\n${content}`.includes(`\n${code}`), `${target} lacks:\n${code}`);
				return { whole: code === content, saysSo: text.includes("the whole file:") };
			});
			for (const { whole, saysSo } of found) assert.equal(whole, saysSo);
			assert.equal(found.filter(({ whole }) => whole).length, 1);
			assert.equal(found.length, read(page).split("\n```").length >> 1);
		});

	it("has a page for each language, which the guides lead to", () => {
		assert.deepEqual(
			pages.map((page) => page.replace(/.*\/|\.md$/g, "")),
			["csharp", "go", "java", "python"],
		);
		for (const guide of ["README.md", "docs/integrations.md", "docs/which-road.md"])
			for (const page of pages) {
				const path = guide === "README.md" ? page : page.replace("docs/", "");
				assert.ok(read(guide).includes(`](${path})`), `${guide} does not lead to ${page}`);
			}
	});
});

describe("docs/which-road.md", () => {
	const guide = read("docs/which-road.md");

	it("leads to every way in that docs/integrations.md describes", () => {
		for (const [, title = ""] of read("docs/integrations.md").matchAll(/^## (.+)$/gm))
			assert.ok(guide.includes(`](integrations.md#${anchorOf(title)})`), title);
	});

	const guides = ["which-road", "integrations", "front-ends", "single-sign-on"].map(
		(name) => `docs/${name}.md`,
	);
	const applications = globSync("docs/applications/*.md", { cwd: root });
	for (const path of ["README.md", ...guides, ...applications, ...pages])
		it(`and ${path} lead to pages and headings that exist`, () => {
			for (const [link, target = "", anchor] of read(path).matchAll(
				/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g,
			)) {
				const file = target === "" ? path : join(dirname(path), target);
				assert.ok(existsSync(join(root, file)), link);
				if (anchor === undefined || statSync(join(root, file)).isDirectory()) continue;
				const titles = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => anchorOf(title));
				assert.ok(titles.includes(anchor), link);
			}
		});
});

/** Makes the anchor of a heading, as the common hosts do. */
function anchorOf(title: string): string {
	return title
		.toLowerCase()
		.replace(/[^\w\- ]/g, "")
		.replaceAll(" ", "-");
}
