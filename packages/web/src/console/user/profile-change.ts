import type { ShownUser, UserChange } from "@sallyport/client";
import { namesIn } from "../../names-in.ts";

/** What the form of a profile shows, as it is typed. */
export interface Profile {
	username: string;
	displayName: string;
	email: string;
	emailVerified: boolean;
	locale: string;
	externalId: string;
	/** Separated by spaces. */
	groups: string;
	/** One a line: name=value. */
	attributes: string;
}

export type Member = keyof Profile;

export function profileOf(user: ShownUser): Profile {
	return {
		username: user.username,
		displayName: user.displayName,
		email: user.email ?? "",
		emailVerified: user.emailVerifiedAt !== null,
		locale: user.locale ?? "",
		externalId: user.externalId ?? "",
		groups: user.groups.join(" "),
		attributes: Object.entries(user.attributes)
			.map(([name, value]) => `${name}=${value}`)
			.join("\n"),
	};
}

const listOf = (text: string): string[] => namesIn(text).sort();

/** Null: a line is no attribute. */
export function attributesIn(text: string): Record<string, string> | null {
	const lines = text.split("\n").filter((line) => line.trim() !== "");
	const pairs = lines.map((line) => {
		const at = line.indexOf("=");
		return [line.slice(0, Math.max(0, at)).trim(), line.slice(at + 1).trim()] as const;
	});
	return pairs.some(([name]) => name === "") ? null : Object.fromEntries(pairs);
}

/** The members that differ; spaces and their order do not count. */
export function differing(one: Profile, other: Profile): Member[] {
	const members = Object.keys(one) as Member[];
	return members.filter((member) => {
		if (member === "groups") return listOf(one.groups).join(" ") !== listOf(other.groups).join(" ");
		if (member === "attributes") return sorted(one.attributes) !== sorted(other.attributes);
		return one[member] !== other[member];
	});
}

const sorted = (text: string): string =>
	JSON.stringify(Object.entries(attributesIn(text) ?? { "": text }).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Only what the user of the form has changed is sent: the rest is left to others. */
export function changeOf(before: Profile, typed: Profile): UserChange {
	const change: UserChange = {};
	for (const member of differing(before, typed)) {
		if (member === "username") change.username = typed.username;
		else if (member === "displayName") change.displayName = typed.displayName;
		else if (member === "emailVerified") change.emailVerified = typed.emailVerified;
		else if (member === "groups") change.groups = listOf(typed.groups);
		else if (member === "attributes") change.attributes = attributeChange(before, typed);
		else change[member] = typed[member] || null;
	}
	return change;
}

/** What is gone is null. */
function attributeChange(before: Profile, typed: Profile): Record<string, string | null> {
	const old = attributesIn(before.attributes) ?? {};
	const wanted = attributesIn(typed.attributes) ?? {};
	const removed = Object.keys(old).filter((name) => !Object.hasOwn(wanted, name));
	const set = Object.entries(wanted).filter(([name, value]) => old[name] !== value);
	return Object.fromEntries([...removed.map((name) => [name, null] as const), ...set]);
}
