import { count, table } from "./columns.ts";
import { type CommandGroup, defineCommand, WrongUse } from "./define-command.ts";

const add = defineCommand({
	summary: "Add a group.",
	usage: `sallyport group add NAME [--description TEXT]

Adds a group, which users can be put into from then on. Groups give no right in this service: the APIs behind it decide what a
group may. A name has 1 to 48 characters of a-z, 0-9 and ._:-

  --description TEXT   what it is for`,
	options: { description: { type: "string" } },
	takes: ["NAME"],
	overHttp: true,
	run: ({ reach, options: { description = "" }, names: [name = ""] }) =>
		reach(async ({ groups }) => ({
			document: { group: await groups.add(name, description) },
			text: `Added group ${name}.`,
		})),
});

const list = defineCommand({
	summary: "List all groups.",
	usage: "sallyport group list\n\nLists all groups with description and number of members.",
	overHttp: true,
	run: ({ reach }) =>
		reach(async ({ groups }) => {
			const document = await groups.list();
			const rows = document.map(({ members, ...group }) => ({ ...group, members: String(members) }));
			const shown = {
				NAME: "name",
				MEMBERS: "members",
				CREATED: "createdAt",
				DESCRIPTION: "description",
			} as const;
			return { document: { groups: document }, text: table(rows, shown, "There are no groups.") };
		}),
});

const set = defineCommand({
	summary: "Change the description of a group.",
	usage:
		"sallyport group set NAME --description TEXT\n\nChanges the description. A group keeps its name, by which APIs know it.",
	options: { description: { type: "string" } },
	takes: ["NAME"],
	overHttp: true,
	async run({ reach, options: { description }, names: [name = ""] }) {
		if (description === undefined) throw new WrongUse("Say what to change: --description TEXT.");
		return reach(async ({ groups }) => ({
			document: { group: await groups.describe(name, description) },
			text: `Changed group ${name}.`,
		}));
	},
});

const members = defineCommand({
	summary: "List the members of a group, put users in, take users out.",
	usage: `sallyport group members NAME [--add USER]… [--remove USER]…

Lists the members of a group; with --add or --remove changes them first, all or none. A user who leaves loses the tokens that
name the group at once; a user who joins has it in the next token.

  --add USER      puts a user into the group; repeat it for more
  --remove USER   takes a user out of it; repeat it for more`,
	options: { add: { type: "string", multiple: true }, remove: { type: "string", multiple: true } },
	takes: ["NAME"],
	overHttp: true,
	run: ({ reach, options: { add: join = [], remove: leave = [] }, names: [name = ""] }) =>
		reach(async ({ groups }) => {
			const moves = join.length + leave.length > 0 ? await groups.move(name, { join, leave }) : null;
			const { members, ...group } = await groups.find(name);
			const shown = { NAME: "username", "DISPLAY NAME": "displayName", ID: "id" } as const;
			const lines = table(members, shown, `No user is in the group ${name}.`);
			const done =
				moves && `${moves.joined} joined, ${moves.left} left; ${count(moves.ended, "session")} ended.\n\n`;
			return { document: { group, ...moves, members }, text: `${done ?? ""}${lines}` };
		}),
});

const remove = defineCommand({
	summary: "Delete a group for good.",
	usage:
		"sallyport group remove NAME\n\nDeletes a group for good and takes it from all who are in it; their tokens that name it end at once. The users stay.",
	takes: ["NAME"],
	overHttp: true,
	run: ({ reach, names: [name = ""] }) =>
		reach(async ({ groups }) => {
			const done = await groups.remove(name);
			const text = `Deleted group ${name}, which had ${count(done.members, "member")}; ${count(done.ended, "session")} ended.`;
			return { document: { group: name, ...done }, text };
		}),
});

export const group: CommandGroup = {
	summary: "Groups of users, for the APIs behind the login.",
	commands: { add, list, set, members, remove },
};
