import { settings } from "../../packages/server/src/platform/config/config.ts";

/** docs/configuration.md */
export function configuration(): string {
	const rows = settings.map(
		(each) => `| \`${each.env}\` | ${written(each)} | ${each.limits ?? ""} | ${each.description} |`,
	);
	return [
		"# Configuration",
		"",
		"<!-- Printed from packages/server/src/platform/config by npm run generate. -->",
		"",
		"Settings are environment variables. A wrong or unknown `SALLYPORT_*` variable stops the start with one line per",
		"mistake; `npx sallyport config` shows what is in force. Durations are a number and a unit: `30s`, `15m`, `12h`, `90d`.",
		"",
		"| variable | default | limits | meaning |",
		"|---|---|---|---|",
		...rows,
		"",
	].join("\n");
}

function written(each: (typeof settings)[number]): string {
	if (each.env === "SALLYPORT_HASH_THREADS") return "one per core";
	if (each.env === "SALLYPORT_HASH_QUEUE") return "128 per core, at least 256";
	return each.default === null || each.default === "" ? "none" : `\`${each.default}\``;
}
