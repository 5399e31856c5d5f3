/** How a setting is declared and parsed: `setting(default, parse).means(description)`. */
import { parseDuration, parseInteger, SettingError } from "../lib/parse-setting.ts";

export interface Setting<T> {
	/** As written in the environment; null: none. */
	default: string | null;
	description: string;
	/** Which values it takes, for docs/configuration.md; null where the description says it. */
	limits: string | null;
	parse: (text: string) => T;
}

interface Parser<T> {
	(text: string): T;
	limits?: string;
}

/** The values of declared settings. */
export type Parsed<Declared extends Record<string, { parse: (text: string) => unknown }>> = {
	readonly [Name in keyof Declared]: ReturnType<Declared[Name]["parse"]>;
};

const declare = <T>(fallback: string | null, parse: Parser<T>) => ({
	means: (description: string): Setting<T> => ({
		default: fallback,
		parse,
		description,
		limits: parse.limits ?? null,
	}),
});

export const setting = <T>(fallback: string, parse: Parser<T>) => declare(fallback, parse);
export const optional = <T>(parse: Parser<T>) => declare<T | null>(null, parse);

export const text = (value: string): string => value;

const limited = <T>(limits: string, parse: (text: string) => T): Parser<T> =>
	Object.assign(parse, { limits });

export const oneOf = <const T extends string>(...choices: T[]) =>
	limited(choices.map((choice) => `\`${choice}\``).join(", "), (value): T => {
		const found = choices.find((choice) => choice === value);
		if (found === undefined) throw new SettingError(`write one of ${choices.join(", ")}`);
		return found;
	});
export const flag = limited("`true`, `false`", (value) => {
	if (value === "true" || value === "false") return value === "true";
	throw new SettingError("write true or false");
});
export const integer = (least: number, most: number) =>
	limited(`${least}–${most}`, (value) => parseInteger(value, least, most));
export const duration = (least: string, most: string) =>
	limited(`${least}–${most}`, (value) => parseDuration(value, least, most));
