import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** Many users from a file, in the console. */
export const consoleImportTexts = {
	title: "Import users",
	back: "Users",
	intro:
		"A CSV file, whose first line names the columns, or NDJSON: one JSON object a line. The file stays in this browser until you import it. Passwords do not come this way: `sallyport user import` takes them.",
	pick: "File",
	pickAgain: "Another file, or the same one corrected",
	rows: (count: number) => counted(count, { one: "# row.", other: "# rows." }),
	has: "Columns it may have",
	sample: "Only `username` is needed; other names of columns are asked about. For example:",
	copy: "example",
	save: "Save the example as a file",
	problems: {
		not_utf8: "This file is not UTF-8. In a spreadsheet, save it as “CSV UTF-8”.",
		empty: "There are no users in this file. The first line names the columns, users begin on the second.",
		open_quote: "A quote is opened in this file and never closed.",
		too_large: "This file is larger than 20 MB. The command sallyport user import takes it.",
		unreadable: "This file cannot be read.",
	},
	columns: "What the columns are",
	column: "Column",
	example: "For example",
	means: "Is",
	meansWhich: (column: string) => `What ${column} is`,
	unnamed: (number: number) => `Column ${number}`,
	leaveOut: "Leave out",
	needsUsername: "Say which column is the username.",
	members: {
		username: "Username",
		displayName: "Name for people",
		email: "E-mail address",
		emailVerified: "E-mail address is verified",
		role: "Role (user, admin)",
		kind: "Kind (person, service)",
		groups: "Groups, with spaces between",
		locale: "Language tag",
		externalId: "External ID",
		id: "ID",
		attributes: "Attributes, as JSON",
	},
	invite: "Send each person a link to set a password",
	tryOut: "Try it out",
	progress: (done: number, all: number) =>
		`${counted(done, { other: "#" })} of ${counted(all, { other: "#" })}`,
	tried: (good: number, bad: number) =>
		bad === 0
			? counted(good, { one: "# user can be imported.", other: "All # users can be imported." })
			: `${counted(good, { one: "# user can be imported", other: "# users can be imported" })}, ${counted(bad, { one: "# row cannot.", other: "# rows cannot." })}`,
	correct: "Nothing is stored yet. Correct the file and pick it again.",
	import: (count: number) => counted(count, { one: "Import # user", other: "Import # users" }),
	/** `there`: those that an earlier sending has added. */
	added: (good: number, there: number, bad: number) =>
		counted(good, { one: "# user is added.", other: "# users are added." }) +
		(there === 0 ? "" : counted(there, { one: " # was there already.", other: " # were there already." })) +
		(bad === 0 ? "" : counted(bad, { one: " # row was refused.", other: " # rows were refused." })),
	invited: "Invitations go out by mail.",
	toUsers: "To the newest users",
	line: "Line",
	wrong: "What is wrong",
	unreadableLine: "It has another number of cells than the first line, or is no JSON object.",
	twice: (line: string) => `Line ${line} has the same username.`,
	more: (count: number) => counted(count, { one: "And # more row.", other: "And # more rows." }),
	/** What the service says, in English; other languages name the member. */
	refused: (_member: string, message: string) => message || "The service refuses this row.",
};
