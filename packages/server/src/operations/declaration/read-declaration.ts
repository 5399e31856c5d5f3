import { type ProfileChange, profileMembers, readProfile } from "../../identity/user/read-profile.ts";
import type { User } from "../../identity/user/user.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import { type FieldError, LoginError } from "../../platform/errors.ts";
import { isUuid } from "../../platform/lib/random.ts";
import { requireNewGroup } from "../administration/administer-groups.ts";

interface DeclaredGroup {
	name: string;
	/** undefined: whatever it is. */
	description: string | undefined;
}

/** Members that are missing stay as they are. */
export interface DeclaredUser {
	/** Where the file has it (RFC 6901). */
	pointer: string;
	/** Canonical. */
	username: string;
	id: string | undefined;
	kind: User["kind"] | undefined;
	role: User["role"] | undefined;
	disabled: boolean | undefined;
	/** How a new user gets a link to set a password. */
	invite: "mail" | "none";
	profile: ProfileChange;
}

/** What a file says that there is. null: it says nothing of them. */
export interface Declaration {
	groups: DeclaredGroup[] | null;
	users: DeclaredUser[] | null;
}

/** Gathers mistakes, to report all of them at once. */
export function createMistakes() {
	const errors: FieldError[] = [];
	return {
		add(pointer: string, message: string): void {
			errors.push({ pointer, code: "malformed", message: `${pointer}: ${message}` });
		},
		/** Throws validation_failed where there are any. */
		require(): void {
			if (errors.length > 0) throw new LoginError("validation_failed", { errors });
		},
	};
}

type Wrong = ReturnType<typeof createMistakes>["add"];
type Given = Record<string, unknown>;

/** Throws validation_failed with every mistake, and where it is. A member that is not known is one: it would be a typo without effect. */
export function readDeclaration(given: unknown): Declaration {
	const { add: wrong, require } = createMistakes();
	const file = readObject(given, "", ["groups", "users"], wrong);
	const groups = readList(file.groups, "/groups", wrong)?.map((each, at) =>
		readGroup(each, `/groups/${at}`, wrong),
	);
	const users = readList(file.users, "/users", wrong)?.map((each, at) =>
		readUser(each, `/users/${at}`, wrong),
	);
	requireOnce(
		groups?.map(({ name }) => name),
		(at) => `/groups/${at}/name`,
		wrong,
	);
	for (const name of ["username", "id"] as const)
		requireOnce(
			users?.map((user) => user[name]),
			(at) => `/users/${at}/${name}`,
			wrong,
		);
	requireOnce(
		users?.map(({ profile }) => profile.externalId),
		(at) => `/users/${at}/externalId`,
		wrong,
	);
	require();
	return { groups: groups ?? null, users: users ?? null };
}

function readObject(given: unknown, pointer: string, members: readonly string[], wrong: Wrong): Given {
	if (typeof given !== "object" || given === null || Array.isArray(given)) {
		wrong(pointer || "The file", `it is one JSON object with the members ${members.join(", ")}.`);
		return {};
	}
	for (const name of Object.keys(given))
		if (!members.includes(name))
			wrong(`${pointer}/${name}`, `there is no such member; known are ${members.join(", ")}.`);
	return given as Given;
}

function readList(given: unknown, pointer: string, wrong: Wrong): unknown[] | null {
	if (given === undefined) return null;
	if (Array.isArray(given)) return given;
	wrong(pointer, "it is a list.");
	return null;
}

function readGroup(given: unknown, pointer: string, wrong: Wrong): DeclaredGroup {
	const { name, description } = readObject(given, pointer, ["name", "description"], wrong);
	if (typeof name !== "string") wrong(`${pointer}/name`, "it is missing, or no text.");
	const isText = description === undefined || typeof description === "string";
	if (!isText) wrong(`${pointer}/description`, "it is a text.");
	try {
		if (typeof name === "string") requireNewGroup(name, isText ? (description ?? "") : "");
	} catch (error) {
		const [mistake] = error instanceof LoginError ? (error.details.errors ?? []) : [];
		if (mistake === undefined) throw error;
		wrong(`${pointer}${mistake.pointer}`, mistake.message);
	}
	return { name: String(name), description: isText ? description : "" };
}

const choices = { kind: ["person", "service"], role: ["user", "admin"], invite: ["mail", "none"] } as const;
const userMembers = ["username", "id", ...Object.keys(choices), "disabled", ...profileMembers];

function readUser(given: unknown, pointer: string, wrong: Wrong): DeclaredUser {
	const user = readObject(given, pointer, userMembers, wrong);
	const { username: typed, id, disabled } = user;
	const username = typeof typed === "string" ? canonicalUsername(typed) : null;
	if (username === null)
		wrong(
			`${pointer}/username`,
			"it has 1 to 254 characters, and no spaces, control or invisible characters.",
		);
	if (id !== undefined && !(typeof id === "string" && isUuid(id)))
		wrong(`${pointer}/id`, "it is a UUID in lower case.");
	if (disabled !== undefined && typeof disabled !== "boolean")
		wrong(`${pointer}/disabled`, "it is true or false.");
	for (const [name, allowed] of Object.entries(choices))
		if (user[name] !== undefined && !allowed.some((each) => each === user[name]))
			wrong(`${pointer}/${name}`, `it is ${allowed.join(" or ")}.`);
	const profile = readProfile(user);
	if ("mistake" in profile) wrong(`${pointer}/${profile.member}`, `it ${profile.mistake}.`);
	return {
		pointer,
		username: username ?? "",
		id: id as string | undefined,
		kind: user.kind as DeclaredUser["kind"],
		role: user.role as DeclaredUser["role"],
		disabled: disabled as boolean | undefined,
		invite: user.invite === "mail" ? "mail" : "none",
		profile: "mistake" in profile ? {} : profile,
	};
}

function requireOnce(
	values: ReadonlyArray<string | null | undefined> | undefined,
	pointerOf: (at: number) => string,
	wrong: Wrong,
): void {
	const first = new Map<string, number>();
	for (const [at, value] of values?.entries() ?? []) {
		if (value === undefined || value === null || value === "") continue;
		const before = first.get(value);
		if (before === undefined) first.set(value, at);
		else wrong(pointerOf(at), `${pointerOf(before)} is the same.`);
	}
}
