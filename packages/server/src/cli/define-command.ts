import type { Command } from "./command.ts";
import { type Arguments, type Options, parseOptions } from "./parse-options.ts";

export interface Result {
	/** What --json prints. */
	document: object;
	/** What a person reads; empty: nothing is printed. */
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
	run(given: Arguments<O>): Promise<Result>;
}

/** A command that does one thing and says what came of it, as text or as one JSON document. */
export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
	const { summary, usage, takes = [], run } = definition;
	const options = { ...definition.options, json: { type: "boolean" } } as O & { json: { type: "boolean" } };
	return {
		summary,
		usage,
		async run(argv) {
			const given = parseOptions(argv, options, takes);
			const { document, text, exitCode = 0 } = await run(given as Arguments<O>);
			if ("json" in given.options && given.options.json === true)
				console.log(JSON.stringify(document, null, 2));
			else if (text !== "") console.log(text);
			return exitCode;
		},
	};
}
