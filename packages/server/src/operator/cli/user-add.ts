import { loadConfigFromEnvironment } from "../../platform/config/config.ts";
import type { Reach } from "./administered.ts";
import { defineCommand, oneOf, type Values, WrongUse } from "./define-command.ts";
import { describeLink, loginOfService } from "./describe-link.ts";
import { profileOptions, profileUsage, readProfileOptions } from "./profile-options.ts";
import { readPassword } from "./read-secret.ts";

const personOptions = { role: { type: "string" }, mail: { type: "boolean" }, ...profileOptions } as const;

const newOptions = {
	...personOptions,
	"password-stdin": { type: "boolean" },
	service: { type: "boolean" },
} as const;

/** Both commands add a user alike; `user invite` leaves out what has no invitation. */
async function addUser(reach: Reach, name: string, given: Values<typeof newOptions>) {
	const { role: asked, mail = false, service = false, "password-stdin": byInput = false, ...rest } = given;
	const role = oneOf("--role", asked ?? "user", ["user", "admin"]);
	if (service && (byInput || mail || asked !== undefined))
		throw new WrongUse("A service account has no password, no link and no role: leave those options out.");
	if (byInput && mail) throw new WrongUse("Write one of: --password-stdin, --mail.");
	const profile = { ...readProfileOptions(rest), groups: given.group };
	if (mail && !rest.email) throw new WrongUse("--mail needs --email ADDRESS.");
	if (rest.verified && !rest.email) throw new WrongUse("--verified needs --email ADDRESS.");
	const password = byInput ? await readPassword(process.stdin) : null;
	// The first user may be added before the first start.
	return reach(
		async ({ users }) => {
			const passwordHash = password === null ? null : await hash(password, name);
			const kind = service ? "service" : "person";
			const invite = mail ? "mail" : "link";
			const { user, ...link } = await users.add({ name, kind, role, passwordHash, profile, invite });
			const document = { user, ...link };
			if (service)
				return { document, text: `Added service account ${user.username}. ${loginOfService(name)}` };
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

const personUsage = `  --role ROLE              user (the default) or admin
  --mail                   sends the link to the address of --email instead, which is verified when the link is used
${profileUsage}`;

export const userAdd = defineCommand({
	summary: "Add a user, who sets a password by a one-time link, or a service account.",
	usage: `sallyport user add NAME [--role user|admin] [--email ADDRESS] [--mail] [--password-stdin] [--group NAME]…
sallyport user add NAME --service [--group NAME]…

Adds a user and prints a one-time setup link, with which the user sets a password. For another link: sallyport user reset NAME.

  --service                a service account instead: a program, which logs in with access keys and has no password
  --password-stdin         read the password from standard input instead: one line from a pipe or a file
${personUsage}`,
	options: newOptions,
	takes: ["NAME"],
	overHttp: true,
	notOverHttp: { "password-stdin": "No password goes over HTTP: the user sets one by the link." },
	run: ({ reach, options, names: [name = ""] }) => addUser(reach, name, options),
});

export const userInvite = defineCommand({
	summary: "Add a user who sets a password by a link or a mail, as user add does.",
	usage: `sallyport user invite NAME [--role user|admin] [--email ADDRESS] [--mail] [--group NAME]…

Adds a user and prints a one-time setup link, with which the user sets a password, as user add does. For another link: sallyport
user reset NAME.

${personUsage}`,
	options: personOptions,
	takes: ["NAME"],
	overHttp: true,
	run: ({ reach, options, names: [name = ""] }) => addUser(reach, name, options),
});
