import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** The options of a scenario; one that is written wrongly ends the process with its message and code 2. */
export function readOptions<const T extends ParseArgsOptionsConfig>(options: T) {
	try {
		return parseArgs({ options }).values;
	} catch (error) {
		if (!(error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_")))
			throw error;
		process.stderr.write(`${error.message}\n`);
		process.exit(2);
	}
}
