#!/usr/bin/env node
import { runConform, usage } from "./command.ts";

const program = "sallyport-conform";
const argv = process.argv.slice(2);

if (argv.some((word) => word === "--help" || word === "-h")) console.log(usage(program));
else process.exitCode = await runConform(argv, program);
