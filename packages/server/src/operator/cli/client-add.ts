import { PROGRAM } from "../../platform/lib/package-root.ts";
import type { Administered, SingleSignOn } from "./administered.ts";
import { clientOptions, clientUsage, readClientOptions, readSecretDays } from "./client-options.ts";
import { addressesOf, notNotified, remarksOnLogout } from "./client-words.ts";
import { columns, count, moment } from "./columns.ts";
import { defineCommand, oneOf, WrongUse } from "./define-command.ts";
import { inWords } from "./in-words.ts";

type Made = Awaited<ReturnType<Administered["applications"]["add"]>>;
type Changed = Awaited<ReturnType<Administered["applications"]["change"]>>;

export const clientAdd = defineCommand({
	summary: "Register an application that users log in to.",
	usage: `sallyport client add --template NAME [--url URL] [options]
sallyport client add --name TEXT --redirect-uri URL [options]

Registers an application. With a template it prints the lines for the application's own configuration; sallyport client templates
lists them. The secret is shown once.

  --template NAME          how a known application is registered, such as grafana
  --url URL                the address of the application, for the template
  --id ID                  its client_id: 1 to 64 characters of a-z, A-Z, 0-9 and ._-; random unless given
  --kind KIND              web: on a server (unless given). spa: in the browser. native: on devices
  --secret-days N          how long its secret lives; it has no end, unless given
${clientUsage({ isNew: true })}`,
	options: {
		...clientOptions,
		template: { type: "string" },
		url: { type: "string" },
		id: { type: "string" },
		kind: { type: "string" },
		"secret-days": { type: "string" },
	},
	overHttp: true,
	async run({ reach, options: { template, url, id, kind, "secret-days": days, ...given } }) {
		if (template === undefined && (given.name === undefined || given["redirect-uri"] === undefined))
			throw new WrongUse("Write --template NAME, or --name TEXT and --redirect-uri URL.");
		const secretDays = readSecretDays("--secret-days", days);
		const chosen = kind === undefined ? undefined : oneOf("--kind", kind, ["web", "spa", "native"]);
		const asked = { ...readClientOptions(given), template, url, id, kind: chosen, secretDays };
		return reach(async ({ applications }) => {
			// Before it is made: a secret that is not shown is lost.
			const signOn = await applications.singleSignOn();
			const made = await applications.add(asked);
			return { document: made, text: tell(made, signOn) };
		});
	},
});

function tell({ client, secret, setup }: Made, signOn: SingleSignOn): string {
	const rows = [["client id", client.id]];
	if (secret !== null) rows.push(["secret", secret.secret]);
	if (secret !== null && secret.expiresAt !== null) rows.push(["ends", moment(secret.expiresAt)]);
	if (setup === null)
		rows.push(...addressesOf(signOn.issuer), ["authentication", client.authMethod], ["PKCE", client.pkce]);
	const shown = columns(rows).split("\n");
	const lines = [`Registered ${client.name}.`, "", ...shown.map((row) => `  ${row}`)];
	if (secret !== null) lines.push("", "The secret is not shown again.");
	if (setup !== null) lines.push(...tellSetup(setup));
	const remarks = remarksOnLogout(client, signOn);
	if (!signOn.isOn) remarks.push("Single sign-on is off here: start the service with SALLYPORT_OIDC=on.");
	if (remarks.length > 0) lines.push("", ...remarks);
	return lines.join("\n");
}

function tellSetup({ where, lines, notes, checked, documents }: NonNullable<Made["setup"]>): string[] {
	const known = checked === "run here" ? "It was tried with this service." : "It follows its documents.";
	return [
		...["", `For ${where}:`, "", ...lines.split("\n").map((line) => `  ${line}`.trimEnd())],
		...["", "Notes:", "", ...notes.flatMap(listed)],
		...["", `${known} ${documents}`],
	];
}

/** An item of a list, broken before the words that no longer fit; never inside code, which is to be copied. */
function listed(text: string): string[] {
	const lines: string[] = [];
	for (const word of text.match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
		const longer = `${lines.at(-1)} ${word}`;
		if (lines.length > 0 && longer.length <= 110) lines[lines.length - 1] = longer;
		else lines.push(word);
	}
	return lines.map((line, at) => `${at === 0 ? "  - " : "    "}${line}`);
}

