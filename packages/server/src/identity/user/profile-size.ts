import type { Profile } from "./profile.ts";

const MOST_ATTRIBUTES = 16;
/** Bytes of JSON. */
const MOST_FOR_GROUPS_AND_ATTRIBUTES = 1500;
/** Bytes of JSON: with all of it in its claims, a token stays below the 4 kB that verifiers take. */
const MOST_IN_ALL = 1800;

/** Bytes of a display name in tokens and headers. */
const MOST_OF_A_NAME = 256;

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

export function shortName(displayName: string): string {
	const encoded = Buffer.from(displayName);
	if (encoded.length <= MOST_OF_A_NAME) return displayName;
	// Streaming, it keeps the part of a character at the end for itself.
	return new TextDecoder().decode(encoded.subarray(0, MOST_OF_A_NAME), { stream: true });
}

/** Why a profile is too large; null when it fits. Checked when it is written: no login fails because of its size. */
export function tooLarge(user: Profile & { username: string }): string | null {
	const { username, displayName, email, groups, attributes } = user;
	if (Object.keys(attributes).length > MOST_ATTRIBUTES)
		return `A user has at most ${MOST_ATTRIBUTES} attributes.`;
	const both = bytes(groups) + bytes(attributes);
	if (both > MOST_FOR_GROUPS_AND_ATTRIBUTES)
		return `The groups and attributes of a user take at most ${MOST_FOR_GROUPS_AND_ATTRIBUTES} bytes as JSON; these take ${both}.`;
	// A profile of names alone has no limit here: names have their own.
	if (email === null && groups.length === 0 && Object.keys(attributes).length === 0) return null;
	const all = both + bytes([username, displayName, email]);
	if (all > MOST_IN_ALL)
		return `Username, display name, e-mail address, groups and attributes of a user take at most ${MOST_IN_ALL} bytes as JSON; these take ${all}.`;
	return null;
}
