import type { User } from "../../identity/user/user.ts";
import type { Locale, Said } from "../../platform/config/appearance-settings.ts";
import { printable } from "../../platform/lib/plain-text.ts";
import type { titles } from "./titles.ts";

interface Checked<Name, Text> {
	name: Name;
	status: "ok" | "warning" | "failed";
	fact: Text;
	/** What to do; null: nothing. */
	advice: Text | null;
}

/** In English, as commands print it. */
export type Check = Checked<string, string>;

/** Of the deployment itself: admins read it in the language of their page. */
export type Finding = Checked<keyof typeof titles, Said>;

/** What is looked at of the users. */
export interface CountedUsers {
	all: number;
	/** There may be more. */
	orMore: boolean;
	admins: User[];
}

export function ok<Name extends string, Text>(name: Name, fact: Text): Checked<Name, Text> {
	return { name, status: "ok", fact, advice: null };
}

export function warning<Name extends string, Text>(
	name: Name,
	fact: Text,
	advice: Text,
): Checked<Name, Text> {
	return { name, status: "warning", fact, advice };
}

export function failed<Name extends string, Text>(
	name: Name,
	fact: Text,
	advice: Text | null,
): Checked<Name, Text> {
	return { name, status: "failed", fact, advice };
}

export function inLanguage({ name, status, fact, advice }: Finding, locale: Locale): Check {
	return { name, status, fact: fact[locale], advice: advice?.[locale] ?? null };
}

const MOST_NAMES = 5;

/** The first ones are named. */
export function firstOf(names: readonly string[]): string {
	return `${names.slice(0, MOST_NAMES).join(", ")}${names.length > MOST_NAMES ? " …" : ""}`;
}

/** Text from the network, for a terminal. */
export function excerpt(text: string): string {
	return printable(text.slice(0, 200));
}

export function mebibytes(bytes: number): string {
	const mebi = bytes / 1_048_576;
	return mebi < 10_240 ? `${Math.round(mebi)} MiB` : `${Math.round(mebi / 1024)} GiB`;
}
