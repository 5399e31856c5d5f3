/** Shapes of users, as the administration shows them and takes them. */
import type { FromSchema } from "json-schema-to-ts";
import {
	closedObject,
	flag,
	integer,
	orNull,
	text,
	texts,
	time,
	uuid,
} from "../../../platform/openapi/operation.ts";

const username = text("In its canonical form.", { examples: ["ada"] });

const shown = {
	id: uuid("Of the user; the claim sub. It never changes."),
	username,
	kind: text("A person, or a service account: a program.", { enum: ["person", "service"] }),
	displayName: text("The name for people.", { examples: ["Ada Lovelace"] }),
	email: orNull(text("Never a key: other users may have the same.", { examples: ["ada@example.com"] })),
	emailVerifiedAt: orNull(time("When the user proved that it is theirs, or an operator vouched for it.")),
	role: text("What the user may do in this service.", { enum: ["user", "admin"] }),
	groups: texts("Sorted. They give no right in this service.", { examples: [["analysts"]] }),
	attributes: {
		type: "object",
		additionalProperties: { type: "string" },
		description: "For claims of tokens.",
		examples: [{ department: "sales" }],
	},
	locale: orNull(text("A language tag.", { examples: ["de"] })),
	externalId: orNull(text("What a directory calls the user; unique.")),
	state: text("Invited: there was never a password. Reset: it was taken away.", {
		enum: ["invited", "reset", "active", "disabled"],
	}),
	createdAt: time("When the user was added."),
	lastLoginAt: orNull(time("Of the last login.")),
	lastLoginAddress: orNull(text("IP address of the last login.", { examples: ["192.0.2.7"] })),
	disabledAt: orNull(time("Since when the user is disabled.")),
	secondFactorAt: orNull(time("Since when a login takes a second factor.")),
	secondFactorDueAt: orNull(time("Until when the user may continue without one.")),
	version: integer("Counts changes of what is known of the user; logins are none. It is the ETag.", {
		minimum: 1,
		examples: [4],
	}),
} as const;

export const User = closedObject("User", "A user.", shown);

export const ShownUser = closedObject("ShownUser", "A user, and what belongs to them.", {
	...shown,
	emailRefused: flag("Whether its mail server does not know the address."),
	sessions: integer("How many sessions live.", { minimum: 0, examples: [2] }),
	accessKeys: integer("How many access keys live.", { minimum: 0, examples: [0] }),
	setupLinkExpiresAt: orNull(time("When the open link to set a password expires.")),
	closedToUnknownDevicesUntil: orNull(
		time("Until when unknown devices have to wait, after too many failures."),
	),
});

/** Members that are missing stay; null removes. */
const profile = {
	displayName: text("The name for people.", { maxLength: 254 }),
	email: orNull(text("One address.", { maxLength: 254 })),
	emailVerified: flag("Whether you vouch that it is the user's."),
	locale: orNull(text("A language tag.", { maxLength: 35 })),
	externalId: orNull(text("What a directory calls the user.", { maxLength: 255 })),
	groups: texts("All groups that the user is in.", { maxItems: 500 }),
	attributes: {
		type: "object",
		additionalProperties: { type: ["string", "null"] },
		description: "Those that change; null removes one.",
		examples: [{ department: "sales", floor: null }],
	},
} as const;

const role = text("user unless given.", { enum: ["user", "admin"] });
const name = text("1 to 254 characters, without spaces.", {
	minLength: 1,
	maxLength: 254,
	examples: ["ada"],
});

export const NewUser = {
	...closedObject("NewUser", null, {
		username: name,
		id: uuid(
			"One that APIs know the user by already; a new one unless given. That of a removed user is refused for as long as events are kept.",
		),
		kind: text("person unless given.", { enum: ["person", "service"] }),
		role,
		...profile,
		invite: text(
			"How the link to set a password gets to a person: by mail, in this answer, or not yet. `link` unless given.",
			{
				enum: ["mail", "link", "none"],
			},
		),
	}),
	required: ["username"],
} as const;

export const ImportedUser = {
	...closedObject("ImportedUser", null, {
		username: name,
		id: NewUser.properties.id,
		kind: NewUser.properties.kind,
		role,
		...profile,
	}),
	required: ["username"],
} as const;

export type ImportedUser = FromSchema<typeof ImportedUser>;

export const UserChange = {
	...closedObject("UserChange", "A merge patch: what is missing stays, null removes.", {
		username: name,
		...profile,
		addGroups: texts("Groups to join, whatever others there are.", { maxItems: 500 }),
		removeGroups: texts("Groups to leave.", { maxItems: 500 }),
	}),
	required: [],
} as const;

const link = {
	setupLink: orNull(
		text(
			"The link, shown once: it is a credential. null: it went by mail, was shown before, or there is none.",
		),
	),
	setupLinkExpiresAt: orNull(time("When it expires.")),
	sentTo: orNull(text("The address that it went to.")),
} as const;

export const MadeUser = closedObject("MadeUser", "The user was added.", { user: User, ...link });

export const MadeLink = closedObject("MadeLink", "The link was made.", link);

export const ResetUser = closedObject("ResetUser", "The password is gone.", {
	ended: integer("How many sessions ended.", { minimum: 0, examples: [1] }),
	accessKeys: integer("How many access keys ended.", { minimum: 0, examples: [0] }),
	...link,
	secondFactorDemanded: flag("Whether the link takes the second factor too."),
});

export const ChangedProfile = closedObject("ChangedProfile", "It is done.", {
	user: User,
	members: texts("What differs from before, the username apart.", { examples: [["email", "groups"]] }),
	formerUsername: orNull(text("The username before; null: it is the same.", { examples: ["ada"] })),
	ended: integer("How many sessions ended.", { minimum: 0, examples: [1] }),
});

export const ChangedUser = closedObject("ChangedUser", "It is done.", {
	user: User,
	ended: integer("How many sessions ended.", { minimum: 0, examples: [1] }),
});
