import type { ProfileChange } from "../../identity/user/read-profile.ts";
import type { User } from "../../identity/user/user.ts";
import { differenceOf } from "./difference.ts";
import { type ExistingUser, type Matched, matchUsers } from "./match-users.ts";
import { inOrderOfNames } from "./order-users.ts";
import { createMistakes, type Declaration, type DeclaredUser } from "./read-declaration.ts";

/** What there is. */
interface Existing {
	groups: ReadonlyArray<{ name: string; description: string }>;
	users: readonly ExistingUser[];
}

type Act =
	| { act: "add group" | "change group"; name: string; description: string }
	| { act: "remove group"; name: string }
	| { act: "add user"; user: DeclaredUser }
	| { act: "change user"; username: string; newName: string | undefined; profile: ProfileChange }
	| { act: "set role"; username: string; role: User["role"] }
	| { act: "disable user" | "enable user" | "remove user"; username: string };

/** `of`: whom or what it is about. Where one step fails, the next ones of the same are not tried. */
export type Step = Act & { of: string; text: string };

interface How {
	/** What the file does not name is deleted, of the lists that it has. */
	prune: boolean;
	/** The service account that acts; null: an operator on the machine of the database. */
	actsAs: string | null;
}

/**
 * What makes a deployment what a file says, in an order in which each step can be done; empty: it is so. Throws validation_failed for what
 * cannot be done.
 */
export function planChanges({ groups, users }: Declaration, existing: Existing, how: How): Step[] {
	const mistakes = createMistakes();
	const matched = matchUsers(users ?? [], existing.users, mistakes);
	const named = new Set(matched.map(({ existing: user }) => user?.id));
	const removed = existing.users.filter(
		({ id, username }) => how.prune && users !== null && !named.has(id) && username !== how.actsAs,
	);
	const declaredGroups = new Set(groups?.map(({ name }) => name));
	const removedGroups = existing.groups.filter(
		({ name }) => how.prune && groups !== null && !declaredGroups.has(name),
	);
	requireGroups(
		matched,
		[...existing.groups.filter((each) => !removedGroups.includes(each)), ...(groups ?? [])],
		mistakes,
	);
	requireAnAdmin(matched, existing.users, removed, mistakes);
	const steps = [
		...groupSteps(groups ?? [], existing.groups),
		...removed.map(
			({ id, username }): Step => ({
				act: "remove user",
				username,
				of: id,
				text: `delete user ${username}`,
			}),
		),
		...inOrderOfNames(matched, existing.users, removed, mistakes).flatMap((each) => [...userSteps(each)]),
		...removedGroups.map(
			({ name }): Step => ({ act: "remove group", name, of: name, text: `delete group ${name}` }),
		),
	];
	if (how.actsAs !== null) {
		requireNoAdmins(steps, existing.users, mistakes);
		requireActing(matched, how.actsAs, mistakes);
	}
	mistakes.require();
	return steps;
}

type Mistakes = ReturnType<typeof createMistakes>;

function requireGroups(
	matched: readonly Matched[],
	known: ReadonlyArray<{ name: string }>,
	{ add }: Mistakes,
): void {
	const names = new Set(known.map(({ name }) => name));
	for (const { wanted } of matched)
		for (const name of wanted.profile.groups ?? [])
			if (!names.has(name)) add(`${wanted.pointer}/groups`, `there is no group ${name}; name it in groups.`);
}

/** Before anything is changed; the operations see to it again. */
function requireAnAdmin(
	matched: readonly Matched[],
	users: readonly ExistingUser[],
	removed: readonly ExistingUser[],
	{ add }: Mistakes,
): void {
	const ofRole = users.filter(({ role, state }) => role === "admin" && state !== "disabled");
	const active = ofRole.filter(({ state }) => state === "active");
	// Before the first password there are only links.
	const admins = active.length > 0 ? active : ofRole;
	const loses = matched.filter(({ wanted }) => wanted.role === "user" || wanted.disabled === true);
	const gone = new Set([...removed, ...loses.map(({ existing }) => existing)].map((user) => user?.id));
	if (admins.length > 0 && admins.every(({ id }) => gone.has(id)))
		add(
			"/users",
			`no admin of now could log in then. Leave one of ${admins.map(({ username }) => username).join(", ")}.`,
		);
}

function requireNoAdmins(steps: readonly Step[], users: readonly ExistingUser[], { add }: Mistakes): void {
	const admins = new Set(users.filter(({ role }) => role === "admin").map(({ id }) => id));
	const those = steps.filter(
		(step) =>
			admins.has(step.of) ||
			step.act === "set role" ||
			(step.act === "add user" && step.user.role === "admin"),
	);
	if (those.length === 0) return;
	const what = those.map(({ text }) => text).join("; ");
	add(
		"/users",
		`no access key changes an admin, or makes one: ${what}. Run it on the machine of the service.`,
	);
}

/** What the account that acts needs until the last step. */
function requireActing(matched: readonly Matched[], actsAs: string, { add }: Mistakes): void {
	for (const { wanted, existing } of matched)
		if (existing?.username === actsAs && (wanted.disabled === true || wanted.username !== actsAs))
			add(wanted.pointer, `${actsAs} acts here, and is neither disabled nor renamed by its own key.`);
}

function* groupSteps(
	groups: NonNullable<Declaration["groups"]>,
	existing: Existing["groups"],
): Generator<Step> {
	for (const { name, description } of groups) {
		const found = existing.find((group) => group.name === name);
		const of = name;
		if (found === undefined)
			yield { act: "add group", name, description: description ?? "", of, text: `add group ${name}` };
		else if (description !== undefined && description !== found.description)
			yield { act: "change group", name, description, of, text: `change group ${name}: description` };
	}
}

function* userSteps({ wanted, existing }: Matched): Generator<Step> {
	const { username, role, disabled } = wanted;
	const of = existing?.id ?? wanted.pointer;
	if (existing === null) yield { act: "add user", user: wanted, of, text: `add user ${username}` };
	else {
		const { profile, members } = differenceOf(existing, wanted.profile);
		const newName = username === existing.username ? undefined : username;
		const change = { act: "change user", username: existing.username, newName, profile, of } as const;
		const what = [...(newName === undefined ? [] : [`username ${newName}`]), ...members].join(", ");
		if (what !== "") yield { ...change, text: `change user ${existing.username}: ${what}` };
		if (role !== undefined && role !== existing.role)
			yield { act: "set role", username, role, of, text: `make user ${username} ${role}` };
	}
	if (disabled !== undefined && disabled !== (existing?.state === "disabled")) {
		const act = disabled ? "disable user" : "enable user";
		yield { act, username, of, text: `${act} ${username}` };
	}
}
