import type { User } from "../../identity/user/user.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import { moment } from "./columns.ts";
import { defineCommand } from "./define-command.ts";
import { loginOfService } from "./describe-link.ts";
import { oneUser, userOption } from "./one-user.ts";
import { withDeployment } from "./with-deployment.ts";

export const setupLink = defineCommand({
	summary: "Print the open setup links again.",
	usage: `sallyport setup-link [NAME | --user NAME]

Prints every open setup link again; an invited admin whose link has expired gets a new one. For another user: sallyport user
reset NAME.

  NAME   the link of one user`,
	options: userOption,
	takes: ["[NAME]"],
	overHttp: "A service shows no link again: user reset NAME makes another one.",
	run: ({ options: { user: option }, names: [given] }) => {
		const name = oneUser(option, given);
		return withDeployment(async ({ setupLinks, users }) => {
			const user = name === undefined ? undefined : await users.find(name);
			const found = await setupLinks.listOpen(user?.id);
			const links = found.map(({ user: { username, role }, address, expiresAt }) => ({
				document: { username, role, setupLink: address, expiresAt: timestamp(expiresAt) },
				text: `${username} (${role}), until ${moment(expiresAt)}\n${address}`,
			}));
			return {
				document: { setupLinks: links.map(({ document }) => document) },
				text: links.map(({ text }) => text).join("\n\n") || adviseOn(user),
			};
		});
	},
});

/** Where no link is open. */
function adviseOn(user: Pick<User, "kind" | "username"> | undefined): string {
	if (user === undefined)
		return `No setup link is open. To make one: ${PROGRAM} user add NAME, or ${PROGRAM} user reset NAME`;
	const { kind, username } = user;
	if (kind === "service")
		return `${username} is a service account, and gets no setup link. ${loginOfService(username)}`;
	return `${username} has no open setup link. To make one: ${PROGRAM} user reset ${username}`;
}
