/** Invented languages, made from English, for tests and development: they show what a translation would break. */

/** Sent to the service as names, which take no marks of direction. */
const sent = ["usualName"];

/** Changes every text that is only shown, but no `{name}` that the server fills in, and no `code`. */
export function eachText<Texts>(texts: Texts, change: (text: string) => string): Texts {
	return changed(texts) as Texts;

	function changed(value: unknown): unknown {
		if (typeof value === "string") return changedParts(value);
		if (typeof value === "function") return (...given: unknown[]) => changed(value(...given));
		const entries = Object.entries(value as object);
		return Object.fromEntries(
			entries.map(([name, each]) => [name, sent.includes(name) ? each : changed(each)]),
		);
	}

	function changedParts(text: string): string {
		const parts = text.split(/(\{\w+\}|`[^`]*`)/);
		return parts.map((part, index) => (index % 2 === 1 ? part : change(part))).join("");
	}
}

/** Two fifths longer, as German is, in the words themselves; letters with marks show what is not translated. */
export function longer(text: string): string {
	const words = text.replace(/[aeiou]/g, (vowel) => vowel + accented[vowel]);
	const missing = Math.max(0, Math.ceil(text.trim().length * 1.4) - words.trim().length);
	const filling = "~".repeat(missing).replace(/~{9}(?=~)/g, "$& ");
	return words.trimEnd() + filling + (/\s+$/.exec(text)?.[0] ?? "");
}

const accented: Record<string, string> = { a: "å", e: "ë", i: "ï", o: "ø", u: "ü" };

/** Each word from right to left, by the marks that Unicode has for it. */
export function mirrored(text: string): string {
	return text.replace(/[^\s\d]+/g, (word) => `\u200f\u202e${word}\u202c\u200f`);
}
