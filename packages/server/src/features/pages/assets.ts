import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
// Its shape alone: the texts come from the built pages.
import type { frameTexts } from "../../../../web/src/locales/en/frame.ts";
import { builtApart, type PageName, pageNames, readLate } from "../../../../web/src/page-names.ts";
import { MAKE_READY, packageRoot } from "../../platform/lib/package-root.ts";

export { type PageName, pageNames };

/** Of a page, in the file of its language; the content of `readLate` is in a file of its own. */
interface FirstContent {
	/** Of the browser tab, without the product's name. */
	title: string;
	/** HTML that the page shows before its script has run, with the server's own values as `{name}`. */
	content: string;
	/** The same HTML with the question whether the user stays logged in, on a page that asks it where users may. */
	remembering?: string;
}

/** What packages/web has made of one page. Files are named by their hash, relative to `{base_url}/assets/`. */
export interface PageFiles extends Omit<FirstContent, "content"> {
	content: () => string;
	script: string;
	/** Modules the script imports, named in the page so that they load beside it, not after it. */
	preloads: string[];
	styles: string[];
}

/** The pages in one language. */
export interface Language {
	/** As in the attribute `lang`. */
	locale: string;
	direction: "ltr" | "rtl";
	/** What the server itself writes. */
	texts: typeof frameTexts;
	pages: Record<PageName, PageFiles>;
}

export interface PageAssets {
	/** The mark, also the icon of the browser tab. */
	icon: string;
	languages: Language[];
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

const MANIFEST = ".manifest.json";
const MANIFEST_APART = ".manifest-console.json";

/** Reads, once at start, what the build of the pages has made. `folder` holds assets/, and four files for each language. */
export function loadAssets(folder: string = builtPages): PageAssets {
	const locales = namesIn(folder).flatMap((name) =>
		name.endsWith(MANIFEST) ? name.slice(0, -MANIFEST.length) : [],
	);
	const [first] = locales;
	if (first === undefined) throw notBuilt(folder);
	const icon = served(entry(read<Manifest>(`${folder}/${first}${MANIFEST}`), "src/mark.svg").file);
	return { icon, languages: locales.map((locale) => loadLanguage(folder, locale)) };
}

function loadLanguage(folder: string, locale: string): Language {
	const manifest = read<Manifest>(`${folder}/${locale}${MANIFEST}`);
	const manifestApart = read<Manifest>(`${folder}/${locale}${MANIFEST_APART}`);
	type ForServer = Omit<Language, "pages"> & { pages: Record<PageName, FirstContent> };
	const { direction, texts, pages } = read<ForServer>(`${folder}/${locale}.json`);
	const late = once(() => read(`${folder}/${locale}.${readLate}.html`, String));
	const complete = pageNames.map((name) => [
		name,
		{
			...pages[name],
			content: name === readLate ? late : () => pages[name].content,
			...filesOf(builtApart.includes(name) ? manifestApart : manifest, `src/${name}/main.tsx`),
		},
	]);
	return { locale, direction, texts, pages: Object.fromEntries(complete) as Language["pages"] };
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder).sort();
	} catch (cause) {
		throw notBuilt(folder, cause);
	}
}

function once(read: () => string): () => string {
	let text: string | undefined;
	return () => (text ??= read());
}

function read<Content>(path: string, parse: (text: string) => Content = JSON.parse): Content {
	try {
		return parse(readFileSync(path, "utf8"));
	} catch (cause) {
		throw notBuilt(path, cause);
	}
}

const notBuilt = (path: string, cause?: unknown): Error =>
	new Error(`The pages have not been built: cannot read ${path}. ${MAKE_READY}`, { cause });

function filesOf(manifest: Manifest, key: string): Pick<PageFiles, "script" | "preloads" | "styles"> {
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
