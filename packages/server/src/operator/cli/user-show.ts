import { columns, moment } from "./columns.ts";
import { defineCommand } from "./define-command.ts";

export const userShow = defineCommand({
	summary: "Show one user.",
	usage:
		"sallyport user show NAME\n\nShows a user: what is known of them, state, sessions, open setup link, and whether unknown devices may try to log in or have to wait after too many failures.",
	takes: ["NAME"],
	overHttp: true,
	run: ({ reach, names: [name = ""] }) =>
		reach(async ({ users }) => {
			const user = await users.show(name);
			const { emailRefused, sessions, setupLinkExpiresAt, closedToStrangersUntil: closedUntil } = user;
			const { emailVerifiedAt: verified } = user;
			const attributes = Object.entries(user.attributes).map(([key, value]) => `${key}=${value}`);
			const text = columns([
				["name", user.username],
				["display name", user.displayName],
				["id", user.id],
				["kind", user.kind === "service" ? "service account" : "person"],
				["role", user.role],
				["state", user.state],
				["e-mail", `${user.email ?? "-"}${emailRefused ? " (its mail server does not know it)" : ""}`],
				["e-mail verified", verified === null ? "no" : `since ${moment(verified)}`],
				["groups", user.groups.join(" ") || "-"],
				["attributes", attributes.join(", ") || "-"],
				["locale", user.locale ?? "-"],
				["external id", user.externalId ?? "-"],
				["created", moment(user.createdAt)],
				["last login", moment(user.lastLoginAt)],
				["two-step login", user.secondFactorAt === null ? "off" : `on since ${moment(user.secondFactorAt)}`],
				["sessions", String(sessions)],
				[
					"setup link",
					setupLinkExpiresAt === null ? "none open" : `open until ${moment(setupLinkExpiresAt)}`,
				],
				[
					"unknown devices",
					closedUntil === null ? "may try to log in" : `have to wait until ${moment(closedUntil)}`,
				],
			]);
			return { document: { user }, text };
		}),
});
