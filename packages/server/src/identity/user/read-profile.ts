import { ATTRIBUTE_NAME } from "../../platform/lib/attribute-name.ts";
import { canonicalEmail } from "../../platform/lib/email.ts";
import { isName, isPlainText } from "../../platform/lib/plain-text.ts";
import { USERNAME_MAX_CODE_POINTS } from "./username.ts";

/** What is to change; null removes it. Members that are missing stay as they are. */
export interface ProfileChange {
	displayName?: string;
	email?: string | null;
	/** Whether its user was seen to read the address. */
	emailVerified?: boolean;
	locale?: string | null;
	externalId?: string | null;
	/** All groups that the user is to be in. */
	groups?: readonly string[];
	/** Only the attributes that change. */
	attributes?: Readonly<Record<string, string | null>>;
}

/** What a member must be; repeats nothing of what was given. */
interface ProfileMistake {
	member: keyof ProfileChange;
	/** The rest of the sentence that begins with the name of the member. */
	mistake: string;
}

const LONGEST_ID = 255;
const LONGEST_VALUE = 256;
const LONGEST_TAG = 35;
const GROUP_NAME = /^[a-z0-9][a-z0-9._:-]{0,47}$/;

export function isGroupName(given: unknown): given is string {
	return typeof given === "string" && GROUP_NAME.test(given);
}

export const groupNameRule =
	"has 1 to 48 characters of a-z, 0-9 and ._:-, and begins with a letter or a digit";

/** For each member: reads a value, or undefined when it is wrong; and what it must be. */
const rules: {
	[Member in keyof ProfileChange]-?: [
		read: (given: unknown) => ProfileChange[Member] | undefined,
		mistake: string,
	];
} = {
	displayName: [
		(given) => (isName(given, USERNAME_MAX_CODE_POINTS) ? given : undefined),
		"is empty, too long, or has control or invisible characters",
	],
	email: [
		orNull((given) => (typeof given === "string" ? (canonicalEmail(given) ?? undefined) : undefined)),
		"is not one address such as ada@example.com, of at most 254 characters",
	],
	emailVerified: [(given) => (typeof given === "boolean" ? given : undefined), "is neither true nor false"],
	locale: [orNull(readLocale), "is not a language tag such as de or pt-BR"],
	externalId: [
		orNull((given) => (isName(given, LONGEST_ID) && given.trim() === given ? given : undefined)),
		"is empty, longer than 255 characters, or has control or invisible characters, or spaces around it",
	],
	groups: [
		(given) =>
			Array.isArray(given) && given.every(isGroupName) ? [...new Set<string>(given)].sort() : undefined,
		`is not a list of names, each of which ${groupNameRule}`,
	],
	attributes: [
		readAttributes,
		`is not an object of strings: names have 1 to 32 characters of a-z, 0-9 and _, and begin with a letter; values have at most ${LONGEST_VALUE} characters and no control or invisible ones`,
	],
};

export const profileMembers = Object.keys(rules) as Array<keyof ProfileChange>;

/** Reads those members of an object that belong to a profile. */
export function readProfile(given: object): ProfileChange | ProfileMistake {
	const change: Record<string, unknown> = {};
	for (const member of profileMembers) {
		const value = Object.hasOwn(given, member) ? (given as Record<string, unknown>)[member] : undefined;
		if (value === undefined) continue;
		const [read, mistake] = rules[member];
		const found = read(value);
		if (found === undefined) return { member, mistake };
		change[member] = found;
	}
	return change;
}

function orNull<T>(read: (given: unknown) => T | undefined): (given: unknown) => T | null | undefined {
	return (given) => (given === null ? null : read(given));
}

function readLocale(given: unknown): string | undefined {
	if (typeof given !== "string" || given.length > LONGEST_TAG) return undefined;
	try {
		return Intl.getCanonicalLocales(given)[0];
	} catch {
		return undefined;
	}
}

function readAttributes(given: unknown): Record<string, string | null> | undefined {
	if (typeof given !== "object" || given === null || Array.isArray(given)) return undefined;
	const entries = Object.entries(given);
	const isSound = entries.every(
		([name, value]) => ATTRIBUTE_NAME.test(name) && (value === null || isPlainText(value, LONGEST_VALUE)),
	);
	return isSound ? Object.fromEntries(entries) : undefined;
}
