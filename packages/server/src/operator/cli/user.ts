import { listLiveSessions } from "../../credentials/session/session-store.ts";
import type { TakeAway } from "../../features/administration/administer-users.ts";
import { listOpenSetupLinks } from "../../features/setup/setup-link-store.ts";
import { listUsers, type NewUser, type User, userState } from "../../identity/user/user-store.ts";
import { columns, count, moment, table, timestamp } from "./columns.ts";
import { type Command, type CommandGroup, defineCommand, WrongUse } from "./define-command.ts";
import { hashNewPassword, readPassword } from "./new-password.ts";
import { userFactors } from "./user-factors.ts";
import { userImport } from "./user-import.ts";
import { userReset } from "./user-reset.ts";
import { type Opened, withDeployment } from "./with-deployment.ts";

/** For --json. */
function describeUser(user: NewUser & Partial<Pick<User, "secondFactorAt">>) {
	return {
		id: user.id,
		username: user.username,
		displayName: user.displayName,
		role: user.role,
		state: userState(user),
		createdAt: timestamp(user.createdAt),
		lastLoginAt: timestamp(user.lastLoginAt),
		disabledAt: timestamp(user.disabledAt),
		secondFactorAt: timestamp(user.secondFactorAt ?? null),
	};
}

const add = defineCommand({
	summary: "Add a user, who sets a password by a one-time link.",
	usage: `sallyport user add NAME [--role user|admin] [--password-stdin]

Adds a user and prints a one-time setup link, with which the user sets a password.

  --role ROLE        user (the default) or admin
  --password-stdin   read the password from standard input instead: one line from a pipe or a file`,
	options: { role: { type: "string" }, "password-stdin": { type: "boolean" } },
	takes: ["NAME"],
	async run({ options: { role = "user", "password-stdin": byInput = false }, names: [name = ""] }) {
		if (role !== "user" && role !== "admin") throw new WrongUse("--role is user or admin.");
		const password = byInput ? await readPassword(process.stdin) : null;
		// The first user may be added before the first start.
		return withDeployment(
			async ({ users, deployment: { config } }) => {
				const passwordHash = password === null ? null : await hashNewPassword(config, password, name);
				const { user, setupLink, setupLinkExpiresAt } = await users.add({ name, role, passwordHash });
				const next =
					setupLink === null
						? ""
						: ` This link sets the password. It works once, until ${moment(setupLinkExpiresAt)}:\n${setupLink}`;
				return {
					document: {
						user: describeUser(user),
						setupLink,
						setupLinkExpiresAt: timestamp(setupLinkExpiresAt),
					},
					text: `Added ${role} ${user.username}.${next}`,
				};
			},
			{ make: true },
		);
	},
});

const list = defineCommand({
	summary: "List all users.",
	usage: `sallyport user list [--without-second-factor]

Lists all users with role, state (invited, reset, active, disabled), last login, and since when a login takes two steps.

  --without-second-factor   only users whose logins take one step`,
	options: { "without-second-factor": { type: "boolean" } },
	run: ({ options: { "without-second-factor": without = false } }) =>
		withDeployment(async ({ database }) => {
			const found = await listUsers(database);
			const users = found.filter((user) => !without || user.secondFactorAt === null).map(describeUser);
			const shown = {
				NAME: "username",
				ROLE: "role",
				STATE: "state",
				CREATED: "createdAt",
				"LAST LOGIN": "lastLoginAt",
				"TWO STEPS": "secondFactorAt",
			} as const;
			return { document: { users }, text: table(users, shown, "There are no such users.") };
		}),
});

const show = defineCommand({
	summary: "Show one user.",
	usage:
		"sallyport user show NAME\n\nShows a user: state, sessions, open setup link, and whether unknown devices may try to log in or have to wait after too many failures.",
	takes: ["NAME"],
	run: ({ names: [name = ""] }) =>
		withDeployment(async ({ deployment: { clock }, database, users }) => {
			const user = await users.find(name);
			const { length: sessions } = await listLiveSessions(database, user.id, clock());
			const link = (await listOpenSetupLinks(database, clock())).find((each) => each.userId === user.id);
			const wait = await users.strangersWait(user);
			const closedUntil = wait === 0 ? null : clock() + wait;
			const document = {
				...describeUser(user),
				sessions,
				setupLinkExpiresAt: timestamp(link?.expiresAt ?? null),
				closedToStrangersUntil: timestamp(closedUntil),
			};
			const text = columns([
				["name", user.username],
				["display name", user.displayName],
				["id", user.id],
				["role", user.role],
				["state", userState(user)],
				["created", moment(user.createdAt)],
				["last login", moment(user.lastLoginAt)],
				["two-step login", user.secondFactorAt === null ? "off" : `on since ${moment(user.secondFactorAt)}`],
				["sessions", String(sessions)],
				["setup link", link === undefined ? "none open" : `open until ${moment(link.expiresAt)}`],
				[
					"unknown devices",
					closedUntil === null ? "may try to log in" : `have to wait until ${moment(closedUntil)}`,
				],
			]);
			return { document: { user: document }, text };
		}),
});

const insistence = { "even-the-last-admin": { type: "boolean" } } as const;
const insistenceUsage = "  --even-the-last-admin   also if no admin can log in then";

/** A command that changes one user. Its document has the username and what the change resolves with. */
function defineChange<R>(definition: {
	summary: string;
	usage: string;
	options?: typeof insistence;
	change: (users: Opened["users"], name: string, insist: TakeAway) => Promise<R>;
	text: (username: string, result: R) => string;
}): Command {
	const { change, text, options = {} as typeof insistence, ...rest } = definition;
	return defineCommand({
		...rest,
		options,
		takes: ["NAME"],
		run: ({ names: [name = ""], options: { "even-the-last-admin": evenTheLastAdmin = false } }) =>
			withDeployment(async ({ users }) => {
				const { username } = await users.find(name);
				const result = await change(users, name, { evenTheLastAdmin });
				return { document: { username, ...result }, text: text(username, result) };
			}),
	});
}

const disable = defineChange({
	summary: "Close an account and end its sessions at once.",
	usage: `sallyport user disable NAME [--even-the-last-admin]

The user cannot log in any more, and every session ends at once.

${insistenceUsage}`,
	options: insistence,
	change: (users, name, insist) => users.disable(name, insist),
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
		"sallyport user unlock NAME\n\nClears the failed logins of an account, and failures at its second factor: unknown clients, such as its owner on a new device, no longer have to wait.",
	change: (users, name) => users.unlock(name),
	text: (username) => `Unlocked ${username}.`,
});

const remove = defineChange({
	summary: "Delete a user and all sessions for good.",
	usage: `sallyport user remove NAME [--even-the-last-admin]

Deletes a user for good; every session ends at once. Events about the user stay. To close an account for a while: user disable.

${insistenceUsage}`,
	options: insistence,
	change: (users, name, insist) => users.remove(name, insist),
	text: (username) => `Removed ${username}.`,
});

export const user: CommandGroup = {
	summary: "Users: invited or reset → active ⇄ disabled → removed.",
	commands: {
		add,
		list,
		show,
		factors: userFactors,
		disable,
		enable,
		reset: userReset,
		unlock,
		remove,
		import: userImport,
	},
};
