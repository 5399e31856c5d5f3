import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assetsFolder, loadAssets } from "./assets.ts";

/** Bytes, as a browser loads them. */
const ALL = 70_000;
const FIRST_PAGE = 28_000;

interface Entry {
	file: string;
	imports?: string[];
	css?: string[];
}

const bytesOf = (file: string): number => statSync(join(assetsFolder, "..", `${file}.br`)).size;
const sum = (files: Iterable<string>): number => [...files].reduce((all, file) => all + bytesOf(file), 0);

/** The files of a chunk, of all that it imports, and of their styles. */
function filesOf(manifest: Record<string, Entry>, key: string, found = new Set<string>()): Set<string> {
	const entry = manifest[key] ?? assert.fail(`the console lacks ${key}`);
	if (found.has(entry.file)) return found;
	found.add(entry.file);
	for (const file of entry.css ?? []) found.add(file);
	for (const each of entry.imports ?? []) filesOf(manifest, each, found);
	return found;
}

for (const { locale } of loadAssets().languages) {
	// The invented languages have every text in one file.
	if (/-X[AB]$/.test(locale)) continue;
	const text = readFileSync(join(assetsFolder, `../${locale}.manifest-console.json`), "utf8");
	const manifest = JSON.parse(text) as Record<string, Entry>;

	test(`the console costs at most ${FIRST_PAGE} bytes for its first page, and ${ALL} in all: ${locale}`, () => {
		const first = filesOf(manifest, "src/console/main.tsx");
		const all = new Set(Object.keys(manifest).flatMap((key) => [...filesOf(manifest, key)]));
		const sizes = { first: sum(first), all: sum(all) };
		assert.ok(sizes.first > 10_000 && sizes.first <= FIRST_PAGE, JSON.stringify(sizes));
		assert.ok(sizes.all > sizes.first && sizes.all <= ALL, JSON.stringify(sizes));
	});
}
