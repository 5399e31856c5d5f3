import { defineCommand, WrongUse } from "./define-command.ts";
import { hashNewPassword } from "./hash-new-password.ts";
import { readPassword } from "./read-password.ts";
import { describeUser } from "./user-show.ts";
import { withDeployment } from "./with-deployment.ts";

export const userAdd = defineCommand({
	summary: "Add a user, who sets a password by a one-time link.",
	usage: `sallyport user add NAME [--role user|admin] [--password-stdin]

Adds a user and prints a one-time setup link, with which the user sets a password.

  --role ROLE        user (the default) or admin
  --password-stdin   read the password from standard input instead: one line from a pipe or a file`,
	options: { role: { type: "string" }, "password-stdin": { type: "boolean" } },
	takes: ["NAME"],
	async run({ options: { role = "user", "password-stdin": byInput = false }, names: [name = ""] }) {
		if (role !== "user" && role !== "admin") throw new WrongUse("--role is user or admin.");
		const password = byInput ? await readPassword(process.stdin) : null;
		// The first user may be added before the first start.
		return withDeployment(
			async ({ users, deployment: { config } }) => {
				const passwordHash = password === null ? null : await hashNewPassword(config, password, name);
				const { user, setupLink } = await users.add({ name, role, passwordHash });
				const done = `Added ${role === "admin" ? "admin" : "user"} ${user.username}.`;
				const next = setupLink === null ? "" : ` This link sets the password and works once:\n${setupLink}`;
				return { document: { user: describeUser(user), setupLink }, text: done + next };
			},
			{ make: true },
		);
	},
});
