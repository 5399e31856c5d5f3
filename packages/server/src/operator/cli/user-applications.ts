import { table } from "./columns.ts";
import { defineCommand } from "./define-command.ts";

export const userApplications = defineCommand({
	summary: "List the applications that a user has agreed to, is logged in to, or has left connected.",
	usage: `sallyport user applications NAME

Lists applications with what the user lets each of them know, since when, when a session that lives used it last, and whether it stays
connected when the user logs out.`,
	takes: ["NAME"],
	overHttp: true,
	run: ({ reach, names: [name = ""] }) =>
		reach(async ({ users, applications: all }) => {
			const { username } = await users.find(name);
			const applications = await all.ofUser(name);
			const rows = applications.map(({ scopes, offline, ...each }) => ({
				...each,
				scopes: scopes.join(" ") || null,
				stays: offline ? "yes" : null,
			}));
			const shown = {
				ID: "id",
				NAME: "name",
				AGREED: "grantedAt",
				"LAST USE": "lastUsedAt",
				"STAYS CONNECTED": "stays",
				SCOPES: "scopes",
			} as const;
			const text = table(rows, shown, `No application knows ${username}.`);
			return { document: { username, applications }, text };
		}),
});
