import { canonicalUsername } from "../../identity/user/username.ts";
import type { Override } from "../../operations/administration/keep-an-admin.ts";
import { documentPath } from "../../platform/lib/package-root.ts";
import type { Administered } from "./administered.ts";
import { count, table } from "./columns.ts";
import { type Command, type CommandGroup, defineCommand, WrongUse } from "./define-command.ts";
import { userAdd, userInvite } from "./user-add.ts";
import { userApplications } from "./user-applications.ts";
import { userExport } from "./user-export.ts";
import { userFactors } from "./user-factors.ts";
import { userImport } from "./user-import.ts";
import { userReset } from "./user-reset.ts";
import { userRename, userRole, userSet } from "./user-set.ts";
import { userShow } from "./user-show.ts";

const list = defineCommand({
	summary: "List users, or find some by the beginning of their names.",
	usage: `sallyport user list [PREFIX | --search PREFIX] [--without-second-factor]

Lists users with role, state (invited, reset, active, disabled), last login, since when a login takes two steps, and groups.

  PREFIX                    only users whose username begins so, in upper or lower case
  --without-second-factor   only users whose logins take one step`,
	options: { search: { type: "string" }, "without-second-factor": { type: "boolean" } },
	takes: ["[PREFIX]"],
	overHttp: true,
	async run({ reach, options: { search: option, "without-second-factor": without = false }, names: [name] }) {
		if (option !== undefined && name !== undefined && name !== option)
			throw new WrongUse("Write one of: PREFIX, --search PREFIX.");
		const search = name ?? option;
		const prefix = search === undefined ? "" : canonicalUsername(search);
		if (prefix === null) throw new WrongUse("PREFIX is the beginning of a username, such as ad.");
		return reach(async ({ users: all }) => {
			const users = (await all.list(prefix)).filter((user) => !without || user.secondFactorAt === null);
			const rows = users.map(({ attributes: _attributes, version: _version, groups, ...user }) => ({
				...user,
				groups: groups.join(" ") || null,
			}));
			const shown = {
				NAME: "username",
				ROLE: "role",
				STATE: "state",
				CREATED: "createdAt",
				"LAST LOGIN": "lastLoginAt",
				"TWO STEPS": "secondFactorAt",
				GROUPS: "groups",
			} as const;
			return { document: { users }, text: table(rows, shown, "There are no such users.") };
		});
	},
});

const overrides = { "even-the-last-admin": { type: "boolean" } } as const;
const overridesUsage = "  --even-the-last-admin   also if no admin can log in then";

/** A command that changes one user. Its document has the username and what the change resolves with. */
function defineChange<R>(definition: {
	summary: string;
	usage: string;
	options?: typeof overrides;
	change: (users: Administered["users"], name: string, override: Override) => Promise<R>;
	text: (username: string, result: R) => string;
}): Command {
	const { change, text, options = {} as typeof overrides, ...rest } = definition;
	return defineCommand({
		...rest,
		options,
		takes: ["NAME"],
		overHttp: true,
		notOverHttp: {
			"even-the-last-admin": "No access key changes an admin: run it on the machine of the service.",
		},
		run: ({ reach, names: [name = ""], options: { "even-the-last-admin": lastAdmin = false } }) =>
			reach(async ({ users }) => {
				const { username } = await users.find(name);
				const result = await change(users, name, { lastAdmin });
				return { document: { username, ...result }, text: text(username, result) };
			}),
	});
}

const disable = defineChange({
	summary: "Close an account and end its sessions at once.",
	usage: `sallyport user disable NAME [--even-the-last-admin]

The user cannot log in any more, and every session ends at once.

${overridesUsage}`,
	options: overrides,
	change: (users, name, override) => users.disable(name, override),
	text: (username, { ended }) => `Disabled ${username}; ${count(ended, "session")} ended.`,
});

const enable = defineChange({
	summary: "Open a disabled account again.",
	usage: "sallyport user enable NAME\n\nThe user can log in again, with the same password.",
	change: (users, name) => users.enable(name),
	text: (username) => `Enabled ${username}.`,
});

const unlock = defineChange({
	summary: "Clear failed logins, so that no one has to wait.",
	usage:
		"sallyport user unlock NAME\n\nClears the failed logins of an account, and failures at its second factor: unknown devices, such as a new one of its user, no longer have to wait.",
	change: (users, name) => users.unlock(name),
	text: (username) => `Unlocked ${username}.`,
});

const remove = defineChange({
	summary: "Delete a user and all sessions for good.",
	usage: `sallyport user remove NAME [--even-the-last-admin]

Deletes a user for good; every session ends at once, and what is stored about the user is erased (${documentPath("privacy.md")}). Events stay, without
names and addresses: event list --user ID shows them by the id that is printed. To close an account for a while: user disable.

${overridesUsage}`,
	options: overrides,
	change: (users, name, override) => users.remove(name, override),
	text: (username, { id }) => `Deleted ${username}. Events keep the id ${id}.`,
});

export const user: CommandGroup = {
	summary: "Users: invited or reset → active ⇄ disabled → deleted.",
	commands: {
		add: userAdd,
		invite: userInvite,
		list,
		show: userShow,
		set: userSet,
		rename: userRename,
		role: userRole,
		factors: userFactors,
		applications: userApplications,
		disable,
		enable,
		reset: userReset,
		unlock,
		remove,
		export: userExport,
		import: userImport,
	},
};