export const clientSet = defineCommand({
	summary: "Change an application.",
	usage: `sallyport client set ID [options]

Changes an application; what is not named stays, a list that is named is replaced, and an empty value removes: --logout-uri "".
Where it may have less than before (a scope, days beyond the session, weaker logins), its tokens and logins end.

${clientUsage({ isNew: false })}
  --every-user             every user may use it, whatever the groups
  --untrusted              users are asked whether it may know them
  --secure                 permits https alone`,
	options: {
		...clientOptions,
		"every-user": { type: "boolean" },
		untrusted: { type: "boolean" },
		secure: { type: "boolean" },
	},
	takes: ["ID"],
	overHttp: true,
	async run({ reach, options: { "every-user": every, untrusted, secure, ...given }, names: [id = ""] }) {
		if (every && given.group) throw new WrongUse("Write one of: --group, --every-user.");
		if (untrusted && given.trusted) throw new WrongUse("Write one of: --trusted, --untrusted.");
		if (secure && given.insecure) throw new WrongUse("Write one of: --insecure, --secure.");
		const asked = {
			...readClientOptions(given),
			...(every ? { allowedGroups: null } : {}),
			...(untrusted ? { trusted: false } : {}),
			...(secure ? { insecure: false } : {}),
		};
		if (Object.keys(asked).length === 0)
			throw new WrongUse("Say what to change, such as --redirect-uri URL.");
		return reach(async ({ applications }) => {
			const done = await applications.change(id, asked);
			const { client, members, ended } = done;
			const changed = members.length === 0 ? "Nothing to change at" : "Changed";
			const of = members.length === 0 ? "" : `: ${members.map(inWords).join(", ")}`;
			const logins = ended === 0 ? "" : ` Its logins of ${count(ended, "session")} ended.`;
			const lines = [`${changed} ${client.name}${of}.${logins}`];
			if (members.includes("logoutUri"))
				lines.push(...remarksOnLogout(client, await applications.singleSignOn()));
			if (leavesUsersIn(done)) lines.push(notNotified(client.name));
			return { document: done, text: lines.join("\n") };
		});
	},
});

/** Groups end no login by themselves, so an application hears of a change of them only where something else ended its logins. */
function leavesUsersIn({ client, members, ended }: Changed): boolean {
	const isTold = ended > 0 && client.logoutUri !== null;
	const isClosedToSome = members.includes("allowedGroups") && client.allowedGroups !== null;
	return (ended > 0 || isClosedToSome) && !isTold;
}

export const clientSecret = defineCommand({
	summary: "Make another secret of an application.",
	usage: `sallyport client secret ID [--days N]

Makes another secret and shows it once. The one before stays good until client end-secret ends it, so that nothing stops while the
application gets the new one. An application has two at most.

  --days N   how long it lives: 1 to 730; it has no end, unless given`,
	options: { days: { type: "string" } },
	takes: ["ID"],
	overHttp: true,
	async run({ reach, options: { days: text }, names: [id = ""] }) {
		const days = readSecretDays("--days", text);
		return reach(async ({ applications }) => {
			const secret = await applications.addSecret(id, days);
			const { secrets } = await applications.find(id);
			const other = secrets.find((each) => each.id !== secret.id);
			const lines = [`Another secret of ${id}:`, "", `  ${secret.secret}`, "", "It is not shown again."];
			if (secret.expiresAt !== null) lines.push(`It ends on ${moment(secret.expiresAt)}.`);
			if (other !== undefined)
				lines.push(`When the application has it: ${PROGRAM} client end-secret ${id} ${other.id}`);
			return { document: { id, secret }, text: lines.join("\n") };
		});
	},
});

export const clientEndSecret = defineCommand({
	summary: "End a secret of an application.",
	usage: `sallyport client end-secret ID SECRET

Ends a secret; the application is refused with it from the next request on.

  SECRET   its id, as client show lists it`,
	takes: ["ID", "SECRET"],
	overHttp: true,
	run: ({ reach, names: [id = "", secret = ""] }) =>
		reach(async ({ applications }) => {
			await applications.endSecret(id, secret);
			const { secrets } = await applications.find(id);
			const left = secrets.length === 0 ? " It has no other, and cannot log users in." : "";
			return { document: { id, secret }, text: `Ended a secret of ${id}.${left}` };
		}),
});
