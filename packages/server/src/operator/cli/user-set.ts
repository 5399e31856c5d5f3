import { PROGRAM } from "../../platform/lib/package-root.ts";
import { count } from "./columns.ts";
import { defineCommand, oneOf, WrongUse } from "./define-command.ts";
import { inWords } from "./in-words.ts";
import { profileOptions, profileUsage, readProfileOptions } from "./profile-options.ts";
import { withDeployment } from "./with-deployment.ts";

export const userSet = defineCommand({
	summary: "Change what is known of a user: names, e-mail address, groups, attributes.",
	usage: `sallyport user set NAME [--display-name TEXT] [--email ADDRESS] [--group NAME] [--remove-group NAME]…

Changes what is known of a user; what is not named stays. An empty value removes: --email "", --attribute department=. A user
who leaves a group loses the tokens that name it at once; what is granted is in the next token.

${profileUsage}
  --remove-group NAME      takes the user out of a group; repeat it for more`,
	options: { ...profileOptions, "remove-group": { type: "string", multiple: true } },
	takes: ["NAME"],
	overHttp: true,
	async run({ reach, options: { group: join, "remove-group": leave, ...given }, names: [name = ""] }) {
		const profile = readProfileOptions(given);
		const isEmpty = Object.values(profile).every((value) => value === undefined);
		if (isEmpty && join === undefined && leave === undefined)
			throw new WrongUse("Say what to change, such as --email ADDRESS.");
		return reach(async ({ users }) => {
			const { user, members, ended } = await users.set(name, profile, { join, leave });
			const changed = members.length === 0 ? "Nothing to change at" : "Changed";
			const of = members.length === 0 ? "" : `: ${members.map(inWords).join(", ")}`;
			const sessions = ended === 0 ? "" : ` ${count(ended, "session")} ended.`;
			return {
				document: { user, members, ended },
				text: `${changed} ${user.username}${of}.${sessions}`,
			};
		});
	},
});

export const userRename = defineCommand({
	summary: "Give a user another username.",
	usage: `sallyport user rename NAME NEW

Gives a user another username. Id, password, factors and sessions stay, and the old name is free at once. Devices that were known
under it are unknown at their next login; failures that were counted are forgotten.`,
	takes: ["NAME", "NEW"],
	overHttp: true,
	run: ({ reach, names: [name = "", wanted = ""] }) =>
		reach(async ({ users }) => {
			const { user, formerUsername } = await users.set(name, {}, { username: wanted });
			const text =
				formerUsername === null
					? `${user.username} has this name already.`
					: `${formerUsername} is ${user.username} now.`;
			return { document: { user, formerUsername }, text };
		}),
});

export const userRole = defineCommand({
	summary: "Make a user an admin, or an admin a user.",
	usage: `sallyport user role NAME user|admin [--even-the-last-admin]

Changes the role. It holds at once in this service; tokens of a former admin end at once, those of a new one say it from the
next renewal on. Sessions of a new admin that were begun by one factor end, where an admin's login takes two.

  --even-the-last-admin   also if no admin can log in then`,
	options: { "even-the-last-admin": { type: "boolean" } },
	takes: ["NAME", "ROLE"],
	overHttp:
		"No access key changes a role: run it on the machine of the service, or let an admin do it in a browser.",
	async run({ options: { "even-the-last-admin": lastAdmin = false }, names: [name = "", given = ""] }) {
		const role = oneOf("ROLE", given, ["user", "admin"]);
		return withDeployment(async ({ users }) => {
			const { username } = await users.find(name);
			const done = await users.setRole(name, role, { lastAdmin });
			const sessions = done.ended === 0 ? "" : ` ${count(done.ended, "session")} ended.`;
			const links =
				done.linksEnded === 0
					? ""
					: ` ${count(done.linksEnded, "open setup link")} ended: ${PROGRAM} setup-link ${username} makes one.`;
			const text =
				done.formerRole === role
					? `${username} is ${role} already.`
					: `${username} is ${role} now, and was ${done.formerRole}.${sessions}${links}`;
			return { document: { username, ...done }, text };
		});
	},
});
