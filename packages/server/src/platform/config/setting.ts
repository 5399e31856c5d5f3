/** How a setting is declared and parsed. */
import { parseDuration, parseInteger, SettingError } from "../lib/parse-setting.ts";

export interface Setting<T> {
	env: string;
	/** As written in the environment; null: none. */
	default: string | null;
	description: string;
	parse: (text: string) => T;
}

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

export function setting<T>(
	env: string,
	fallback: string,
	parse: (text: string) => T,
	description: string,
): Setting<T> {
	return { env: `SALLYPORT_${env}`, default: fallback, parse, description };
}

export function optional<T>(env: string, parse: (text: string) => T, description: string): Setting<T | null> {
	return { env: `SALLYPORT_${env}`, default: null, parse, description };
}
