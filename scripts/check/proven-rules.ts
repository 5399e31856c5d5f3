import { provingFiles, RULE, rulesOf, sectionsOf } from "../generate/security-tests.ts";

const ROWS = /(?<=^\|---.*\n(?:\|.*\n)*)\|.*/gm;

/** What docs/security.md promises without a name or a test, and tests that name no rule of it or are not found. */
export function provenRules(root: string): string[] {
	const names = rulesOf(root).map(({ name }) => name);
	const files = provingFiles(root);
	const proven = new Set(files.flatMap((file) => [...file.proven]));
	const sections = sectionsOf(root);
	const unnamed = [
		...sections.filter((text) => !text.split("\n").some((line) => RULE.test(line))),
		...sections.flatMap((text) => text.match(ROWS) ?? []).filter((row) => !RULE.test(row)),
	];
	return [
		...unnamed.map(
			(text) => `docs/security.md: no rule is named in "${text.split("\n", 1)[0]?.slice(0, 60)}"`,
		),
		...names
			.filter((name, at) => names.indexOf(name) < at)
			.map((name) => `docs/security.md: two rules are named ${name}`),
		...names.filter((name) => !proven.has(name)).map((name) => `docs/security.md: no test proves ${name}`),
		...files.flatMap(({ path, named, proven }) => [
			...named.filter((name) => !names.includes(name)).map((name) => `${path}: no rule is named ${name}`),
			...named
				.filter((name) => !proven.has(name))
				.map((name) => `${path}: "Proves: ${name}" is not before the imports and not right above a test`),
		]),
	];
}
