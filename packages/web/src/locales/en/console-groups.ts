import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);
const sessionsEnded = (ended: number): string =>
	ended === 0 ? "" : ` ${counted(ended, { one: "# session ended.", other: "# sessions ended." })}`;

/** The pages of groups, in the console. */
export const consoleGroupTexts = {
	title: "Groups",
	add: "Add a group",
	intro:
		"Applications can be limited to them, and get them by the scope `groups`. Your APIs decide by them where SALLYPORT_TOKEN_CLAIMS puts them into tokens. They give no right to administer this service.",
	empty: "There are no groups yet. Add one, then put users into it.",
	columns: { name: "Group", description: "What it is for", members: "Members", added: "Added" },
	memberCount: (count: number) => counted(count, { other: count >= 10_000 ? "# or more" : "#" }),
	membersAre: (count: number) =>
		counted(count, { one: "# member", other: count >= 10_000 ? "# members or more" : "# members" }),
	make: {
		heading: "Add a group",
		name: "Name",
		nameHint: "1 to 48 small letters, digits and ._:- It cannot be changed later.",
		nameWrong: "Use 1 to 48 characters: small letters, digits and ._:-",
		description: "What it is for (optional)",
		submit: "Add the group",
		done: (name: string) => `${name} is added.`,
	},
	describe: {
		button: "Describe",
		heading: (name: string) => `What ${name} is for`,
		label: "Description",
		submit: "Save",
		done: "Saved.",
	},
	remove: {
		button: "Delete",
		heading: (name: string) => `Delete ${name}?`,
		what: (members: number) =>
			`${counted(members, { one: "# member leaves it", other: "# members leave it" })}, and token sessions that name it end. The users stay. This cannot be undone.`,
		submit: (name: string) => `Delete ${name}`,
		done: (name: string, ended: number) => `${name} is deleted.${sessionsEnded(ended)}`,
	},
	members: {
		caption: (name: string) => `Members of ${name}`,
		search: "Find a member",
		empty: "This group has no members yet.",
		label: "What to do with the selected members",
		remove: "Remove from the group",
		removed: (count: number, ended: number) =>
			counted(count, { one: "# user left the group.", other: "# users left the group." }) +
			sessionsEnded(ended),
		add: "Add members",
		addHeading: (name: string) => `Add members to ${name}`,
		addSubmit: (count: number) =>
			count === 0 ? "Add" : counted(count, { one: "Add # user", other: "Add # users" }),
		added: (count: number) =>
			counted(count, { one: "# user joined the group.", other: "# users joined the group." }),
		isMember: "is a member",
		pickOne: "Choose a user from the list.",
		picking: {
			pick: (name: string) => `Choose ${name}`,
			drop: (name: string) => `Take ${name} out`,
			picked: "Chosen users",
		},
	},
};
