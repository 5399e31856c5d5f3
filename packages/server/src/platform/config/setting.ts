/** How a setting is declared and parsed: `setting(default, parse).means(description)`. */
import { parseDuration, parseInteger, SettingError } from "../lib/parse-setting.ts";

export interface Setting<T> {
	/** As written in the environment; null: none. */
	default: string | null;
	description: string;
	parse: (text: string) => T;
}

/** The values of declared settings. */
export type Parsed<Declared extends Record<string, { parse: (text: string) => unknown }>> = {
	readonly [Name in keyof Declared]: ReturnType<Declared[Name]["parse"]>;
};

const declare = <T>(fallback: string | null, parse: (text: string) => T) => ({
	means: (description: string): Setting<T> => ({ default: fallback, parse, description }),
});

export const setting = <T>(fallback: string, parse: (text: string) => T) => declare(fallback, parse);
export const optional = <T>(parse: (text: string) => T) => declare<T | null>(null, parse);

export const text = (value: string): string => value;
export const flag = (value: string): boolean => {
	if (value === "true" || value === "false") return value === "true";
	throw new SettingError("write true or false");
};
export const oneOf =
	<const T extends string>(...choices: T[]) =>
	(value: string): T => {
		const found = choices.find((choice) => choice === value);
		if (found === undefined) throw new SettingError(`write one of ${choices.join(", ")}`);
		return found;
	};
export const integer = (least: number, most: number) => (value: string) => parseInteger(value, least, most);
export const duration = (least: string, most: string) => (value: string) => parseDuration(value, least, most);
