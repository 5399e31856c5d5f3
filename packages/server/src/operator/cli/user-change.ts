import { count } from "./columns.ts";
import { defineCommand } from "./define-command.ts";
import { withDeployment } from "./with-deployment.ts";

const takes = ["NAME"];

export const userDisable = defineCommand({
	summary: "Close an account and end its sessions at once.",
	usage: "sallyport user disable NAME\n\nThe user cannot log in any more, and every session ends at once.",
	takes,
	run: ({ names: [name = ""] }) =>
		withDeployment(async ({ users }) => {
			const { username } = await users.find(name);
			const { ended } = await users.disable(name);
			return {
				document: { username, ended },
				text: `Disabled ${username}; ${count(ended, "session")} ended.`,
			};
		}),
});

export const userEnable = defineCommand({
	summary: "Open a disabled account again.",
	usage: "sallyport user enable NAME\n\nThe user can log in again, with the same password.",
	takes,
	run: ({ names: [name = ""] }) =>
		withDeployment(async ({ users }) => {
			const { username } = await users.find(name);
			await users.enable(name);
			return { document: { username }, text: `Enabled ${username}.` };
		}),
});

export const userReset = defineCommand({
	summary: "Remove a password and make a setup link.",
	usage:
		"sallyport user reset NAME\n\nRemoves the password, ends every session at once, and prints a one-time link that sets a new password.",
	takes,
	run: ({ names: [name = ""] }) =>
		withDeployment(async ({ users }) => {
			const { username } = await users.find(name);
			const { setupLink, ended } = await users.reset(name);
			const text = `Reset ${username}; ${count(ended, "session")} ended. This link sets a new password and works once:\n${setupLink}`;
			return { document: { username, ended, setupLink }, text };
		}),
});

export const userUnlock = defineCommand({
	summary: "Clear failed logins, so that no one has to wait.",
	usage:
		"sallyport user unlock NAME\n\nClears the failed logins of an account: unknown clients, such as its owner on a new device, no longer have to wait.",
	takes,
	run: ({ names: [name = ""] }) =>
		withDeployment(async ({ users }) => {
			const { username } = await users.find(name);
			await users.unlock(name);
			return { document: { username }, text: `Unlocked ${username}.` };
		}),
});

export const userRemove = defineCommand({
	summary: "Delete a user and all sessions for good.",
	usage:
		"sallyport user remove NAME\n\nDeletes a user for good; every session ends at once. Events about the user stay. To close an account for a while: user disable.",
	takes,
	run: ({ names: [name = ""] }) =>
		withDeployment(async ({ users }) => {
			const { username } = await users.find(name);
			await users.remove(name);
			return { document: { username }, text: `Removed ${username}.` };
		}),
});
