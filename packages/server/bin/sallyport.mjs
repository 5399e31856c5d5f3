#!/usr/bin/env node
const [major] = process.versions.node.split(".").map(Number);
if (major < 24) {
	console.error(
		`sallyport needs Node 24 or later; this is ${process.versions.node}. In the checkout: npx sallyport.`,
	);
	process.exit(1);
}
// Spares later starts the stripping of types and most compiling. Inside the package, where only those may write who may
// change the program; in a shared temporary folder anybody could. Read-only or broken, it is ignored.
const { enableCompileCache } = await import("node:module");
enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/compiled`);
await import("../src/main.ts");
