import { listOpenSetupLinks } from "../../features/setup/setup-link-store.ts";
import { listUsers, type User, userState } from "../../identity/user/user-store.ts";
import { moment, timestamp } from "./columns.ts";
import { defineCommand } from "./define-command.ts";
import { type Opened, withDeployment } from "./with-deployment.ts";

export const setupLink = defineCommand({
	summary: "Print the open setup links again.",
	usage:
		"sallyport setup-link\n\nPrints every open setup link again; an invited admin whose link has expired gets a new one. For another user: sallyport user reset NAME.",
	run: () =>
		withDeployment(async (opened) => {
			const links = await openLinks(opened);
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

interface OpenLink {
	user: User;
	address: string;
	expiresAt: number;
}

async function openLinks({ deployment, database }: Opened): Promise<OpenLink[]> {
	const { audit, clock, setupLinks } = deployment;
	const users = (await listUsers(database)).filter((user) => user.disabledAt === null);
	const open = await listOpenSetupLinks(database, clock());
	const found: OpenLink[] = [];
	for (const user of users) {
		const link = open.find((each) => each.userId === user.id);
		const address = link === undefined ? null : setupLinks.address(link, user.username);
		if (link !== undefined && address !== null) {
			found.push({ user, address, expiresAt: link.expiresAt });
		} else if (user.role === "admin" && userState(user) === "invited") {
			const expiresAt = clock() + deployment.config.setupLinkLifetime;
			const made = await audit.transact((queries, record) => setupLinks.create(queries, record, user));
			found.push({ user, address: made, expiresAt });
		}
	}
	return found;
}
