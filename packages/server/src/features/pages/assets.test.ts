import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { loadAssets, pageNames } from "./assets.ts";

function folder(t: TestContext): string {
	const path = mkdtempSync(join(tmpdir(), "sallyport-assets-"));
	t.after(() => rmSync(path, { recursive: true }));
	return path;
}

const entry = (name: string) => ({
	file: `assets/${name}-1.js`,
	imports: ["_shared.js"],
	css: [`assets/${name}-1.css`],
});
const manifest: Record<string, object> = {
	"_deep.js": { file: "assets/deep-1.js" },
	"_shared.js": { file: "assets/shared-1.js", imports: ["_deep.js"], css: ["assets/design-1.css"] },
	"src/mark.svg": { file: "assets/mark-1.svg" },
	...Object.fromEntries(pageNames.map((name) => [`src/${name}/main.tsx`, entry(name)])),
};

const first = pageNames.map((name) => [name, { title: name, content: `<h1>${name}</h1>` }]);
const forServer = { direction: "rtl", texts: { skip: "Hop" }, pages: Object.fromEntries(first) };

function write(path: string, locale: string, written: object): void {
	writeFileSync(join(path, `${locale}.manifest.json`), JSON.stringify(written));
	writeFileSync(join(path, `${locale}.manifest-console.json`), JSON.stringify(manifest));
	writeFileSync(join(path, `${locale}.json`), JSON.stringify(forServer));
	writeFileSync(join(path, `${locale}.docs.html`), "<h1>All of the API</h1>");
}

test("in each language, a page gets its first content, its script, all that the script imports, and the styles of both", (t) => {
	const path = folder(t);
	write(path, "tlh", manifest);
	const { icon, languages } = loadAssets(path);
	assert.equal(icon, "mark-1.svg");
	const { pages, ...around } = languages[0] ?? assert.fail();
	assert.deepEqual(around, { locale: "tlh", direction: "rtl", texts: { skip: "Hop" } });
	const { content, ...files } = pages.login;
	assert.equal(content(), "<h1>login</h1>");
	assert.equal(pages.docs.content(), "<h1>All of the API</h1>");
	assert.deepEqual(files, {
		title: "login",
		script: "login-1.js",
		preloads: ["shared-1.js", "deep-1.js"],
		styles: ["design-1.css", "login-1.css"],
	});
});

test("without built pages the error says what to run", (t) => {
	assert.throws(() => loadAssets(folder(t)), /Run npm run build/);
});

test("a page missing from the build is named", (t) => {
	const path = folder(t);
	const { "src/setup/main.tsx": _, ...incomplete } = manifest;
	write(path, "en", manifest);
	write(path, "tlh", incomplete);
	assert.throws(() => loadAssets(path), /lack src\/setup\/main\.tsx/);
});
