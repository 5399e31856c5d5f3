import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MAKE_READY } from "../../platform/lib/make-ready.ts";
import { packageRoot } from "../../platform/lib/package-root.ts";

export const pageNames = ["login", "setup", "account", "reauthenticate", "docs"] as const;
export type PageName = (typeof pageNames)[number];

interface FirstContent {
	/** Of the browser tab, without the product's name. */
	title: string;
	/** HTML that the page shows before its script has run, with the server's own values as `{name}`. */
	content: string;
	/** Likewise, of a page that asks whether users stay logged in, where they may. */
	remembering?: string;
}

/** What packages/web has made of one page. Files are named by their hash, relative to `{base_url}/assets/`. */
export interface PageFiles extends FirstContent {
	script: string;
	/** Modules the script imports, named in the page so that they load beside it, not after it. */
	preloads: string[];
	styles: string[];
}

export interface PageAssets {
	/** The mark, also the icon of the browser tab. */
	icon: string;
	pages: Record<PageName, PageFiles>;
}

/** https://vite.dev/guide/backend-integration — the members of a manifest entry that are read here. */
interface ManifestEntry {
	file: string;
	imports?: string[];
	css?: string[];
}
type Manifest = Record<string, ManifestEntry>;

const builtPages = join(packageRoot, "pages");
/** Files that any page may load. */
export const assetsFolder = join(builtPages, "assets");

/** Reads, once at start, what the build of the pages has made. `folder` holds manifest.json and assets/. */
export function loadAssets(folder: string = builtPages): PageAssets {
	const manifest = read<Manifest>(`${folder}/manifest.json`);
	const first = read<Record<PageName, FirstContent>>(`${folder}/first-content.json`);
	const pages = Object.fromEntries(
		pageNames.map((name) => [name, { ...first[name], ...filesOf(manifest, `src/${name}/main.tsx`) }]),
	);
	return { icon: served(entry(manifest, "src/mark.svg").file), pages: pages as Record<PageName, PageFiles> };
}

function read<Content>(path: string): Content {
	try {
		return JSON.parse(readFileSync(path, "utf8")) as Content;
	} catch (cause) {
		throw new Error(`The pages have not been built: cannot read ${path}. ${MAKE_READY}`, { cause });
	}
}

function filesOf(manifest: Manifest, key: string): Omit<PageFiles, keyof FirstContent> {
	const imported = [...importsOf(manifest, key, new Set())];
	const chunks = [...imported, key].map((each) => entry(manifest, each));
	return {
		script: served(entry(manifest, key).file),
		preloads: imported.map((each) => served(entry(manifest, each).file)),
		styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map(served),
	};
}

function importsOf(manifest: Manifest, key: string, found: Set<string>): Set<string> {
	for (const each of entry(manifest, key).imports ?? []) {
		if (found.has(each)) continue;
		found.add(each);
		importsOf(manifest, each, found);
	}
	return found;
}

function entry(manifest: Manifest, key: string): ManifestEntry {
	const found = manifest[key];
	if (found === undefined) throw new Error(`The built pages lack ${key}. ${MAKE_READY}`);
	return found;
}

function served(file: string): string {
	return file.replace(/^assets\//, "");
}
