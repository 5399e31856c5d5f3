/** Scripts that join or part their letters by U+200C and U+200D; elsewhere these two cannot be seen. */
const joining = [
	"Arab",
	"Syrc",
	"Nkoo",
	"Deva",
	"Beng",
	"Guru",
	"Gujr",
	"Orya",
	"Taml",
	"Telu",
	"Knda",
	"Mlym",
	"Sinh",
]
	.map((script) => `\\p{scx=${script}}`)
	.join("");

/** Controls, marks that change the direction of text, line ends, what is invisible, and what is no character. */
const hidden = "[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]";
const HIDDEN = new RegExp(hidden, "v");
/** First what such a character is a visible part of: an emoji, a word of these scripts. Made when it is needed: it takes 45 ms. */
let parts: RegExp | undefined;
function partsOf(): RegExp {
	const joined = `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`;
	parts ??= new RegExp(`\\p{RGI_Emoji}|${joined}|(?<hidden>${hidden})`, "gv");
	return parts;
}

/** The text with each hidden character replaced. */
export function replaceHidden(text: string, replace: (character: string) => string): string {
	// Emoji are many; few texts need to be compared with them.
	if (!HIDDEN.test(text)) return text;
	return text.replace(partsOf(), (part, character?: string) =>
		character === undefined ? part : replace(part),
	);
}

/** Safe to print: nothing of it steers a terminal, or looks like other text. */
export function printable(text: string): string {
	return replaceHidden(text, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Text that looks the same to all who read it, of at most so many code points. */
export function isPlainText(given: unknown, most: number): given is string {
	return typeof given === "string" && [...given].length <= most && printable(given) === given;
}

/** Plain text that shows something: what names a thing for people. */
export function isName(given: unknown, most: number): given is string {
	return isPlainText(given, most) && given.trim() !== "";
}

/** Whether anything in it cannot be seen, also as part of an emoji or a word: for names that are keys. */
export function hasHidden(text: string): boolean {
	return HIDDEN.test(text);
}
