/** Why something was not measured, as results and the page keep it. */
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/** Characters. */
const SHOWN = 600;
/** By what each is named instead, the longest first: one may lie in another. A user without a home has "/". */
const folders = [
	[join(import.meta.dirname, "../.."), "."],
	[tmpdir(), "<temporary>"],
	[homedir(), "~"],
]
	.filter(([folder = ""]) => folder.length > 1)
	.sort(([one = ""], [other = ""]) => other.length - one.length);

/** The message of an error, without the folders of this machine. */
export function problemOf(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return folders.reduce((text, [folder = "", name = ""]) => text.replaceAll(folder, name), message);
}

/** Of the output of a program that failed: from its first line that speaks of an error; without one, its end. */
export function failureIn(output: string): string {
	const at = output.search(/^.*error/im);
	return (at < 0 ? output.slice(-SHOWN) : output.slice(at, at + SHOWN)).trim();
}
