#!/usr/bin/env node
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const setup = new URL("../../../scripts/setup.mjs", import.meta.url);
if (Number.parseInt(process.versions.node, 10) >= 24) {
	// Spares later starts the stripping of types and most compiling. Inside the package, where only those may write who may
	// change the program; in a shared temporary folder anybody could. Read-only or broken, it is ignored.
	const { enableCompileCache } = await import("node:module");
	enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/compiled`);
	await import("../src/main.ts");
} else if (existsSync(setup)) {
	// The checkout brings a Node for machines whose own is too old, and starts this file with it.
	process.argv.splice(2, 0, fileURLToPath(import.meta.url));
	await import(setup.href);
} else {
	console.error(`sallyport needs Node 24 or later; this is ${process.versions.node}.`);
	process.exitCode = 1;
}
