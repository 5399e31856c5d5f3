import { PROGRAM } from "../../platform/lib/package-root.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import { moment } from "./columns.ts";
import { defineCommand } from "./define-command.ts";
import { withDeployment } from "./with-deployment.ts";

export const setupLink = defineCommand({
	summary: "Print the open setup links again.",
	usage:
		"sallyport setup-link\n\nPrints every open setup link again; an invited admin whose link has expired gets a new one. For another user: sallyport user reset NAME.",
	overHttp: "A service shows no link again: user reset NAME makes another one.",
	run: () =>
		withDeployment(async ({ setupLinks }) => {
			const found = await setupLinks.listOpen();
			const links = found.map(({ user: { username, role }, address, expiresAt }) => ({
				document: { username, role, setupLink: address, expiresAt: timestamp(expiresAt) },
				text: `${username} (${role}), until ${moment(expiresAt)}\n${address}`,
			}));
			const none = `No setup link is open. To make one: ${PROGRAM} user add NAME, or ${PROGRAM} user reset NAME`;
			return {
				document: { setupLinks: links.map(({ document }) => document) },
				text: links.map(({ text }) => text).join("\n\n") || none,
			};
		}),
});
