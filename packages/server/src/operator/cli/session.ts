import { clientName } from "../../../../web/src/account/sessions/client-name.ts";
import { count, table } from "./columns.ts";
import { type CommandGroup, defineCommand, WrongUse } from "./define-command.ts";
import { oneUser, requireId, userOption } from "./one-user.ts";

const list = defineCommand({
	summary: "List live sessions, of all users or of one.",
	usage: `sallyport session list [NAME | --user NAME]

Lists live sessions of both kinds, the most recently used first. CLIENT is the browser or program of the login, in
words.

  NAME   sessions of one user`,
	options: userOption,
	takes: ["[NAME]"],
	overHttp: true,
	async run({ reach, options: { user }, names: [given] }) {
		const name = oneUser(user, given);
		return reach(async ({ sessions, users }) => {
			const of = name === undefined ? undefined : (await users.find(name)).id;
			const document = await sessions.list(of);
			const rows = document.map(({ amr: _amr, remember: _remember, ...each }) => ({
				...each,
				client: describeClient(each.userAgent),
			}));
			const shown = {
				ID: "id",
				USER: "username",
				KIND: "kind",
				CREATED: "createdAt",
				"LAST SEEN": "lastSeenAt",
				EXPIRES: "idleExpiresAt",
				ADDRESS: "clientAddress",
				CLIENT: "client",
			} as const;
			return { document: { sessions: document }, text: table(rows, shown, "There are no live sessions.") };
		});
	},
});

/** Names a client as the page of the user's sessions does. */
function describeClient(userAgent: string | null): string | null {
	const client = clientName(userAgent);
	if (client === null) return null;
	return client.system === null ? client.program : `${client.program} on ${client.system}`;
}

const end = defineCommand({
	summary: "End one session, those of a user, or all.",
	usage: `sallyport session end ID | --user NAME | --all

Ends sessions of both kinds; the service refuses them from the next request on.

  ID            one session, as session list shows it
  --user NAME   all sessions of a user
  --all         all sessions of all users`,
	options: { user: { type: "string" }, all: { type: "boolean" } },
	takes: ["[ID]"],
	overHttp: true,
	notOverHttp: { all: "Run it on the machine of the service, or let an admin end them in a browser." },
	run: ({ reach, options: { user, all = false }, names: [id] }) => {
		const chosen = [id !== undefined, user !== undefined, all].filter(Boolean).length;
		if (chosen !== 1) throw new WrongUse("Write one of: an ID, --user NAME, --all.");
		if (id !== undefined) requireId(id, "session end", "one session");
		return reach(async ({ sessions, users }) => {
			let ended = 1;
			if (id !== undefined) await sessions.end(id);
			else if (user !== undefined) ({ ended } = await users.endSessions(user));
			else ({ ended } = await sessions.endAll());
			const text = ended === 0 ? "There was no live session to end." : `${count(ended, "session")} ended.`;
			return { document: { ended }, text };
		});
	},
});

export const session: CommandGroup = { summary: "Live sessions of both kinds.", commands: { list, end } };
