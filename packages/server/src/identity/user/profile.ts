/** What is known about a user. None of it is a key: it logs no one in, and links no accounts. */
export interface Profile {
	/** For people; any text. */
	displayName: string;
	/** Several users may have the same one. */
	email: string | null;
	/** When its user proved that they read it, or an operator vouched for that. */
	emailVerifiedAt: number | null;
	/** A language tag (BCP 47). */
	locale: string | null;
	/** What a directory calls the user; unique. */
	externalId: string | null;
	/** Names, sorted. They give no right in this service. */
	groups: readonly string[];
	attributes: Attributes;
}

export type Attributes = Readonly<Record<string, string>>;

/** What most users have; shared, so that it costs no memory. */
const noGroups: readonly string[] = Object.freeze([]);
const noAttributes: Attributes = Object.freeze({});

export const emptyProfile: Omit<Profile, "displayName"> = {
	email: null,
	emailVerifiedAt: null,
	locale: null,
	externalId: null,
	groups: noGroups,
	attributes: noAttributes,
};

/** As stored, by their names in the table. */
export const profileColumns = [
	"display_name as displayName",
	"email",
	"email_verified_at as emailVerifiedAt",
	"locale",
	"external_id as externalId",
	"groups",
	"attributes",
] as const;

export function storeProfile(profile: Profile) {
	return {
		display_name: profile.displayName,
		email: profile.email,
		email_verified_at: profile.emailVerifiedAt,
		locale: profile.locale,
		external_id: profile.externalId,
		groups: JSON.stringify(profile.groups),
		attributes: JSON.stringify(profile.attributes),
	};
}

/** Replaces the stored text of groups and attributes by what it says. */
export function readStored<Row extends { groups: string; attributes: string }>(
	row: Row,
): Omit<Row, "groups" | "attributes"> & Pick<Profile, "groups" | "attributes"> {
	const { groups, attributes } = row;
	return {
		...row,
		groups: groups === "[]" ? noGroups : (JSON.parse(groups) as string[]),
		attributes: attributes === "{}" ? noAttributes : (JSON.parse(attributes) as Attributes),
	};
}
