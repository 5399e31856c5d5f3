/** Prints from the source what people read: docs/openapi.json, docs/configuration.md, docs/errors.md. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadConfig, settings } from "../packages/server/src/config.ts";
import { errorCodes, errorKind } from "../packages/server/src/errors.ts";
import { contractDocument } from "./contract-document.ts";

const docs = fileURLToPath(new URL("../docs", import.meta.url));

mkdirSync(docs, { recursive: true });
write("configuration.md", configuration());
write("errors.md", errors());
write("openapi.json", `${JSON.stringify(await contractDocument(loadConfig({})), null, "\t")}\n`);

function write(name: string, text: string): void {
	writeFileSync(`${docs}/${name}`, text);
	console.log(`docs/${name}`);
}

function configuration(): string {
	const rows = Object.values(settings).map(
		(each) => `| \`${each.env}\` | ${written(each)} | ${each.description} |`,
	);
	return [
		"# Configuration",
		"",
		"<!-- Printed from packages/server/src/settings by npm run generate. -->",
		"",
		"Settings are environment variables. A wrong or unknown `SALLYPORT_*` variable stops the start with one line per",
		"mistake; `npx sallyport config` shows what is in force. Durations are a number and a unit: `30s`, `15m`, `12h`, `90d`.",
		"",
		"| variable | default | meaning |",
		"|---|---|---|",
		...rows,
		"",
	].join("\n");
}

function written(each: (typeof settings)[keyof typeof settings]): string {
	if (each.env === "SALLYPORT_HASH_THREADS") return "one per core";
	return each.default === null || each.default === "" ? "none" : `\`${each.default}\``;
}

function errors(): string {
	const rows = errorCodes.map((code) => {
		const { status, title, message } = errorKind(code);
		return `| ${status} | \`${code}\` | ${title} | ${message} |`;
	});
	return [
		"# Errors",
		"",
		"<!-- Printed from packages/server/src/errors.ts by npm run generate. -->",
		"",
		"Every refusal is one `application/problem+json` document (RFC 9457) with `type`, `title`, `status`, `code`, `message`",
		"and `requestId`; where it applies also `errors` (`pointer`, `code`, `message`), `csrf` and `retryAfter` (seconds).",
		"Decide by `code`: it is stable and never reused. `message` is for people and may change.",
		"",
		"| status | code | title | what to do |",
		"|---|---|---|---|",
		...rows,
		"",
	].join("\n");
}
