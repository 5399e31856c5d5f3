import { runConform, summary, usage } from "@sallyport/conform/command";
import { PROGRAM } from "../../platform/lib/package-root.ts";

const program = "sallyport conform";

export const conform = {
	summary,
	usage: usage(program),
	overHttp: null,
	run: (argv: string[]) => runConform(argv, program, `${PROGRAM} conform`),
};
