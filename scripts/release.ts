/**
 * Makes in release/ what a release consists of: the packages, a bill of materials of the server, the notes, and checksums.
 *
 *   npm run release
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./check-packages/npm.ts";
import { billOfMaterials } from "./release/bill-of-materials.ts";

const root = join(import.meta.dirname, "..");
const release = join(root, "release");
const packages = ["client", "conform", "server", "verify"];

rmSync(release, { recursive: true, force: true });
mkdirSync(release);
for (const name of packages) {
	const packed = await npm(join(root, "packages", name), "pack", "--pack-destination", release);
	if (!packed.ok) throw new Error(packed.all);
}
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
write("sbom.cdx.json", `${JSON.stringify(billOfMaterials(root, version), null, "\t")}\n`);
write("notes.md", notesOf(version));
const sums = readdirSync(release)
	.sort()
	.map(
		(name) =>
			`${createHash("sha256")
				.update(readFileSync(join(release, name)))
				.digest("hex")}  ${name}\n`,
	);
write("SHA256SUMS", sums.join(""));
console.log(`In release/:\n${readdirSync(release).sort().join("\n")}`);

/** The section of this version in CHANGELOG.md. */
function notesOf(wanted: string): string {
	const sections = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^(?=## \[)/m);
	const found = sections.find((section) => section.startsWith(`## [${wanted}]`));
	if (found === undefined) throw new Error(`CHANGELOG.md has no section for ${wanted}.`);
	return found
		.slice(found.indexOf("\n") + 1)
		.trim()
		.concat("\n");
}

function write(name: string, text: string): void {
	writeFileSync(join(release, name), text);
}
