import { type ParseArgsConfig, parseArgs } from "node:util";
import { WrongUse } from "./wrong-use.ts";

export type Options = NonNullable<ParseArgsConfig["options"]>;

type Parsed<O extends Options> = ReturnType<
	typeof parseArgs<{ args: string[]; options: O; strict: true; allowPositionals: true }>
>;

export interface Arguments<O extends Options> {
	options: Parsed<O>["values"];
	names: string[];
}

/**
 * Reads `--options` and the words beside them; `takes` names those words, optional ones in brackets: ["ID", "[NAME]"].
 * Throws WrongUse. No message repeats a surplus word: it may be a password that was typed in the wrong place.
 */
export function parseOptions<const O extends Options>(
	argv: string[],
	options: O,
	takes: string[],
): Arguments<O> {
	const { values, positionals } = parse(argv, options);
	const missing = takes.slice(positionals.length).find((name) => !name.startsWith("["));
	if (missing !== undefined) throw new WrongUse(`The ${missing} is missing.`);
	if (positionals.length > takes.length) {
		const surplus = positionals.length - takes.length;
		throw new WrongUse(
			surplus === 1 ? "There is one argument too many." : `There are ${surplus} arguments too many.`,
		);
	}
	return { options: values, names: positionals };
}

function parse<O extends Options>(args: string[], options: O): Parsed<O> {
	try {
		return parseArgs({ args, options, strict: true, allowPositionals: true }) as Parsed<O>;
	} catch (error) {
		if (!(error instanceof Error && "code" in error)) throw error;
		throw new WrongUse(explain(error.message, String(error.code)));
	}
}

function explain(message: string, code: string): string {
	const option = /'(--?[^' =]+)/.exec(message)?.[1] ?? "this option";
	if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
		if (option === "--password") return "A password is never an argument: use --password-stdin.";
		return `There is no option ${option}.`;
	}
	if (/does not take an argument/.test(message)) return `The option ${option} takes no value.`;
	return `The option ${option} needs a value.`;
}
