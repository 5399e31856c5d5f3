#!/usr/bin/env node
import { runConform, usage } from "./command.ts";

const program = "sallyport-conform";
const argv = process.argv.slice(2);
const { node } = process.versions;

if (Number.parseInt(node, 10) < 20) {
	console.error(`${program} needs Node 20 or later; this is ${node}.`);
	process.exitCode = 1;
} else if (argv.some((word) => word === "--help" || word === "-h")) console.log(usage(program));
else process.exitCode = await runConform(argv, program);
