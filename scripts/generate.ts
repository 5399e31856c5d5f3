/**
 * Prints from the source what people read (docs/openapi.json, docs/configuration.md, docs/errors.md, docs/events.md) and
 * the types of clients.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadConfig } from "../packages/server/src/config.ts";
import { contractDocument } from "./contract-document.ts";
import { clientTypes } from "./generate/client-types.ts";
import { configuration } from "./generate/configuration.ts";
import { errors } from "./generate/errors.ts";
import { events } from "./generate/events.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const contract = await contractDocument(loadConfig({}));

mkdirSync(`${root}/docs`, { recursive: true });
write("docs/configuration.md", configuration());
write("docs/errors.md", errors());
write("docs/events.md", events());
write("docs/openapi.json", `${JSON.stringify(contract, null, "\t")}\n`);
write("packages/client/src/contract.generated.ts", clientTypes(contract));

function write(path: string, text: string): void {
	writeFileSync(`${root}/${path}`, text);
	console.log(path);
}
