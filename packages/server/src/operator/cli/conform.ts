import { runConform, summary, usage } from "@sallyport/conform/command";
import { defineCommand, WrongUse } from "./define-command.ts";

const program = "sallyport conform";

export const conform = {
	summary,
	usage: usage(program),
	run: (argv: string[]) => runConform(argv, program),
};
