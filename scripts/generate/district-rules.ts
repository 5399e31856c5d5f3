import { appFiles, districts, faces, type Library, libraries } from "../districts.ts";

interface Pattern {
	group: string[];
	message: string;
}

const source = "packages/server/src";

/** biome.districts.json: what no file of a district may import. A later block replaces an earlier one. */
export function districtRules(): string {
	const blocks = districts.flatMap(({ name }, position) => {
		const above = districts.slice(position + 1).map((district) => district.name);
		const arrows: Pattern = {
			group: [
				...above.flatMap((each) =>
					each === "app" ? appFiles.map((file) => `**/${file}`) : [`**/${each}/**`],
				),
				"**/main.ts",
				"**/packages/**",
			],
			message: `${name} builds on ${["itself", ...districts.slice(0, position).map((each) => each.name)].join(", ")} only.`,
		};
		const home = name === "app" ? appFiles : [`${name}/**`];
		const own = [arrows, ...(faces[name] ?? [])];
		const strict = block(home, [...own, ...libraries.map(refuse)]);
		const lenient = libraries.flatMap((library) => {
			const files = library.onlyIn.flatMap((path) => within(name, path));
			const others = libraries.filter((other) => other !== library);
			return files.length === 0 ? [] : [block(files, [...own, ...others.map(refuse)])];
		});
		return [strict, ...lenient];
	});
	return `${JSON.stringify({ root: false, overrides: blocks }, null, 2)}\n`;
}

/** The picture of ARCHITECTURE.md: an arrow is what a district builds on. */
export function districtPicture(): string {
	const rows = districts.map(
		({ name, owns }) => `| ${name === "app" ? "`app.ts` …" : `\`${name}/\``} | ${owns} |`,
	);
	return [
		"```mermaid",
		"flowchart RL",
		...districts.slice(1).map(({ name }, position) => `  ${name} --> ${districts[position]?.name}`),
		"```",
		"",
		"| district | owns |",
		"|---|---|",
		...rows,
	].join("\n");
}

function refuse({ names, reason }: Library): Pattern {
	return { group: names, message: reason };
}

/** The part of a pattern that lies in a district, if any. */
function within(district: string, path: string): string[] {
	if (path.startsWith("**/")) return district === "app" ? [] : [`${district}/${path}`];
	const isAtTop = !path.includes("/");
	return (district === "app" ? isAtTop : path.startsWith(`${district}/`)) ? [path] : [];
}

function block(files: readonly string[], patterns: Pattern[]) {
	return {
		includes: files.map((file) => `${source}/${file}`),
		linter: { rules: { style: { noRestrictedImports: { level: "error", options: { patterns } } } } },
	};
}
