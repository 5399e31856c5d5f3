import { runConform, summary, usage } from "@sallyport/conform/command";
import type { Command } from "./command.ts";

const program = "sallyport conform";

export const conform: Command = {
	summary,
	usage: usage(program),
	run: (argv) => runConform(argv, program),
};
