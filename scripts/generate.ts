/** Prints from the source what people read: docs/openapi.json, docs/configuration.md, docs/errors.md, docs/events.md. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadConfig } from "../packages/server/src/config.ts";
import { contractDocument } from "./contract-document.ts";
import { configuration } from "./generate/configuration.ts";
import { errors } from "./generate/errors.ts";
import { events } from "./generate/events.ts";

const docs = fileURLToPath(new URL("../docs", import.meta.url));

mkdirSync(docs, { recursive: true });
write("configuration.md", configuration());
write("errors.md", errors());
write("events.md", events());
write("openapi.json", `${JSON.stringify(await contractDocument(loadConfig({})), null, "\t")}\n`);

function write(name: string, text: string): void {
	writeFileSync(`${docs}/${name}`, text);
	console.log(`docs/${name}`);
}
