import type { ImportedUser } from "@sallyport/client";
import type { FileRow } from "./table-of-people.ts";

/** Members of a user that a file can have. */
export const members = [
	"username",
	"displayName",
	"email",
	"emailVerified",
	"role",
	"kind",
	"groups",
	"locale",
	"externalId",
	"id",
	"attributes",
] as const;

export type Member = (typeof members)[number];

/** A file that is imported as it is: it names no group, as there may be none. */
export const SAMPLE = `username,displayName,email,role,groups,attributes
ada,Ada Lovelace,ada@example.com,user,,"{""department"":""sales""}"
`;

/** Which member each column is; null: left out. */
export type Mapping = ReadonlyArray<Member | null>;

/** Other names that columns have; without spaces, in lower case. */
const alsoCalled: Record<string, Member> = {
	user: "username",
	login: "username",
	loginname: "username",
	benutzername: "username",
	name: "displayName",
	fullname: "displayName",
	anzeigename: "displayName",
	mail: "email",
	emailaddress: "email",
	emailadresse: "email",
	emailverifiedat: "emailVerified",
	rolle: "role",
	gruppen: "groups",
	language: "locale",
	sprache: "locale",
	employeeid: "externalId",
};

/** By the names of the columns; each member is taken once. */
export function guessMapping(columns: readonly string[]): Mapping {
	const free = new Set<Member>(members);
	return columns.map((column) => {
		const plain = column.toLowerCase().replace(/[^a-z]/g, "");
		const member = members.find((each) => each.toLowerCase() === plain) ?? alsoCalled[plain];
		return member !== undefined && free.delete(member) ? member : null;
	});
}

/** As the service takes it. An empty cell is left out: it says nothing. */
export function userOf(cells: NonNullable<FileRow["cells"]>, mapping: Mapping): Partial<ImportedUser> {
	const user: Record<string, unknown> = {};
	for (const [at, member] of mapping.entries()) {
		const cell = cells[at];
		if (member === null || cell === undefined || cell === null || cell === "") continue;
		const value = memberValue(member, typeof cell === "string" ? cell.trim() : cell);
		if (value !== undefined) user[member] = value;
	}
	return user;
}

function memberValue(member: Member, cell: unknown): unknown {
	if (typeof cell !== "string") return member === "emailVerified" ? cell === true : cell;
	if (cell === "") return undefined;
	// Our own export has the time at which it was verified.
	if (member === "emailVerified") return /^(true|yes|ja|1|x|\d{4}-\d\d-\d\dT.*)$/i.test(cell);
	if (member === "groups") return [...new Set(cell.split(/[\s,;]+/).filter(Boolean))];
	if (member === "role" || member === "kind") return cell.toLowerCase();
	if (member !== "attributes") return cell;
	try {
		return JSON.parse(cell);
	} catch {
		return cell;
	}
}
