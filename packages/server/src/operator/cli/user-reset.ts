import { count } from "./columns.ts";
import { defineCommand } from "./define-command.ts";
import { describeLink } from "./describe-link.ts";

export const userReset = defineCommand({
	summary: "Remove a password and make a setup link.",
	usage: `sallyport user reset NAME [--mail] [--second-factor] [--access-keys]

Removes the password, ends every session at once, and prints a one-time link that sets a new password. Where two-step login
is on, the link asks for the second factor too.

  --mail            sends the link to the address of the user instead
  --second-factor   removes all second factors and recovery codes as well, for a user who has lost them. Make sure first
                    that it is the user who asks: the link alone then gives access to the account
  --access-keys     ends the access keys of the user too: without it, programs that log in with them go on`,
	options: {
		"second-factor": { type: "boolean" },
		"access-keys": { type: "boolean" },
		mail: { type: "boolean" },
	},
	takes: ["NAME"],
	overHttp: true,
	run: ({ reach, names: [name = ""], options: { mail = false, ...options } }) =>
		reach(async ({ users }) => {
			const { username } = await users.find(name);
			const { "second-factor": secondFactor = false, "access-keys": accessKeys = false } = options;
			const deliver = mail ? "mail" : "link";
			const done = await users.reset(name, { deliver, secondFactor, accessKeys });
			const removed = secondFactor ? " and removed every second factor" : "";
			const keys = done.accessKeys === undefined ? "" : ` and ${count(done.accessKeys, "access key")}`;
			const lines = [
				`Reset ${username}${removed}; ${count(done.ended, "session")}${keys} ended.${describeLink(done, "a new password")}`,
			];
			if (done.secondFactorDemanded) {
				const advice = "A user who has lost that too needs --second-factor.";
				lines.push(`The link still asks for the second factor. ${advice}`);
			}
			return { document: { username, ...done }, text: lines.join("\n") };
		}),
});
