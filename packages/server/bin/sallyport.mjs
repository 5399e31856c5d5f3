#!/usr/bin/env node
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const program = new URL("../dist/main.js", import.meta.url);
const setup = new URL("../../../scripts/setup.mjs", import.meta.url);
const isNew = Number.parseInt(process.versions.node, 10) >= 24;
if (isNew && existsSync(program)) {
	// Spares later starts most compiling. Inside the package, where only those may write who may change the program; in a
	// shared temporary folder anybody could. Read-only or broken, it is ignored.
	const { enableCompileCache } = await import("node:module");
	enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/compiled`);
	await import(program.href);
} else if (existsSync(setup)) {
	// A checkout builds the program, brings a Node for machines whose own is too old, and starts this file with it.
	process.argv.splice(2, 0, fileURLToPath(import.meta.url));
	await import(setup.href);
} else {
	console.error(
		isNew
			? "sallyport: dist/main.js is missing. Install the package again."
			: `sallyport needs Node 24 or later; this is ${process.versions.node}.`,
	);
	process.exitCode = 1;
}
