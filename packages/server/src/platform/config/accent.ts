/** The colour of buttons and links, checked against the pages it is shown on (WCAG 2.2, 1.4.3). */
import { SettingError } from "../lib/parse-setting.ts";

const LEAST = 4.5;
/** What a shade that is made here keeps: two colours at the least are tiring to read. */
const COMFORTABLE = 7;

/** Where text has this colour, at its worst: of packages/web/src/styles/tokens.css, --page in light and --surface in dark. */
export const grounds = { light: "#f3f1ec", dark: "#181f1c" } as const;
const WHITE = "#ffffff";
const BLACK = "#000000";

export interface Shades {
	accent: string;
	/** The colour under the pointer. */
	strong: string;
	/** Behind text of the two. */
	soft: string;
}

export interface Accent {
	light: Shades;
	dark: Shades;
}

/** One colour, or after a comma another one for dark pages. */
export function parseAccent(text: string): Accent {
	const colours = text.toLowerCase().split(/\s*,\s*/);
	const [light = "", dark = lighter(light), ...more] = colours;
	if (more.length > 0 || colours.some((colour) => !/^#[0-9a-f]{6}$/.test(colour)))
		throw new SettingError(
			"write a colour such as #0f6052, or one for light and one for dark pages: #0f6052,#7accb9",
		);
	requireContrast(light, "light", "darker");
	requireContrast(dark, "dark", "lighter");
	return { light: shadesOf(light, "light", BLACK), dark: shadesOf(dark, "dark", WHITE) };
}

function requireContrast(colour: string, pages: keyof typeof grounds, better: string): void {
	const found = contrast(colour, grounds[pages]);
	if (found >= LEAST) return;
	// Never rounded up to what it lacks.
	const figure = (Math.floor(found * 10) / 10).toFixed(1);
	throw new SettingError(
		`${colour} has a contrast of ${figure} : 1 on the ${pages} pages, and ${LEAST} : 1 is the least; take a ${better} one`,
	);
}

function shadesOf(accent: string, pages: keyof typeof grounds, towards: string): Shades {
	const soft = [0.16, 0.12, 0.08, 0.04].map((share) => mixed(grounds[pages], accent, share));
	return {
		accent,
		strong: mixed(accent, towards, 0.25),
		soft: soft.find((each) => contrast(accent, each) >= LEAST) ?? grounds[pages],
	};
}

function lighter(colour: string): string {
	if (!/^#[0-9a-f]{6}$/.test(colour)) return colour;
	for (let share = 0; share < 1; share += 0.05) {
		const shade = mixed(colour, WHITE, share);
		if (contrast(shade, grounds.dark) >= COMFORTABLE) return shade;
	}
	return WHITE;
}

const channels = (colour: string): number[] =>
	[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function mixed(colour: string, other: string, share: number): string {
	const others = channels(other);
	const sums = channels(colour).map((value, index) => value + ((others[index] ?? 0) - value) * share);
	return `#${sums.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
	const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
	const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
		const share = value / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
