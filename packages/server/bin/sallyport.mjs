#!/usr/bin/env node
const [major] = process.versions.node.split(".").map(Number);
if (major < 24) {
	console.error(`sallyport needs Node 24 or later; this is ${process.versions.node}. In the checkout: npx sallyport.`);
	process.exit(1);
}
await import("../src/main.ts");
