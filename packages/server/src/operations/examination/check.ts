import type { User } from "../../identity/user/user.ts";
import { printable } from "../../platform/lib/plain-text.ts";

export interface Check {
	name: string;
	status: "ok" | "warning" | "failed";
	fact: string;
	/** What to do; null: nothing. */
	advice: string | null;
}

/** What is looked at of the users. */
export interface CountedUsers {
	all: number;
	/** There may be more. */
	orMore: boolean;
	admins: User[];
}

export function ok(name: string, fact: string): Check {
	return { name, status: "ok", fact, advice: null };
}

export function warning(name: string, fact: string, advice: string): Check {
	return { name, status: "warning", fact, advice };
}

export function failed(name: string, fact: string, advice: string | null): Check {
	return { name, status: "failed", fact, advice };
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
