import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type EnvironmentOptions, type Plugin, type Rolldown, runnerImport } from "vite";
import { builtApart, type PageName, pageNames, readLate } from "./src/page-names.ts";

const root = import.meta.dirname;
const localesFolder = join(root, "src/locales");
/** Each language gets pages of its own, with its texts among the code: a login then loads one script, and no text twice. */
const locales = readdirSync(localesFolder, { withFileTypes: true })
	.filter((each) => each.isDirectory())
	.map(({ name }) => name);

/** The pseudo-locales are for tests and development: what is only theirs is left out of the package by this name. */
const isPseudo = (locale: string): boolean => /-X[AB]$/.test(locale);

/** Vite takes no hyphens in the names of its environments: `en_XA`, and `en_XA_console` for the pages built apart. */
const APART = "_console";
const environmentOf = (locale: string): string => locale.replace("-", "_");
const isApart = ({ name }: { name: string }): boolean => name.endsWith(APART);
const localeOf = ({ name }: { name: string }): string => name.replace(APART, "").replace("_", "-");
const manifestOf = (locale: string, apart: boolean): string =>
	apart ? `${locale}.manifest-console.json` : `${locale}.manifest.json`;

/** `#texts/` are those of the language that is built; by package.json, which holds for tests and types, they are English. */
function texts(locale?: string): Plugin {
	return {
		name: "texts",
		enforce: "pre",
		resolveId: {
			filter: { id: /^#texts\// },
			handler(id) {
				const built = locale ?? localeOf(this.environment);
				return join(localesFolder, built, isPseudo(built) ? "index.ts" : id.slice("#texts/".length));
			},
		},
	};
}

/** The shortest of five ways to write distances, which differ by up to a part in 270: which it is, differs from file to file. */
function brotli(content: Buffer): Buffer {
	const ways = [
		[0, 0],
		[1, 0],
		[2, 0],
		[2, 8],
		[2, 32],
	].map(([postfix = 0, direct = 0]) =>
		brotliCompressSync(content, {
			params: {
				[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
				[constants.BROTLI_PARAM_NPOSTFIX]: postfix,
				[constants.BROTLI_PARAM_NDIRECT]: direct,
			},
		}),
	);
	return ways.reduce((one, other) => (other.length < one.length ? other : one));
}

/** Writes .br and .gz beside every file, so that the server never compresses while it answers. */
function precompress(): Plugin {
	return {
		name: "precompress",
		apply: "build",
		writeBundle({ dir = "" }, bundle) {
			for (const name of Object.keys(bundle)) {
				if (!name.startsWith("assets/")) continue;
				const content = readFileSync(join(dir, name));
				writeFileSync(join(dir, `${name}.br`), brotli(content));
				writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
			}
		},
	};
}

/** The mark is named by the server's HTML, by no module; so it is put into the manifest here. */
function mark(): Plugin {
	return {
		name: "mark",
		apply: "build",
		buildStart() {
			const source = readFileSync(join(root, "src/mark.svg"));
			this.emitFile({ type: "asset", name: "mark.svg", originalFileName: "src/mark.svg", source });
		},
	};
}

/** Vite names some styles by their place on this machine, and a release must have the same bytes wherever it is built. */
function relativeManifest(): Plugin {
	return {
		name: "relative-manifest",
		apply: "build",
		writeBundle({ dir = "" }) {
			const path = join(dir, manifestOf(localeOf(this.environment), isApart(this.environment)));
			writeFileSync(path, readFileSync(path, "utf8").replaceAll(`${root}/`, ""));
		},
	};
}

/** Writes what the server puts into each page: src/for-server.tsx, in the language that is built. The API reference has a file of its own. */
function forServer(): Plugin {
	return {
		name: "for-server",
		apply: "build",
		async writeBundle({ dir = "" }) {
			if (isApart(this.environment)) return;
			const locale = localeOf(this.environment);
			const path = join(root, "src/for-server.tsx");
			const { module } = await runnerImport<typeof import("./src/for-server.tsx")>(path, {
				configFile: false,
				...sources,
				plugins: [texts(locale)],
			});
			const { forServer, late } = module;
			writeFileSync(join(dir, `${locale}.json`), JSON.stringify(forServer));
			writeFileSync(join(dir, `${locale}.${readLate}.html`), late);
		},
	};
}

/**
 * Vite loads what is imported late by code of its own, which brings its styles along. Here all styles are those of a page, so
 * import() alone is enough, and a login is 600 bytes shorter.
 */
function importAlone(): Plugin {
	return {
		name: "import-alone",
		enforce: "pre",
		load: {
			filter: { id: /vite\/preload-helper/ },
			handler: () => "export const __vitePreload = (load) => load();",
		},
		generateBundle(_options, bundle) {
			const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
			const atOnce = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
			for (const name of atOnce)
				for (const each of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) atOnce.add(each);
			for (const { fileName, viteMetadata } of chunks)
				if (!atOnce.has(fileName) && viteMetadata?.importedCss.size)
					this.error(`${fileName} is imported late, so its styles would not be loaded`);
		},
	};
}

/** One file for what several pages share, where a file for each part would be mostly head lines: first, all that a login needs. */
const sharedParts = [
	{ name: "login", test: /web\/src\/login\/main/, priority: 2 },
	{ name: "page", test: /web\/src\/(open-page|account\/account-heading)/, priority: 1 },
	{
		name: "account",
		test: /web\/src\/account\/(?!security|account-card|use-card|use-question)/,
		minShareCount: 3,
	},
];

/** A user who has to add a factor first does it on the login page: the console would carry 8 kB for it. */
function enrolElsewhere(): Plugin {
	return {
		name: "enrol-elsewhere",
		enforce: "pre",
		applyToEnvironment: isApart,
		resolveId: {
			filter: { id: /\/enrolment\.tsx$/ },
			handler: () => join(root, "src/console/gate/enrol-elsewhere.tsx"),
		},
	};
}

/**
 * The console is two files: what its first page needs, and the rest. Each page of the rest repeats the words of the others, so a file
 * for each would cost more in all.
 */
function partsOfConsole(): Rolldown.CodeSplittingOptions {
	const first = new Set<string>();
	const addWhatItNeeds = (id: string, context: Rolldown.ChunkingContext): void => {
		if (first.has(id)) return;
		first.add(id);
		for (const each of context.getModuleInfo(id)?.importedIds ?? []) addWhatItNeeds(each, context);
	};
	return {
		groups: [
			{
				name(id, context) {
					addWhatItNeeds(join(root, "src/console/main.tsx"), context);
					return first.has(id) ? "console-first" : "console-rest";
				},
			},
		],
	};
}

const sources = {
	root,
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	// From its source: the pages are then always built from its present text.
	resolve: { alias: { "@sallyport/client": join(root, "../client/src/index.ts") } },
} as const;

function buildOf(locale: string, { apart, first }: { apart: boolean; first: boolean }): EnvironmentOptions {
	const names = `assets/${isPseudo(locale) ? "pseudo-" : ""}[name]-[hash].js`;
	const built = pageNames.filter((name: PageName) => builtApart.includes(name) === apart);
	return {
		consumer: "client",
		build: {
			outDir: "../server/pages",
			emptyOutDir: first,
			manifest: manifestOf(locale, apart),
			// The pages built apart have no library that the others lack.
			license: apart ? false : { fileName: "licenses.md" },
			target: "es2022",
			// Its styles need `:has()` in any case; nested rules are shorter, and as old: December 2023.
			...(apart && { cssTarget: ["chrome120", "safari17.2", "firefox121"] }),
			// The policy of the pages forbids data: URLs and inline scripts; nothing here may make one.
			assetsInlineLimit: 0,
			modulePreload: false,
			reportCompressedSize: false,
			rolldownOptions: {
				// A hint at what is slow, which comes on busy machines only.
				checks: { bundlerTimings: false },
				// Files without folders: they import each other by their names.
				input: Object.fromEntries(built.map((name) => [name.replaceAll("/", "-"), `src/${name}/main.tsx`])),
				output: {
					entryFileNames: names,
					chunkFileNames: names,
					codeSplitting: apart ? partsOfConsole() : { groups: sharedParts },
				},
			},
		},
	};
}

export default defineConfig({
	...sources,
	base: "./",
	plugins: [texts(), enrolElsewhere(), importAlone(), mark(), precompress(), relativeManifest(), forServer()],
	// One language after the other: the first empties the folder.
	builder: {
		async buildApp(builder) {
			for (const each of Object.values(builder.environments))
				if (locales.includes(localeOf(each))) await builder.build(each);
		},
	},
	environments: Object.fromEntries(
		locales.flatMap((locale, index) => [
			[environmentOf(locale), buildOf(locale, { apart: false, first: index === 0 })],
			[environmentOf(locale) + APART, buildOf(locale, { apart: true, first: false })],
		]),
	),
});
