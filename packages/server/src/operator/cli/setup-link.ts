import { moment, timestamp } from "./columns.ts";
import { defineCommand } from "./define-command.ts";
import { withDeployment } from "./with-deployment.ts";

export const setupLink = defineCommand({
	summary: "Print the open setup links again.",
	usage:
		"sallyport setup-link\n\nPrints every open setup link again; an invited admin whose link has expired gets a new one. For another user: sallyport user reset NAME.",
	run: () =>
		withDeployment(async ({ setupLinks }) => {
			const links = await setupLinks.listOpen();
			return {
				document: {
					setupLinks: links.map(({ user, address, expiresAt }) => ({
						username: user.username,
						role: user.role,
						setupLink: address,
						expiresAt: timestamp(expiresAt),
					})),
				},
				text:
					links.length === 0
						? "No setup link is open. To make one: sallyport user add NAME, or sallyport user reset NAME"
						: links
								.map(
									({ user, address, expiresAt }) =>
										`${user.username} (${user.role}), until ${moment(expiresAt)}\n${address}`,
								)
								.join("\n\n"),
			};
		}),
});
