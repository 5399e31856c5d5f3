import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin, runnerImport } from "vite";

const pages = ["login", "setup", "account", "reauthenticate", "docs"];

/** Writes .br and .gz beside every file, so that the server never compresses while it answers. */
function precompress(): Plugin {
	return {
		name: "precompress",
		apply: "build",
		writeBundle({ dir }) {
			const folder = join(dir ?? "", "assets");
			for (const name of readdirSync(folder)) {
				if (/\.(br|gz)$/.test(name)) continue;
				const content = readFileSync(join(folder, name));
				const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
				writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params: quality }));
				writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
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
			const source = readFileSync(join(import.meta.dirname, "src/mark.svg"));
			this.emitFile({ type: "asset", name: "mark.svg", originalFileName: "src/mark.svg", source });
		},
	};
}

/** What is loaded on demand has no styles of its own; to load them first, Vite would add 0.7 kB to every page. */
function plainImports(): Plugin {
	return {
		name: "plain-imports",
		apply: "build",
		enforce: "pre",
		load: (id) =>
			id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null,
		generateBundle: {
			order: "post",
			handler(_options, bundle) {
				for (const chunk of Object.values(bundle)) {
					if (chunk.type !== "chunk") continue;
					chunk.code = chunk.code
						.replace(/const __vite__mapDeps=.*\n/, "")
						.replaceAll(/,__vite__mapDeps\(\[[\d,]*\]\),import\.meta\.url/g, "");
				}
			},
		},
	};
}

/** Writes what the server puts into each page: src/first-content.tsx, rendered. */
function firstContent(): Plugin {
	return {
		name: "first-content",
		apply: "build",
		async writeBundle({ dir }) {
			const source = join(import.meta.dirname, "src/first-content.tsx");
			const { module } = await runnerImport<{ firstContent: object }>(source, {
				configFile: false,
				...sources,
			});
			writeFileSync(join(dir ?? "", "first-content.json"), JSON.stringify(module.firstContent));
		},
	};
}

/** Three pages or parts share these too, but a login shows none of them before its second step. */
const notForLogin =
	/styles\/(gatehouse|copyable)\.css$|passkey\/texts\.ts$|client\/src\/(password|passkey)\.ts$|\/(notice|copy-\w+|copyable)\.tsx?$/;
const isForLogin = (id: string): boolean => !notForLogin.test(id);

const sources = {
	root: import.meta.dirname,
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	// From its source: what the pages are built from is then always what stands there.
	resolve: { alias: { "@sallyport/client": join(import.meta.dirname, "../client/src/index.ts") } },
} as const;

export default defineConfig({
	...sources,
	base: "./",
	plugins: [plainImports(), mark(), precompress(), firstContent()],
	build: {
		outDir: "../server/pages",
		emptyOutDir: true,
		manifest: "manifest.json",
		license: { fileName: "licenses.md" },
		target: "es2022",
		// The policy of the pages forbids data: URLs and inline scripts; nothing here may make one.
		assetsInlineLimit: 0,
		modulePreload: false,
		reportCompressedSize: false,
		rolldownOptions: {
			input: Object.fromEntries(pages.map((name) => [name, `src/${name}/main.tsx`])),
			// What three pages share is one file: another one would cost the login its head lines.
			output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 3, test: isForLogin }] } },
		},
	},
});
