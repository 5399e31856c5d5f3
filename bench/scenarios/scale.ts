/** What 10^4, 10^6 and 10^8 users need, computed and simulated: prints the tables of docs/scale.md again. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scaleTables } from "../scale/tables.ts";
import { defineScenario } from "../scenario.ts";

export const scalePage = join(import.meta.dirname, "../../docs/scale.md");

/** The page with each table between its two comments. */
export function printScale(page: string): string {
	return Object.entries(scaleTables()).reduce((text, [name, table]) => {
		const place = new RegExp(`(?<=<!-- ${name}: .* -->\n).*(?=<!-- /${name} -->)`, "s");
		if (!place.test(text)) throw new Error(`docs/scale.md has no place for ${name}.`);
		return text.replace(place, () => `\n${table}\n`);
	}, page);
}

export const scenario = defineScenario({}, async () => {
	const page = printScale(readFileSync(scalePage, "utf8"));
	writeFileSync(scalePage, page);
	return page;
});
