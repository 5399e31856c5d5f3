import type { ExistingUser, Matched } from "./match-users.ts";
import type { createMistakes } from "./read-declaration.ts";

/** What one user alone has at a time. */
type Kind = "username" | "externalId";
type Name = `${Kind} ${string}`;

const namesOf = (username: string, externalId: string | null | undefined): Name[] => [
	`username ${username}`,
	...(externalId == null ? [] : [`externalId ${externalId}` as const]),
];

const namesHeldBy = ({ username, externalId }: ExistingUser) => namesOf(username, externalId);

function namesWantedBy({ wanted: { username, profile }, existing }: Matched): Name[] {
	return namesOf(username, profile.externalId === undefined ? existing?.externalId : profile.externalId);
}

/** In the order of the file, except that a user takes a name, or an external id, after the user who gives it up. */
export function inOrderOfNames(
	matched: readonly Matched[],
	users: readonly ExistingUser[],
	removed: readonly ExistingUser[],
	{ add: wrong }: Pick<ReturnType<typeof createMistakes>, "add">,
): Matched[] {
	/** The ids of those who have them now. */
	const holders = new Map<Name, string>();
	const gone = new Set(removed.map(({ id }) => id));
	for (const user of users)
		if (!gone.has(user.id)) for (const name of namesHeldBy(user)) holders.set(name, user.id);
	const missing = (each: Matched) =>
		namesWantedBy(each).find((name) => ![undefined, each.existing?.id].includes(holders.get(name)));

	const ordered = new Set<Matched>();
	/** By the name that each waits for. */
	const waiting = new Map<Name, Matched>();
	for (const each of matched) {
		const next = [each];
		for (let one = next.pop(); one !== undefined; one = next.pop()) {
			const name = missing(one);
			if (name !== undefined) {
				waiting.set(name, one);
				continue;
			}
			const { wanted, existing } = one;
			const held = existing === null ? [] : namesHeldBy(existing);
			for (const given of held) holders.delete(given);
			for (const taken of namesWantedBy(one)) holders.set(taken, existing?.id ?? wanted.pointer);
			ordered.add(one);
			next.push(...held.flatMap((given) => waiting.get(given) ?? []));
		}
	}
	const named = new Set(matched.flatMap(({ existing }) => existing?.id ?? []));
	for (const each of matched) {
		const name = ordered.has(each) ? undefined : missing(each);
		if (name !== undefined) wrong(...whyNot(each, name, named.has(holders.get(name) ?? "")));
	}
	return [...ordered];
}

/** The pointer, and what is wrong there. `isNamed`: the file names the user who has it. */
function whyNot({ wanted: { pointer } }: Matched, name: Name, isNamed: boolean): [string, string] {
	const [, kind = "", value = ""] = /^(\w+) (.*)$/s.exec(name) ?? [];
	const [what, repair] =
		kind === "username"
			? ["name", "who waits for another name. Rename one of them first."]
			: ["external id", "who keeps it, or waits for another one. Change one of them first."];
	return [
		`${pointer}/${kind}`,
		`${value} is the ${what} of a user ${isNamed ? repair : "that the file does not name."}`,
	];
}
