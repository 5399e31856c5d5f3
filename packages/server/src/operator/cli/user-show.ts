import { listLiveSessions } from "../../credentials/session/session-store.ts";
import { listOpenSetupLinks } from "../../features/setup/setup-link-store.ts";
import { listUsers, type NewUser, userState } from "../../identity/user/user-store.ts";
import { columns, listing, moment, timestamp } from "./columns.ts";
import { defineCommand } from "./define-command.ts";
import { withDeployment } from "./with-deployment.ts";

/** For --json. */
export function describeUser(user: NewUser) {
	return {
		id: user.id,
		username: user.username,
		displayName: user.displayName,
		role: user.role,
		state: userState(user),
		createdAt: timestamp(user.createdAt),
		lastLoginAt: timestamp(user.lastLoginAt),
		disabledAt: timestamp(user.disabledAt),
	};
}

export const userList = defineCommand({
	summary: "List all users.",
	usage:
		"sallyport user list\n\nLists all users with role, state (invited, active, disabled) and last login.",
	run: () =>
		withDeployment(async ({ database }) => {
			const users = await listUsers(database);
			const rows = users.map((user) => [
				user.username,
				user.role,
				userState(user),
				moment(user.createdAt),
				moment(user.lastLoginAt),
			]);
			return {
				document: { users: users.map(describeUser) },
				text: listing(["NAME", "ROLE", "STATE", "CREATED", "LAST LOGIN"], rows, "There are no users."),
			};
		}),
});

export const userShow = defineCommand({
	summary: "Show one user.",
	usage:
		"sallyport user show NAME\n\nShows a user: state, sessions, open setup link, and whether failed logins have closed the account to unknown clients.",
	takes: ["NAME"],
	run: ({ names: [name = ""] }) =>
		withDeployment(async ({ deployment, database, users }) => {
			const { clock } = deployment;
			const user = await users.find(name);
			const sessions = await listLiveSessions(database, user.id, clock());
			const link = (await listOpenSetupLinks(database, clock())).find((each) => each.userId === user.id);
			const wait = await users.strangersWait(user);
			const closedUntil = wait === 0 ? null : clock() + wait;
			return {
				document: {
					user: {
						...describeUser(user),
						sessions: sessions.length,
						setupLinkExpiresAt: timestamp(link?.expiresAt ?? null),
						closedToStrangersUntil: timestamp(closedUntil),
					},
				},
				text: columns([
					["name", user.username],
					["display name", user.displayName],
					["id", user.id],
					["role", user.role],
					["state", userState(user)],
					["created", moment(user.createdAt)],
					["last login", moment(user.lastLoginAt)],
					["sessions", String(sessions.length)],
					["setup link", link === undefined ? "none open" : `open until ${moment(link.expiresAt)}`],
					["strangers", closedUntil === null ? "may log in" : `wait until ${moment(closedUntil)}`],
				]),
			};
		}),
});
