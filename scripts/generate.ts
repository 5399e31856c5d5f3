/**
 * Prints from the source what people read (docs/openapi.json, docs/configuration.md, docs/errors.md, docs/events.md,
 * docs/security-tests.md, docs/applications, parts of docs/privacy.md and docs/single-sign-on.md) and what other packages know of it: the types of clients, and the error codes.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadConfig } from "../packages/server/src/platform/config/config.ts";
import { contractDocument } from "./contract-document.ts";
import { applicationPages } from "./generate/application-pages.ts";
import { applicationTemplates } from "./generate/application-templates.ts";
import { clientTypes } from "./generate/client-types.ts";
import { configuration } from "./generate/configuration.ts";
import { districtPicture, districtRules } from "./generate/district-rules.ts";
import { errorCodeTable, errors } from "./generate/errors.ts";
import { events } from "./generate/events.ts";
import { privacy } from "./generate/privacy.ts";
import { securityTests } from "./generate/security-tests.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const contract = await contractDocument(loadConfig({}));

// The page of a template that is gone goes too.
rmSync(`${root}/docs/applications`, { recursive: true, force: true });
mkdirSync(`${root}/docs/applications`, { recursive: true });
for (const { name, text } of applicationPages()) write(`docs/applications/${name}.md`, text);
write("docs/configuration.md", configuration());
write("docs/errors.md", errors());
write("docs/events.md", events());
write("docs/security-tests.md", securityTests(root));
write("docs/openapi.json", `${JSON.stringify(contract, null, "\t")}\n`);
write("packages/client/src/contract.generated.ts", clientTypes(contract));
write("packages/conform/src/error-codes.generated.ts", errorCodeTable());

write("biome.districts.json", districtRules());
writeBetween("ARCHITECTURE.md", "districts", districtPicture());
writeBetween("docs/privacy.md", "privacy", privacy());
writeBetween("docs/single-sign-on.md", "templates", applicationTemplates());

/** Replaces what is between two comments of a page. */
function writeBetween(path: string, name: string, text: string): void {
	const [begin, end] = [`<!-- ${name}: printed by npm run generate -->`, `<!-- /${name} -->`];
	const page = readFileSync(`${root}/${path}`, "utf8");
	const [before, after] = [page.indexOf(begin), page.indexOf(end)];
	if (before < 0 || after < before) throw new Error(`${path} lacks the comments ${begin} and ${end}.`);
	write(path, `${page.slice(0, before)}${begin}\n\n${text}\n\n${page.slice(after)}`);
}

function write(path: string, text: string): void {
	writeFileSync(`${root}/${path}`, text);
	console.log(path);
}
