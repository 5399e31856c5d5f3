import { count, timestamp } from "./columns.ts";
import { defineCommand } from "./define-command.ts";
import { describeLink } from "./describe-link.ts";
import { requireMail } from "./mail.ts";
import { withDeployment } from "./with-deployment.ts";

export const userReset = defineCommand({
	summary: "Remove a password and make a setup link.",
	usage: `sallyport user reset NAME [--mail] [--second-factor]

Removes the password, ends every session at once, and prints a one-time link that sets a new password. Where two-step login
is on, the link asks for the second factor too.

  --mail            sends the link to the address of the user instead
  --second-factor   removes all second factors and recovery codes as well, for a user who has lost them. Make sure first
                    that it is the user who asks: the link alone then gives access to the account`,
	options: { "second-factor": { type: "boolean" }, mail: { type: "boolean" } },
	takes: ["NAME"],
	run: ({ names: [name = ""], options: { "second-factor": secondFactor = false, mail = false } }) =>
		withDeployment(async ({ users, deployment: { config } }) => {
			if (mail) requireMail(config);
			const { username } = await users.find(name);
			const done = await (mail ? users.resetByMail : users.reset)(name, { secondFactor });
			const { ended, secondFactorDemanded } = done;
			const removed = secondFactor ? " and removed every second factor" : "";
			const lines = [
				`Reset ${username}${removed}; ${count(ended, "session")} ended.${describeLink(done, "a new password")}`,
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
