import { clientSecretForm } from "../../identity/application/client-secret.ts";
import { LoginError } from "../../platform/errors.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import type { Administered, SingleSignOn } from "./administered.ts";
import { clientAdd, clientEndSecret, clientSecret, clientSet } from "./client-add.ts";
import { addressesOf, notNotified } from "./client-words.ts";
import { columns, count, moment, table } from "./columns.ts";
import { type CommandGroup, defineCommand } from "./define-command.ts";

type Described = Awaited<ReturnType<Administered["applications"]["list"]>>[number];

const list = defineCommand({
	summary: "List the applications that users log in to.",
	usage:
		"sallyport client list\n\nLists applications with kind, state, number of users, groups that may, and last use.",
	overHttp: true,
	run: ({ reach }) =>
		reach(async ({ applications }) => {
			const clients = await applications.list();
			const rows = clients.map(({ id, name, kind, state, users, allowedGroups, lastUsedAt }) => ({
				id,
				name,
				kind,
				state,
				users: String(users),
				groups: allowedGroups?.join(" ") ?? null,
				lastUsedAt,
			}));
			const shown = {
				ID: "id",
				NAME: "name",
				KIND: "kind",
				STATE: "state",
				USERS: "users",
				GROUPS: "groups",
				"LAST USE": "lastUsedAt",
			} as const;
			return { document: { clients }, text: table(rows, shown, "There are no applications.") };
		}),
});

const show = defineCommand({
	summary: "Show one application.",
	usage:
		"sallyport client show ID\n\nShows an application: its settings, its secrets by their hints, and how many users let it know them.",
	takes: ["ID"],
	overHttp: true,
	run: ({ reach, names: [id = ""] }) =>
		reach(async ({ applications }) => {
			const client = await applications.find(id);
			return { document: { client }, text: describe(client, await applications.singleSignOn()) };
		}),
});

function describe(client: Described, { issuer }: SingleSignOn): string {
	const secrets = client.secrets.map(({ id, hint, expiresAt, lastUsedAt }) => {
		const end = expiresAt === null ? "no end" : `ends ${moment(expiresAt)}`;
		return ["secret", `${clientSecretForm.shown(hint)}  ${id}  ${end}, last use ${moment(lastUsedAt)}`];
	});
	const many = (label: string, values: readonly string[]) =>
		values.length === 0 ? [[label, "-"]] : values.map((value, at) => [at === 0 ? label : "", value]);
	return columns([
		["client id", client.id],
		["name", client.name],
		["kind", client.kind],
		["state", client.disabledAt === null ? "active" : `disabled since ${moment(client.disabledAt)}`],
		...many("redirect", client.redirectUris),
		...many("after logout", client.postLogoutUris),
		["logout tokens", client.logoutUri ?? "-"],
		["begins at", client.launchUrl ?? "-"],
		["authentication", client.authMethod],
		["PKCE", client.pkce],
		["scopes", client.scopes.join(" ")],
		["who may", client.allowedGroups?.join(" ") ?? "every user"],
		["users are asked", client.trusted ? "no: it is trusted" : "yes"],
		["each login takes", client.requireAcr ?? "what the user has"],
		["beyond the session", client.offlineDays === 0 ? "nothing" : count(client.offlineDays, "day")],
		...addressesOf(issuer),
		["plain http", client.insecure ? "permitted beyond loopback" : "on loopback alone"],
		...secrets,
		["users", String(client.users)],
		["registered", moment(client.createdAt)],
		["last use", client.lastUsedAt === null ? "never" : moment(client.lastUsedAt)],
	]);
}

const disable = defineCommand({
	summary: "Disable an application: no logins to it.",
	usage:
		"sallyport client disable ID\n\nEnds the codes, tokens and logins of an application; new logins are refused until client enable.",
	takes: ["ID"],
	overHttp: true,
	run: ({ reach, names: [id = ""] }) =>
		reach(async ({ applications }) => {
			const done = await applications.disable(id);
			const { name, logoutUri } = await applications.find(id);
			const lines = [`Disabled ${id}; its logins of ${count(done.ended, "session")} ended.`];
			if (logoutUri === null) lines.push(notNotified(name));
			return { document: { id, ...done }, text: lines.join("\n") };
		}),
});

