import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { contrast, grounds, parseAccent } from "./accent.ts";

const tokens = readFileSync(new URL("../../../../web/src/styles/tokens.css", import.meta.url), "utf8");
/** The first is that of light pages, the second that of dark ones. */
const token = (name: string): string[] =>
	[...tokens.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, "g"))].map(([, colour = ""]) => colour);

test("the colours that an accent is compared with are those of the pages", () => {
	assert.deepEqual([grounds.light, grounds.dark], [token("page")[0], token("surface")[1]]);
	assert.equal(parseAccent(token("accent").join(",")).dark.accent, token("accent")[1]);
});

test("a colour that is hard to read is refused, with its figure", () => {
	for (const [colours, figure] of [
		[
			"#ffcc00",
			/^#ffcc00 has a contrast of 1\.3 : 1 on the light pages, and 4\.5 : 1 is the least; take a darker one$/,
		],
		["#747474", /^#747474 has a contrast of 4\.1 : 1 on the light pages/],
		["#0f6052,#0f6052", /^#0f6052 has a contrast of 2\.\d : 1 on the dark pages, .* take a lighter one$/],
	] as const)
		assert.throws(() => parseAccent(colours), { message: figure });
});

test("whatever is written instead of colours is refused", () => {
	for (const text of ["red", "#fff", "#0f6052;}", "#0f6052,", "#0f6052,#7accb9,#000000", "url(x)", "#0f605g"])
		assert.throws(() => parseAccent(text), /write a colour such as/, text);
});

test("every shade of an accepted colour can be read where it is shown", () => {
	const all = Array.from({ length: 512 }, (_, index) => {
		const [red, green, blue] = [index >> 6, (index >> 3) & 7, index & 7].map((each) => each * 36);
		return `#${[red, green, blue].map((each) => (each ?? 0).toString(16).padStart(2, "0")).join("")}`;
	});
	const accepted = all.filter((colour) => contrast(colour, grounds.light) >= 4.5);
	assert.ok(accepted.length > 100);
	for (const colour of accepted) {
		const { light, dark } = parseAccent(colour);
		for (const [{ accent, strong, soft }, ground, on] of [
			[light, grounds.light, "#ffffff"],
			[dark, grounds.dark, token("on-accent")[1] ?? ""],
		] as const)
			for (const [one, other] of [
				[accent, ground],
				[accent, soft],
				[strong, ground],
				[strong, soft],
				[accent, on],
				[strong, on],
			] as const)
				assert.ok(contrast(one, other) >= 4.5, `${colour}: ${one} on ${other}`);
	}
});
