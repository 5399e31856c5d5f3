/** Bundles the server into dist/: less to read and compile at each start, and nothing to install but native parts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { documents } from "./documents-plugin.ts";

/** Native: installed beside the bundle. */
const installed = ["@node-rs/argon2", "@node-rs/bcrypt"];

/** What `new URL("./name.ts", import.meta.url)` names begins a thread: an entry beside the others. */
function entriesByUrl(): Plugin {
	const named = /(?<=new URL\(")(\.\/([\w-]+)\.ts)(?=", import\.meta\.url\))/g;
	return {
		name: "entries-by-url",
		transform: {
			filter: { code: named },
			async handler(code, importer) {
				for (const [, path = "", name] of code.matchAll(named)) {
					const source = await this.resolve(path, importer);
					if (source === null) throw new Error(`${importer} names ${path}, which is not there.`);
					this.emitFile({ type: "chunk", id: source.id, fileName: `${name}.js` });
				}
				// As long as before, so the source map stays right.
				return { code: code.replace(named, "./$2.js"), map: null };
			},
		},
	};
}

/** The unit, its settings and the wrapper for commands, for those who have the package alone. */
function systemdFiles(): Plugin {
	const folder = join(import.meta.dirname, "../../examples/systemd");
	return {
		name: "systemd-files",
		buildStart() {
			for (const name of readdirSync(folder))
				this.emitFile({
					type: "asset",
					fileName: `systemd/${name}`,
					source: readFileSync(join(folder, name)),
				});
		},
	};
}

/** By the file of a library: what it loads at each start, for features that are not used here. Decision 0006: a tenth of a start. */
const unused = [
	// Servers of HTTP/2 and TLS: a proxy speaks them.
	{ library: /\/fastify\/lib\/server\.js$/, loads: /^node:http(2|s)$/ },
	// Metrics that are pushed, by TLS: here they are fetched.
	{ library: /\/prom-client\/index\.js$/, loads: /\/pushgateway$/ },
];

function leaveOutUnused(): Plugin {
	const nothing = "\0nothing";
	return {
		name: "leave-out-unused",
		enforce: "pre",
		resolveId(source, importer = "") {
			const isUnused = unused.some(({ library, loads }) => library.test(importer) && loads.test(source));
			return isUnused ? nothing : null;
		},
		load: (id) => (id === nothing ? "export {};" : null),
	};
}

/** Of the two tables of 2,500 media types that oidc-provider brings along, those that it reads and answers with. Decision 0059: 4 MB resident. */
function fewMediaTypes(): Plugin {
	const members = ["source", "charset", "compressible", "extensions"];
	const answered = ["application/json", "application/octet-stream", "text/html", "text/plain"];
	const kept = [...members, ...answered, "application/x-www-form-urlencoded"];
	return {
		name: "few-media-types",
		enforce: "pre",
		transform: {
			filter: { id: /\/mime-db\/db\.json$/ },
			handler: (code) => ({ code: JSON.stringify(JSON.parse(code), kept), map: null }),
		},
	};
}

export default defineConfig({
	// From its source, as the pages take the client: no build waits for another.
	resolve: { alias: { "@sallyport/conform": join(import.meta.dirname, "../conform/src") } },
	plugins: [leaveOutUnused(), fewMediaTypes(), entriesByUrl(), systemdFiles(), documents()],
	ssr: { noExternal: true, external: installed },
	build: {
		ssr: true,
		// What is no code, too: documents, examples and the unit.
		emitAssets: true,
		target: "node24",
		// Beside the code, and not in the package: 3.2 of its 13 MB, which no program reads there.
		sourcemap: "hidden",
		minify: false,
		license: { fileName: "licenses.md" },
		rolldownOptions: {
			// main is the program. The tests, which run what is built, load the others.
			// depd, which oidc-provider brings along, names its wrappers by it.
			checks: { eval: false },
			input: {
				main: "src/main.ts",
				app: "src/app.ts",
				commands: "src/operator/cli/commands.ts",
				"open-deployment": "src/open-deployment.ts",
				errors: "src/platform/errors.ts",
				pg: "pg",
				"start-service": "src/start-service.ts",
				strength: "src/identity/password/strength.ts",
			},
			output: {
				entryFileNames: "[name].js",
				chunkFileNames: "[name]-[hash].js",
				// Decision 0006: Node keeps the text of what it runs, in two bytes a character if one is outside ASCII.
				charset: "ascii",
				comments: false,
				// Positions are enough: the sources are those of the commit.
				sourcemapExcludeSources: true,
				codeSplitting: {
					groups: [
						// With what it imports: within one file, reflect-metadata runs before what needs it (decision 0040).
						{ name: "webauthn", test: /\/@simplewebauthn\/server\// },
						// A start then loads half the files. Of the platform alone: what else is shared may lead to native modules, which help does without.
						{ name: "platform", test: /server\/src\/platform/, minShareCount: 3, maxSize: 900_000 },
					],
				},
			},
		},
	},
});