const endAccess = defineCommand({
	summary: "End the access of an application to one user.",
	usage: `sallyport client end-access ID NAME

Takes back what the user let the application know, and ends the logins and tokens of the user there, as the user can on the
account page. The next login there asks again.`,
	takes: ["ID", "NAME"],
	overHttp: true,
	run: ({ reach, names: [id = "", name = ""] }) =>
		reach(async ({ applications }) => {
			const client = await applications.find(id);
			const done = await applications.endOfUser(id, name);
			const lines = [
				`${client.name} knows ${name} no longer; its logins of ${count(done.ended, "session")} ended.`,
			];
			if (client.logoutUri === null) lines.push(notNotified(client.name));
			return { document: { id, ...done }, text: lines.join("\n") };
		}),
});

const enable = defineCommand({
	summary: "Enable an application again.",
	usage: "sallyport client enable ID\n\nUsers can log in to it again.",
	takes: ["ID"],
	overHttp: true,
	run: ({ reach, names: [id = ""] }) =>
		reach(async ({ applications }) => {
			await applications.enable(id);
			return { document: { id }, text: `Enabled ${id}.` };
		}),
});

const remove = defineCommand({
	summary: "Delete an application for good.",
	usage: `sallyport client remove ID [--yes]

Deletes an application for good, with its secrets, tokens, logins, and what users agreed to. To refuse logins for a while:
client disable.

  --yes   also if it is in use`,
	options: { yes: { type: "boolean" } },
	takes: ["ID"],
	overHttp: true,
	run: ({ reach, options: { yes = false }, names: [id = ""] }) =>
		reach(async ({ applications }) => {
			const client = await applications.find(id);
			if (!yes) requireUnused(client);
			const done = await applications.remove(id);
			const wasUsed = done.users + done.ended > 0;
			const use = wasUsed
				? `${count(done.users, "user")} had let it know them; its logins of ${count(done.ended, "session")} ended.`
				: "No user had let it know them.";
			const lines = [`Deleted ${client.name}. ${use}`];
			if (wasUsed && client.logoutUri === null) lines.push(notNotified(client.name));
			return { document: { id, ...done }, text: lines.join("\n") };
		}),
});

/** Throws state_conflict. */
function requireUnused({ name, users, lastUsedAt }: Described): void {
	if (users === 0 && lastUsedAt === null) return;
	const use = lastUsedAt === null ? "never used" : `last used on ${moment(lastUsedAt)}`;
	const message = `${name} is in use: ${count(users, "user")} let it know them, ${use}. Add --yes to delete it for good.`;
	throw new LoginError("state_conflict", message);
}

const templates = defineCommand({
	summary: "List the applications that this service knows how to register.",
	usage: `sallyport client templates

Lists what client add --template takes. "run here": it was tried with this service. "by its documents": it follows what
documents and source of the application say.`,
	overHttp: true,
	run: ({ reach }) =>
		reach(async ({ applications }) => {
			const found = await applications.templates();
			const rows = found.map(({ name, title, kind, pkce, checked, logoutUri }) => ({
				name,
				title,
				kind,
				pkce,
				logout: logoutUri === null ? null : "back-channel",
				checked,
			}));
			const shown = {
				NAME: "name",
				APPLICATION: "title",
				KIND: "kind",
				PKCE: "pkce",
				LOGOUT: "logout",
				CHECKED: "checked",
			} as const;
			const text = `${table(rows, shown, "There are no templates.")}\n\n${PROGRAM} client add --template NAME --url URL`;
			return { document: { templates: found }, text };
		}),
});

export const client: CommandGroup = {
	summary: "Applications that users log in to, by OpenID Connect.",
	commands: {
		add: clientAdd,
		list,
		show,
		set: clientSet,
		secret: clientSecret,
		"end-secret": clientEndSecret,
		"end-access": endAccess,
		disable,
		enable,
		remove,
		templates,
	},
};
