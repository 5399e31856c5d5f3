/** Documents and examples, for operators and integrators who have the package alone: beside each other in dist/, as in the repository. */
import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "../..");

const kinds = "cfg,conf,cs,csproj,go,html,java,js,json,jsonl,lua,md,mjs,mod,py,sh,ts,yaml,yml";
const patterns = [
	`docs/**/*.md`,
	"docs/monitoring/*",
	`examples/**/*.{${kinds}}`,
	"examples/*/{Caddy,Container}file",
];
/** What is about the repository, what is shipped elsewhere, and what a build of an example leaves. */
const left =
	/^docs\/((releasing|security-tests)\.md|decisions\/)|^examples\/systemd\/|\/(node_modules|bin|obj)\//;

/** Paths in the repository. */
function shippedDocuments(): string[] {
	const found = globSync(patterns, { cwd: root }).map((path) => path.replaceAll("\\", "/"));
	return found.filter((path) => !left.test(path)).sort();
}

/** A link to what is not shipped becomes its text. */
function withoutDeadLinks(path: string, text: string, shipped: readonly string[]): string {
	return text.replace(/!?\[([^\]]+)\]\((?!https?:|#)([^)\s]+)\)/g, (link, words: string, target: string) => {
		const [file = ""] = target.split("#");
		const wanted = posix.normalize(posix.join(posix.dirname(path), file)).replace(/\/$/, "");
		const isThere = shipped.some((each) => each === wanted || each.startsWith(`${wanted}/`));
		return isThere ? link : words;
	});
}

export function documents(): Plugin {
	return {
		name: "documents",
		buildStart() {
			const shipped = shippedDocuments();
			for (const path of shipped) {
				const text = readFileSync(join(root, path), "utf8");
				const source = path.endsWith(".md") ? withoutDeadLinks(path, text, shipped) : text;
				this.emitFile({ type: "asset", fileName: path, source });
			}
		},
	};
}
