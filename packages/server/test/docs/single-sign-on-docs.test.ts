import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const root = join(import.meta.dirname, "../../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const [, own = ""] = read("docs/single-sign-on.md").split("\n## Your own application\n");
const FROM = /From \[[^\]]+\]\(\.\.\/([^)]+)\)[^\n]*\n\n```\w+\n([\s\S]*?)```/g;

describe("docs/single-sign-on.md", () => {
	it("shows a server, a page and a proxy as they are in the tested files, letter for letter", () => {
		const found = [...own.matchAll(FROM)];
		assert.equal(found.length, own.split("\n```").length >> 1);
		assert.equal(found.length, 3);
		for (const [, file = "", code = ""] of found) {
			const content = `\n${read(file)}`;
			for (const part of code.split("…\n"))
				assert.ok(content.includes(`\n${part}`), `${file} lacks:\n${part}`);
		}
	});

	it("names the versions of libraries that the tests run", () => {
		const { devDependencies } = JSON.parse(read("packages/server/package.json")) as {
			devDependencies: Record<string, string>;
		};
		for (const name of ["oidc-client-ts", "openid-client", "oauth4webapi", "passport-openidconnect"])
			assert.match(own, new RegExp(`^\\| ${name} \\| ${devDependencies[name]} \\|`, "m"), name);
	});
});
