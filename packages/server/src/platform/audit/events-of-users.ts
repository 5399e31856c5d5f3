/** Audit events of users and groups. Part of events.ts. */
import { error, info } from "./event-kind.ts";

const username = "in its canonical form";
const group = "its name";

export const eventsOfUsers = {
	user_created: info(
		"A user was added.",
		"userCreation",
		{
			username,
			role: ["user", "admin"],
			service: "true: a service account, for programs",
			groups: "the groups of the user, if there are any",
			imported: "true: from a file of another system",
			secondFactor: "true: with an authenticator app of that system, and with two-step login on",
		},
		{ warnFor: "admin" },
	),
	user_updated: info(
		"An operator changed a user.",
		"userChange",
		{
			disabled: "true or false",
			reset: "true: the password was removed",
			mailed: "true: a link for a new one went to the user's address",
			unlocked: "true: failed logins were cleared",
			members: "what changed: role, groups, or the names of other members, without their values",
			role: ["user", "admin"],
			formerRole: "the role before",
			groups: "the groups from now on",
			formerGroups: "the groups before",
		},
		{ warnFor: "admin" },
	),
	user_renamed: info("An operator gave a user another username.", "userChange", {
		username,
		formerUsername: "the name before",
	}),
	admin_alarm: error(
		"An operator has reset more than ten users within ten minutes; recorded once in that time.",
		"alarm",
		{ resets: "how many" },
	),
	user_deleted: info("A user was deleted. From then on no row about the user names anyone.", "userDeletion"),
	users_exported: info("An admin or a program got all users as a file.", "dataExport"),
	events_exported: info("An admin or a program got events as a file.", "dataExport"),
	group_created: info("A group was added.", "groupCreation", { group }),
	group_updated: info("The description of a group was changed.", "groupChange", { group }),
	group_deleted: info("A group was deleted, and taken from all who were in it.", "groupDeletion", {
		group,
		members: "how many were in it",
	}),
	user_password_set: info("A password was set by a setup link.", "passwordChange", {
		first: "true: the user had none before",
	}),
	user_email_confirmed: info("A user confirmed another e-mail address.", "addressChange"),
	user_language_chosen: info("A user chose another language of pages and mails.", "languageChange"),
	user_data_exported: info("A user got a copy of what is stored about the user.", "dataExport"),
	user_data_given: info(
		"An admin, a program or an operator got a copy of what is stored about a user.",
		"dataExport",
	),
} as const;
