/** What users run is the bundle, which can break where its source does not: a module that runs too early, a file that is missing. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { pathToFileURL } from "node:url";

const dist = join(import.meta.dirname, "../../dist");
const chunks = readdirSync(dist).filter((name) => name.endsWith(".js"));
/** They start something when they are loaded. Their own tests run them. */
const PROGRAMS = ["main.js", "strength-worker.js"];
/** What a chunk imports, at once or later, or starts as a thread or a process. */
const NAMES = /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*"\.\/([\w.-]+\.js)"/g;

it("every chunk of the bundle names only files that are there", () => {
	const missing = chunks.flatMap((chunk) => {
		const named = readFileSync(join(dist, chunk), "utf8").matchAll(NAMES);
		return [...named].flatMap(([, name = ""]) =>
			existsSync(join(dist, name)) ? [] : `${chunk} names ${name}`,
		);
	});
	assert.deepEqual(missing, []);
	for (const name of PROGRAMS) assert.ok(chunks.includes(name), `${name} is missing`);
});

it("every chunk of the bundle can be loaded", () => {
	const script = `
		for (const url of process.argv.slice(1))
			await import(url).catch((error) => console.log(url + ": " + error.message));`;
	const urls = chunks
		.filter((name) => !PROGRAMS.includes(name))
		.map((name) => pathToFileURL(join(dist, name)).href);
	const args = ["--input-type=module", "-e", script, ...urls];
	const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
	assert.equal(stdout + stderr, "");
});

const AT_ONCE = /^(?:import|export)\b[^"\n]*"(?:\.\/)?([\w.:-]+)";$/gm;
const importsOf = (text: string) => [...text.matchAll(AT_ONCE)].map(([, name = ""]) => name);

/** A chunk, with what it loads before it runs: chunks with their text, and modules of Node. */
function loadedBy(chunk: string): Map<string, string> {
	const loaded = new Map([[chunk, ""]]);
	for (const name of loaded.keys()) {
		if (!chunks.includes(name)) continue;
		const text = readFileSync(join(dist, name), "utf8");
		loaded.set(name, text);
		for (const named of importsOf(text)) if (!loaded.has(named)) loaded.set(named, "");
	}
	return loaded;
}

it("no chunk of the bundle waits for itself: which one is loaded first changes nothing", () => {
	const inCircles = chunks.filter((chunk) =>
		[...loadedBy(chunk).values()].some((text) => importsOf(text).includes(chunk)),
	);
	assert.deepEqual(inCircles, []);
});

function loadedByStart(): Map<string, string> {
	const loaded = loadedBy("start-service.js");
	assert.ok([...loaded.keys()].some((name) => name.startsWith("app-")));
	return loaded;
}

it("a start imports no node:http, which brings a WebSocket client of 14 MB along", () => {
	const names = [...loadedByStart().keys()];
	assert.ok(names.includes("node:fs"));
	assert.ok(!names.includes("node:http"));
});

it("a start requires neither HTTP/2 nor TLS, which are a tenth of it", () => {
	const required = [...loadedByStart().values()].flatMap((text) =>
		[...text.matchAll(/__require\("(?:node:)?([\w/]+)"\)/g)].map(([, name]) => name),
	);
	assert.ok(required.includes("http"));
	for (const name of ["http2", "https", "tls"]) assert.ok(!required.includes(name), name);
});

it("no large chunk of a start has a character outside ASCII, which would make Node keep two bytes for each", () => {
	// Node keeps the text outside the heap from here on, and in one byte a character only if all are ASCII.
	const large = [...loadedByStart()].filter(([, text]) => text.length > 1_000_000);
	assert.ok(large.length > 0);
	for (const [name, text] of large) assert.deepEqual(text.match(/\P{ASCII}.*/gu), null, name);
});

// Decision 0059: the build leaves out what it brings along and nothing uses.
it("single sign-on makes the package larger by at most 0.8 MB of code", () => {
	const isLibrary = (text: string) => text.includes("node_modules/oidc-provider/lib/provider.js");
	const found = chunks.map((name) => readFileSync(join(dist, name), "utf8")).filter(isLibrary);
	assert.equal(found.length, 1);
	assert.ok((found[0] ?? "").length < 800_000, `${found[0]?.length} bytes`);
});

it("no file of the build names the folder in which it was built, so that a release has the same bytes anywhere", () => {
	const checkout = join(import.meta.dirname, "../../../..");
	const built = [dist, join(dist, "../pages")].flatMap((folder) =>
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((each) => each.isFile() && each.name !== ".built-from")
			.map((each) => join(each.parentPath, each.name)),
	);
	assert.deepEqual(
		built.filter((file) => readFileSync(file).includes(checkout)),
		[],
	);
});
