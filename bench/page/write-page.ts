import { readFileSync, writeFileSync } from "node:fs";
import { printDocument } from "./document.ts";
import { printFloodPicture, withFlood } from "./flood-picture.ts";
import { pageFile, pictureFile, type Result, readmeFile } from "./result.ts";

/** docs/benchmarks.md, and the picture of the flood with its sentence in README.md. */
export function writePage(result: Result): void {
	writeFileSync(pageFile, printDocument(result));
	writeFileSync(pictureFile, printFloodPicture(result));
	writeFileSync(readmeFile, withFlood(readFileSync(readmeFile, "utf8"), result));
}
