import { givenTables, personalData } from "../../packages/server/src/operations/export/personal-data.ts";

/** Of docs/privacy.md: every table, and the columns of those that tell of a person. */
export function privacy(): string {
	const given = givenTables.map(({ table, member, what, kept, given: columns, withheld }) =>
		[
			`### ${what}: \`${table}\``,
			"",
			`Kept: ${decapitalized(kept)}`,
			"",
			`- Exported as \`${member}\`: ${columns.map(({ column }) => `\`${column}\``).join(", ")}.`,
			`- Withheld: ${listed(withheld.map((each) => `\`${each.column}\` (${each.withheld})`))}.`,
		].join("\n"),
	);
	const others = Object.entries(personalData).flatMap(([table, rule]) =>
		"withheld" in rule ? [`| \`${table}\` | ${rule.withheld} | ${rule.kept} |`] : [],
	);
	const impersonal = Object.entries(personalData).flatMap(([table, rule]) =>
		"impersonal" in rule ? [`| \`${table}\` | ${rule.impersonal} |`] : [],
	);
	return [
		...given,
		"### Tables that are not given out",
		["| table | what | kept |", "|---|---|---|", ...others].join("\n"),
		"### Tables without personal data",
		["| table | what |", "|---|---|", ...impersonal].join("\n"),
	].join("\n\n");
}

const decapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function listed(items: readonly string[]): string {
	return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
