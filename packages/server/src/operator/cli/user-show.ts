import { userState } from "../../identity/user/user.ts";
import { describeUser } from "../../operations/administration/describe-user.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import { columns, moment } from "./columns.ts";
import { defineCommand } from "./define-command.ts";
import { withDeployment } from "./with-deployment.ts";

export const userShow = defineCommand({
	summary: "Show one user.",
	usage:
		"sallyport user show NAME\n\nShows a user: what is known of them, state, sessions, open setup link, and whether unknown devices may try to log in or have to wait after too many failures.",
	takes: ["NAME"],
	run: ({ names: [name = ""] }) =>
		withDeployment(async ({ users }) => {
			const { user, sessions, setupLinkExpiresAt, emailRefused, closedUntil } = await users.show(name);
			const document = {
				...describeUser(user),
				emailRefused,
				sessions,
				setupLinkExpiresAt: timestamp(setupLinkExpiresAt),
				closedToStrangersUntil: timestamp(closedUntil),
			};
			const { emailVerifiedAt: verified } = user;
			const attributes = Object.entries(user.attributes).map(([key, value]) => `${key}=${value}`);
			const text = columns([
				["name", user.username],
				["display name", user.displayName],
				["id", user.id],
				["kind", user.kind === "service" ? "service account" : "person"],
				["role", user.role],
				["state", userState(user)],
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
			return { document: { user: document }, text };
		}),
});
