import { runConform, summary, usage } from "@sallyport/conform/command";

const program = "sallyport conform";

export const conform = {
	summary,
	usage: usage(program),
	overHttp: null,
	run: (argv: string[]) => runConform(argv, program),
};
