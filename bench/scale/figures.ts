import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Every number from which docs/scale.md is computed, once: name, meaning, value and unit, and where it comes from. */
export const figures = readFileSync(join(import.meta.dirname, "figures.txt"), "utf8")
	.trim()
	.split("\n")
	.map((line) => line.split(" | "));

/** A percentage as a part of one. */
export function figure(name: string): number {
	const [, , text = ""] = figures.find(([each]) => each === name) ?? [];
	const value = Number.parseFloat(text.replaceAll(",", ""));
	if (Number.isNaN(value)) throw new Error(`There is no figure "${name}".`);
	return text.endsWith("%") ? value / 100 : value;
}
