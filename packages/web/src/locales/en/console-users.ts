import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** The pages of users, in the console. */
export const consoleUserTexts = {
	title: "Users",
	add: "Add a user",
	search: "Start of a username, or a whole e-mail address",
	/** Of all that fit. */
	count: (count: number, atLeast: boolean) =>
		atLeast
			? counted(count, { other: "# users or more" })
			: counted(count, { one: "# user", other: "# users" }),
	caption: "Users",
	columns: {
		username: "Username",
		displayName: "Name",
		state: "State",
		role: "Role",
		groups: "Groups",
		lastLoginAt: "Last login",
		secondFactor: "Second factor",
		createdAt: "Added",
	},
	moreGroups: (count: number) => `+${count}`,
	filters: {
		state: "State",
		role: "Role",
		kind: "Kind",
		group: "Group",
		secondFactor: "Second factor",
		inactive: "No login for",
	},
	days: (count: number) => counted(count, { one: "# day", other: "# days" }),
	states: { invited: "No password yet", reset: "Reset", active: "Active", disabled: "Disabled" },
	roles: { user: "User", admin: "Admin" },
	kinds: { person: "Person", service: "Service account" },
	secondFactors: { on: "On", off: "Off" },
	due: "Due",
	empty: {
		text: "There are no other users yet. Add those who are to log in here.",
	},
	import: "Import",
	exportAs: "Export all users",
	exportFormat: { csv: "CSV", ndjson: "NDJSON" },
	/** What the service says, in English; other languages say it in general. */
	/** What the service says of a member may begin with its name, which a form does not show. */
	refused: (message: string, _member: string) => message.replace(/^\w+ is /, "It is "),
	make: {
		heading: "Add a user",
		username: "Username",
		usernameHint: "1 to 254 characters, without spaces.",
		displayName: "Name for people (optional)",
		email: "E-mail address (optional)",
		role: "Role",
		kind: "Kind",
		kindHint: "A service account is a program: it logs in with an access key, not with a password.",
		groups: "Groups (optional)",
		groupsHint: "Small letters, separated by spaces.",
		invite: "Link to set a password",
		invites: { mail: "Send it by mail", link: "Show it once", none: "Not yet" },
		submit: "Add the user",
		needsEmail: "An invitation by mail takes an address.",
		emailWrong: "Write one address, such as ada@example.com.",
		unknownGroup: (name: string) => `There is no such group: ${name}.`,
		addGroup: (name: string) => `Add the group ${name}`,
	},
	made: {
		/** `typed`: the name as it was typed, which may be stored in other letters. */
		done: (name: string, typed: string) => `${typed} is added${typed === name ? "" : ` as ${name}`}.`,
		sent: (address: string) => ` The invitation goes to ${address}.`,
		heading: (name: string) => `The link for ${name}`,
		why: "It is shown once. The person who opens it sets the password: give it to this user alone.",
		link: "link",
		stored: "I have copied it",
	},
	bulk: {
		selectAll: (count: number) => `Select all ${count}`,
		label: "Actions",
		disable: "Disable",
		enable: "Enable",
		unlock: "Unlock",
		endSessions: "End sessions",
		invite: "Invite",
		addGroup: "Add to group",
		removeGroup: "Remove from group",
		remove: "Delete",
		group: "Group",
		users: (count: number) => counted(count, { one: "# user", other: "# users" }),
		ask: {
			end_sessions: (users: string) => `End all sessions of ${users}?`,
			invite: (users: string) => `Invite ${users} by mail?`,
			add_group: (users: string) => `Add ${users} to a group`,
			remove_group: (users: string) => `Remove ${users} from a group`,
			delete: (users: string) => `Delete ${users}?`,
		},
		what: {
			end_sessions: "They are logged out everywhere, and log in again.",
			invite: "Each gets a new link to set a password. Those who have a password are left out.",
			delete:
				"Everything that is stored about them is deleted for good, and their sessions end. This cannot be undone.",
		},
		/** By action; `users`: “3 users”. */
		done: {
			disable: (users: string) => `${users} disabled, and logged out everywhere.`,
			enable: (users: string) => `${users} enabled.`,
			unlock: (users: string) => `${users} unlocked.`,
			end_sessions: (users: string) => `Sessions of ${users} ended.`,
			invite: (users: string) => `${users} invited.`,
			add_group: (users: string) => `${users} added to the group.`,
			remove_group: (users: string) => `${users} removed from the group.`,
			delete: (users: string) => `${users} deleted.`,
		},
		refused: {
			heading: (count: number) =>
				counted(count, { one: "# user was left out", other: "# users were left out" }),
		},
		tooMany: "500 users at a time.",
	},
};
