import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Our own dialect, and the words of the field. */
const INSTEAD: Record<string, string> = {
	"strangers?": "unknown device, unauthenticated client, attacker",
	"thief|thieves": "attacker",
	"demand(s|ed|ing)?": "require, requirement",
	perhaps: "may, possibly",
	meanwhile: "in that time, since, until then",
	likewise: "the same",
	"insist(s|ed|ing)?": "require, override",
	surplus: "extra, too many",
	"(?<!\\bneither\\b.*)nor": "or, and no, a sentence of its own; after neither it stays",
	"goes on": "continues",
	whoever: "a user who, a client that",
	nobody: "no one, no user",
	somebody: "a user, a client",
	"CSRF values?": "CSRF token",
	"unknown clients?": "unknown device, unauthenticated client",
};

/** A part of a longer name is none of these words: `demand.ts`, `session.nobody`, `#two-step-demanded`, `$demand`. */
const WORDS = Object.entries(INSTEAD).map(([word, instead]) => ({
	word: new RegExp(String.raw`(?<![\w$.#/-])(${word})(?![\w-]|\.\w)`, "i"),
	instead,
}));

/** The beginnings of paths that are not read. */
const LEFT_OUT = [
	// What was released was written so.
	"CHANGELOG.md",
	// They hold the words themselves.
	"scripts/check/plain-words",
];

/** Code in a text, members and a username as strings, and sentences of the contract, which keeps its bytes. */
const KEPT = new RegExp(
	[
		"`[^`\\n]*`",
		'"(demand|demanded|nobody)"',
		"five words nobody else has",
		"Second factor demanded",
		"CSRF value (missing|invalid)",
		"it is on, or not demanded",
		"all that a login of the user demands",
		"session goes on with this credential",
		"changed meanwhile",
		"even-the-last-admin insists",
	].join("|"),
	"g",
);

/** Printed files follow their source. */
const PRINTED = /^(# .*\n\n)?<!-- Printed |^.*generated (by|from)/i;

const PARTS =
	/(\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`)|[^\n"'`/]+|[^\n]/g;

/** Comments and strings of a program, on their lines. */
function commentsAndStrings(code: string): string {
	return code.replace(PARTS, (_, part: string | undefined) => {
		if (part === undefined) return " ";
		return part.startsWith("`") ? part.slice(1, -1).replace(/\$\{[^}\n]*\}/g, " ") : part;
	});
}

/** What people wrote in this file, but for what stays: names, the contract, and titles of decisions. */
function proseIn(path: string, text: string): string {
	const prose = (path.endsWith(".md") ? text : commentsAndStrings(text)).replace(KEPT, " ");
	return path.startsWith("docs/decisions/") ? prose.replace(/^# .*/, "") : prose;
}

/** Every such word in a comment, a string or a document that git tracks, with its line. */
export function plainWords(root: string): string[] {
	const listed = spawnSync("git", ["ls-files", "-z", "*.ts", "*.tsx", "*.mjs", "*.md"], {
		cwd: root,
		encoding: "utf8",
	});
	if (listed.status !== 0) return [listed.error?.message ?? listed.stderr.trim()];
	return listed.stdout
		.split("\0")
		.filter((path) => path !== "" && !LEFT_OUT.some((start) => path.startsWith(start)))
		.flatMap((path) => {
			const text = readFileSync(join(root, path), "utf8");
			if (PRINTED.test(text)) return [];
			return proseIn(path, text)
				.split("\n")
				.flatMap((line, at) =>
					WORDS.flatMap(({ word, instead }) => {
						const found = word.exec(line)?.[0];
						return found === undefined ? [] : [`${path}:${at + 1}: "${found}": write ${instead}`];
					}),
				);
		});
}
