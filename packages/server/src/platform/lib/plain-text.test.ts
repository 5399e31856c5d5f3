import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isName, isPlainText, printable } from "./plain-text.ts";

const plain = [
	"Ada's phone",
	"R&D <Zürich> \\ 日本",
	"👩\u200d💻 1\ufe0f⃣ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} ❤\ufe0f 🇨🇭",
	"علی\u200cرضا",
	"ශ්\u200dරී",
	"शर्\u200dमा",
];
const escaped: Array<[text: string, printed: string]> = [
	["a\u0000b\u001b[31m\u009b", "a\\u{0}b\\u{1b}[31m\\u{9b}"],
	["one\r\ntwo\u2028three\u2029", "one\\u{d}\\u{a}two\\u{2028}three\\u{2029}"],
	["\u202egnp.exe\u2066\u200f\u061c", "\\u{202e}gnp.exe\\u{2066}\\u{200f}\\u{61c}"],
	["pay\u200bpal\u2060\ufeff\u00ad", "pay\\u{200b}pal\\u{2060}\\u{feff}\\u{ad}"],
	["a\u200db \u200c \u200d", "a\\u{200d}b \\u{200c} \\u{200d}"],
	["a\ufe0f\u034f\u3164\u115f\u{e0041}", "a\\u{fe0f}\\u{34f}\\u{3164}\\u{115f}\\u{e0041}"],
	["\ud800", "\\u{d800}"],
];

describe("plain text", () => {
	it("is what people can see, with the joiners of emoji and of scripts that need them", () => {
		for (const text of plain) assert.deepEqual([isPlainText(text, 64), printable(text)], [true, text]);
	});

	for (const [text, printed] of escaped)
		it(`is not ${printed}, which is printed so`, () => {
			assert.deepEqual([isPlainText(text, 64), printable(text)], [false, printed]);
		});

	it("is no longer than it may be, in characters, and a name shows something", () => {
		assert.deepEqual(
			[isPlainText("💻💻", 2), isPlainText("💻💻", 1), isPlainText(1, 9)],
			[true, false, false],
		);
		assert.deepEqual(
			[isName("a", 1), isName(" \u00a0\u3000", 9), isName("", 9), isPlainText("", 0)],
			[true, false, false, true],
		);
	});
});
