import type { Command } from "./command.ts";
import { type Arguments, type Options, parseOptions } from "./parse-options.ts";

export interface Result {
	/** What --json prints. */
	document: object;
	/** What a person reads. */
	text: string;
	/** 0 unless given. */
	exitCode?: 0 | 1;
}

interface Definition<O extends Options> {
	summary: string;
	usage: string;
	options?: O;
	/** Names of the words it takes; optional ones in brackets. */
	takes?: string[];
	run(given: Arguments<O> & { json: boolean }): Promise<Result>;
}

/** A command that does one thing and says what came of it, as text or as one JSON document. */
export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
	const { summary, usage, takes = [], run } = definition;
	const options = { ...(definition.options as O), json: { type: "boolean" } } as const;
	return {
		summary,
		usage,
		async run(argv) {
			const given = parseOptions(argv, options, takes);
			const json = "json" in given.options && given.options.json === true;
			const { document, text, exitCode = 0 } = await run({ ...(given as Arguments<O>), json });
			console.log(json ? JSON.stringify(document, null, 2) : text);
			return exitCode;
		},
	};
}
