import { count, moment, timestamp } from "./columns.ts";
import { defineCommand } from "./define-command.ts";
import { withDeployment } from "./with-deployment.ts";

export const userReset = defineCommand({
	summary: "Remove a password and make a setup link.",
	usage: `sallyport user reset NAME [--second-factor]

Removes the password, ends every session at once, and prints a one-time link that sets a new password. Where two-step login
is on, the link asks for the second factor too.

  --second-factor   removes all second factors and recovery codes as well, for a user who has lost them. Make sure first
                    that it is the user who asks: the link alone then gives access to the account`,
	options: { "second-factor": { type: "boolean" } },
	takes: ["NAME"],
	run: ({ names: [name = ""], options: { "second-factor": secondFactor = false } }) =>
		withDeployment(async ({ users }) => {
			const { username } = await users.find(name);
			const done = await users.reset(name, { secondFactor });
			const { ended, setupLink, secondFactorDemanded } = done;
			const until = moment(done.setupLinkExpiresAt);
			const removed = secondFactor ? " and removed every second factor" : "";
			const lines = [
				`Reset ${username}${removed}; ${count(ended, "session")} ended. This link sets a new password. It works once, until ${until}:`,
				setupLink,
			];
			if (secondFactorDemanded) {
				const advice = "A user who has lost that too needs --second-factor.";
				lines.push(`The link still asks for the second factor. ${advice}`);
			}
			return {
				document: { username, ...done, setupLinkExpiresAt: timestamp(done.setupLinkExpiresAt) },
				text: lines.join("\n"),
			};
		}),
});
