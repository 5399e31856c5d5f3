import { table } from "./columns.ts";
import { defineCommand } from "./define-command.ts";

export const userApplications = defineCommand({
	summary: "List the applications that a user has agreed to, or is logged in to.",
	usage: `sallyport user applications NAME

Lists applications with what the user lets each of them know, since when, and when a session that lives used it last.`,
	takes: ["NAME"],
	overHttp: true,
	run: ({ reach, names: [name = ""] }) =>
		reach(async ({ users, applications: all }) => {
			const { username } = await users.find(name);
			const applications = await all.ofUser(name);
			const rows = applications.map(({ scopes, ...each }) => ({ ...each, scopes: scopes.join(" ") || null }));
			const shown = {
				ID: "id",
				NAME: "name",
				AGREED: "grantedAt",
				"LAST USE": "lastUsedAt",
				SCOPES: "scopes",
			} as const;
			const text = table(rows, shown, `${username} has agreed to no application.`);
			return { document: { username, applications }, text };
		}),
});
