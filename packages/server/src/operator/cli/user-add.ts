import { loadConfigFromEnvironment } from "../../platform/config/config.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import type { Reach } from "./administered.ts";
import { defineCommand, WrongUse } from "./define-command.ts";
import { describeLink } from "./describe-link.ts";
import { profileOptions, profileUsage, readProfileOptions } from "./profile-options.ts";
import { readPassword } from "./read-secret.ts";

interface NewUser {
	name: string;
	/** Without a password and without a link. */
	service?: boolean;
	role: string;
	/** null: the user sets one by the link. */
	password: string | null;
	profile: object;
	/** The link goes to the user's address. */
	mail?: boolean;
}

function addUser(reach: Reach, { name, service = false, role, password, profile, mail = false }: NewUser) {
	if (role !== "user" && role !== "admin") throw new WrongUse("--role is user or admin.");
	// The first user may be added before the first start.
	return reach(
		async ({ users }) => {
			const passwordHash = password === null ? null : await hash(password, name);
			const kind = service ? "service" : "person";
			const invite = mail ? "mail" : "link";
			const { user, ...link } = await users.add({ name, kind, role, passwordHash, profile, invite });
			const document = { user, ...link };
			if (service)
				return { document, text: `Added service account ${user.username}.${nextForService(name)}` };
			return { document, text: `Added ${role} ${user.username}.${describeLink(link)}` };
		},
		{ make: true },
	);
}

/** Loads it here: help is to need no hash function. */
async function hash(password: string, name: string): Promise<string> {
	const { hashNewPassword } = await import("./hash-new-password.ts");
	return hashNewPassword(
		loadConfigFromEnvironment(() => {}),
		password,
		name,
	);
}

const nextForService = (name: string): string =>
	` It logs in with access keys: ${PROGRAM} access-key add --user ${name} --name TEXT`;

export const userAdd = defineCommand({
	summary: "Add a user, who sets a password by a one-time link, or a service account.",
	usage: `sallyport user add NAME [--role user|admin] [--password-stdin] | NAME --service

Adds a user and prints a one-time setup link, with which the user sets a password. With an address or groups, use
sallyport user invite.

  --role ROLE        user (the default) or admin
  --service          a service account instead: a program, which logs in with access keys and has no password
  --password-stdin   read the password from standard input instead: one line from a pipe or a file`,
	options: { role: { type: "string" }, "password-stdin": { type: "boolean" }, service: { type: "boolean" } },
	takes: ["NAME"],
	overHttp: true,
	notOverHttp: { "password-stdin": "No password goes over HTTP: the user sets one by the link." },
	async run({ reach, options, names: [name = ""] }) {
		const { role = "user", "password-stdin": byInput = false, service = false } = options;
		if (service && (byInput || options.role !== undefined))
			throw new WrongUse("A service account has neither a password nor a role: write --service alone.");
		if (service) return addUser(reach, { name, service, role, password: null, profile: {} });
		const password = byInput ? await readPassword(process.stdin) : null;
		return addUser(reach, { name, role, password, profile: {} });
	},
});

export const userInvite = defineCommand({
	summary: "Add a user with e-mail address, groups and attributes, and make a setup link.",
	usage: `sallyport user invite NAME [--role user|admin] [--email ADDRESS] [--mail] [--group NAME]…

Adds a user with what is known of them, and prints a one-time setup link, with which the user sets a password. For another
link: sallyport user reset NAME.

  --role ROLE              user (the default) or admin
  --mail                   sends the link to the address of --email instead, which is verified when the link is used
${profileUsage}`,
	options: { role: { type: "string" }, mail: { type: "boolean" }, ...profileOptions },
	takes: ["NAME"],
	overHttp: true,
	async run({ reach, options, names: [name = ""] }) {
		const { role = "user", mail = false, group: groups, ...given } = options;
		if (mail && !given.email) throw new WrongUse("--mail needs --email ADDRESS.");
		const profile = { ...readProfileOptions(given), groups };
		return addUser(reach, { name, role, password: null, profile, mail });
	},
});
