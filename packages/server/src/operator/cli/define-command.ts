import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Config, loadConfigFromEnvironment } from "../../platform/config/config.ts";
import { systemClock } from "../../platform/lib/clock.ts";
import { nearest } from "../../platform/lib/nearest.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { SettingError } from "../../platform/lib/parse-setting.ts";
import { systemRandom } from "../../platform/lib/random.ts";
import type { Reach } from "./administered.ts";
import { printableLines, safeJson } from "./columns.ts";

/**
 * Whether a command works over HTTP too; a sentence: it does not, and this is what to do instead. null: it has nothing to do with a
 * deployment.
 */
type OverHttp = true | string | null;

/** Of commands on the database itself. */
export const ON_ITS_MACHINE = "Run it on the machine of the service.";

export interface Command {
	/** One line of the overview. */
	summary: string;
	usage: string;
	overHttp: OverHttp;
	/** Resolves with the exit code: 0 done, 1 failed. Throws WrongUse for 2. */
	run(arguments_: string[], reach: Reach): Promise<number>;
}

/** Commands that share their first word, such as `user`. */
export interface CommandGroup {
	summary: string;
	commands: Record<string, Command>;
}

/** Wrong arguments: exit code 2. */
export class WrongUse extends Error {}

export interface Result {
	/** What --json prints. */
	document: object;
	/** What a person reads. */
	text: string;
	/** 0 by default. */
	exitCode?: 0 | 1;
}

type Options = NonNullable<ParseArgsConfig["options"]>;

type Parsed<O extends Options> = ReturnType<
	typeof parseArgs<{ args: string[]; options: O; strict: true; allowPositionals: true }>
>;

/** What is given of options. */
export type Values<O extends Options> = Parsed<O>["values"];

interface Arguments<O extends Options> {
	options: Values<O>;
	names: string[];
}

interface Definition<O extends Options> {
	summary: string;
	usage: string;
	options?: O;
	/** Names of the positional arguments; optional ones in brackets. */
	takes?: string[];
	overHttp: OverHttp;
	/** Options that do not work over HTTP, each with what to do instead. */
	notOverHttp?: { readonly [Name in keyof O]?: string };
	/** null: it has printed by itself. */
	run(given: Arguments<O> & { json: boolean; reach: Reach }): Promise<Result | null>;
}

/** A command that prints one result, as text or as one JSON document. */
export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
	const { summary, usage, takes = [], overHttp, notOverHttp = {}, run } = definition;
	const options = { ...(definition.options as O), json: { type: "boolean" } } as const;
	const typed = typedAs(usage, takes);
	return {
		summary,
		usage,
		overHttp,
		async run(argv, reach) {
			const given = parseOptions(argv, options, { takes, usage, typed });
			const json = "json" in given.options && given.options.json === true;
			if (reach.overHttp !== null) refuseOptions(given.options, notOverHttp as Record<string, string>);
			const result = await run({ ...(given as Arguments<O>), json, reach });
			if (result === null) return 0;
			console.log(json ? safeJson(result.document, 2) : printableLines(result.text));
			return result.exitCode ?? 0;
		},
	};
}

function refuseOptions(given: object, refused: Record<string, string>): void {
	for (const [name, instead] of Object.entries(refused))
		if (name in given) throw new WrongUse(`--${name} does not work over HTTP. ${instead}`);
}

/** The value of an option. Throws WrongUse. */
export function readOption<T>(option: string, parse: () => T): T {
	try {
		return parse();
	} catch (error) {
		throw error instanceof SettingError ? new WrongUse(`${option}: ${error.message}.`) : error;
	}
}

/** Throws WrongUse. */
export function oneOf<const Value extends string>(
	option: string,
	given: string,
	values: readonly Value[],
): Value {
	const found = values.find((value) => value === given);
	if (found === undefined) throw new WrongUse(`${option} is ${values.filter(Boolean).join(" or ")}.`);
	return found;
}

/** Settings for a command that does not serve: dangers that would stop a start are only printed. */
export function configOfCommand(): Config {
	return loadConfigFromEnvironment((danger) => console.error(`sallyport: ${danger}`));
}

/** What most commands work with. */
export function surroundingsOfCommand() {
	return { config: configOfCommand(), clock: systemClock, random: systemRandom };
}

/**
 * Reads options and positional arguments; `takes` names those, optional ones in brackets: ["ID", "[NAME]"]. Throws WrongUse.
 * No message repeats an argument that is too many: it may be a password typed in the wrong place.
 */
function parseOptions<const O extends Options>(argv: string[], options: O, of: Words): Arguments<O> {
	const { takes, typed } = of;
	const { values, positionals } = parse(argv, options, of);
	const missing = takes.slice(positionals.length).find((name) => !name.startsWith("["));
	if (missing !== undefined) throw new WrongUse(`The ${missing} is missing: ${typed}.`);
	if (positionals.length > takes.length) {
		const tooMany = positionals.length - takes.length;
		const many = tooMany === 1 ? "There is one argument too many" : `There are ${tooMany} arguments too many`;
		const hasText = argv.some((word) => options[word.replace(/^--/, "")]?.type === "string");
		throw new WrongUse(`${many}: ${typed}.${hasText ? " A value with spaces takes quotes." : ""}`);
	}
	return { options: values, names: positionals };
}

function parse<O extends Options>(args: string[], options: O, of: Words): Parsed<O> {
	try {
		return parseArgs({ args, options, strict: true, allowPositionals: true }) as Parsed<O>;
	} catch (error) {
		if (!(error instanceof Error && "code" in error)) throw error;
		const names = Object.keys(options);
		// After the bare word, such an option is meant for something else.
		const isFirst = args[0]?.startsWith("-") === true;
		throw new WrongUse(explain(error.message, String(error.code), names, { ...of, isFirst }));
	}
}

/** What messages say of a command. */
interface Words {
	takes: readonly string[];
	usage: string;
	/** As it is typed, without options. */
	typed: string;
}

/** "npx sallyport user show NAME" */
function typedAs(usage: string, takes: readonly string[]): string {
	const [name = ""] = /^sallyport(?: [a-z][a-z-]*(?= |$))+/m.exec(usage) ?? [];
	return [name.replace("sallyport", PROGRAM), ...takes].join(" ");
}

/** Names of options for what is a bare word elsewhere. */
const BARE = ["--user", "--name", "--id", "--file", "--search"];

function explain(
	message: string,
	code: string,
	options: string[],
	{ takes, usage, typed, isFirst }: Words & { isFirst: boolean },
): string {
	const option = /'(--?[^' =]+)/.exec(message)?.[1] ?? "this option";
	if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
		if (option === "--password") return "A password is never an argument: use --password-stdin.";
		const none = `There is no option ${option}`;
		if (isFirst && takes.length > 0 && BARE.includes(option)) return `${none}: ${typed}.`;
		const meant = nearest(option.replace(/^-+/, ""), options);
		return meant === null ? `${none}.` : `${none}. Did you mean --${meant}?`;
	}
	if (/does not take an argument/.test(message)) return `The option ${option} takes no value.`;
	const value = new RegExp(`${option} ([^\\s\\],;.]+)`).exec(usage)?.[1];
	return `The option ${option} needs a value${value === undefined ? "" : `: ${option} ${value}`}.`;
}
