/** What the READMEs of the packages say, as a reader has it who has nothing but the package. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../../../..");
const readmes = globSync("packages/*/README.md", { cwd: root }).sort();
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** What a snippet leaves to its reader. */
const readers = `
	declare const username: string, password: string, code: string, baseUrl: string, body: string, origins: string[];
	declare const remember: boolean, method: string, headers: Record<string, string>;
	declare function ask(methods?: string[]): Promise<string>;
	declare function askForPasswordAndCode(acr?: string, maxAge?: number): Promise<{ password: string; code: string }>;
	declare function insightsFor(userId: string): string[];
	declare const client: import("@sallyport/client").Client;
	declare const verifier: import("@sallyport/verify").Verifier;
	declare const protect: typeof import("@sallyport/verify/fastify").protect;
	declare const app: import("fastify").FastifyInstance;
	declare const deleteKey: import("fastify").RouteHandlerMethod, listReports: import("fastify").RouteHandlerMethod;
`;

describe("the README of a package", () => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-readmes-"));
	after(() => rmSync(folder, { recursive: true, force: true }));

	it("has TypeScript that compiles in a strict project, snippet by snippet", async () => {
		symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
		writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
		writeFileSync(join(folder, "readers.d.ts"), readers);
		const files = ["readers.d.ts"];
		for (const path of readmes)
			for (const [at, [, code = ""]] of [
				...read(path).matchAll(/^```(?:ts|js)\n([\s\S]*?)^```/gm),
			].entries()) {
				const name = `${basename(dirname(path))}-${at + 1}.ts`;
				writeFileSync(join(folder, name), `${code}\nexport {};\n`);
				files.push(name);
			}
		assert.ok(files.length > 12, `${files.length} snippets`);
		const strict = "--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck";
		const way = "--target es2022 --module nodenext --lib es2022,dom,dom.iterable --types node";
		const tsc = join(root, "node_modules/typescript/bin/tsc");
		const args = [tsc, ...`${strict} ${way}`.split(" "), ...files];
		const found = await promisify(execFile)(process.execPath, args, { cwd: folder }).then(
			() => "",
			({ stdout }: { stdout: string }) => stdout,
		);
		assert.equal(found, "");
	});

	const deadLinks = (paths: string[], folder: string) =>
		paths.flatMap((path) =>
			[...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].flatMap(([link, target = ""]) => {
				const wanted = join(dirname(path), target);
				return wanted.startsWith(folder) && existsSync(join(root, wanted)) ? [] : [`${path}: ${link}`];
			}),
		);

	it("comes with every document that a message of the service names, whose links lead to files of the package", () => {
		const dist = "packages/server/dist";
		const documents = globSync(`${dist}/{docs,examples}/**/*.md`, { cwd: root });
		assert.deepEqual(deadLinks(documents, `${dist}/`), []);
		const src = join(root, "packages/server/src");
		const named = globSync("**/*.ts", { cwd: src }).flatMap((path) => {
			const code = readFileSync(join(src, path), "utf8");
			const found = [...code.matchAll(/documentPath\("([^"]+)"\)/g)].map(([, name = ""]) => name);
			const messages = code.replaceAll(/^\s*(\/?\*|\/\/).*$|https:\/\/\S+/gm, "");
			// What an export says is read by users, who have no package.
			if (!path.includes("/export/"))
				assert.doesNotMatch(messages, /docs\/[\w-]+\.md/, `${path}: documentPath names it`);
			return found;
		});
		assert.ok(named.length > 5);
		for (const name of named) assert.ok(existsSync(join(root, dist, "docs", name)), name);
		for (const file of ["nginx/sallyport.conf", "caddy/Caddyfile", "python/sallyport.py"])
			assert.equal(read(`${dist}/examples/${file}`), read(`examples/${file}`));
	});

	for (const path of readmes)
		it(`${path} leads to nothing outside of the package, and says how it is installed`, () => {
			assert.deepEqual(deadLinks([path], `${dirname(path)}/`), []);
			assert.match(read(path), /^npm install .*\.\/sallyport-[a-zXYZ.-]+\.tgz/m);
		});
});
