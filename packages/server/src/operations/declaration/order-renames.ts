import type { ExistingUser, Matched } from "./match-users.ts";
import type { createMistakes } from "./read-declaration.ts";

/** In the order of the file, except that a user takes a name after the user who gives it up. */
export function inOrderOfNames(
	matched: readonly Matched[],
	users: readonly ExistingUser[],
	removed: readonly ExistingUser[],
	{ add: wrong }: Pick<ReturnType<typeof createMistakes>, "add">,
): Matched[] {
	const gone = new Set(removed.map(({ id }) => id));
	/** The ids of those who have the names now. */
	const holders = new Map(users.filter(({ id }) => !gone.has(id)).map(({ id, username }) => [username, id]));
	const named = new Set(matched.flatMap(({ existing }) => existing?.id ?? []));
	const isFree = ({ wanted, existing }: Matched) =>
		[undefined, existing?.id].includes(holders.get(wanted.username));
	const ordered = new Set<Matched>();
	/** By the name that each waits for. */
	const waiting = new Map<string, Matched>();
	for (const each of matched) {
		let next: Matched | undefined = each;
		while (next !== undefined && isFree(next)) {
			const { wanted, existing }: Matched = next;
			if (existing !== null) holders.delete(existing.username);
			holders.set(wanted.username, existing?.id ?? wanted.pointer);
			ordered.add(next);
			next = existing === null ? undefined : waiting.get(existing.username);
		}
		if (!ordered.has(each)) waiting.set(each.wanted.username, each);
	}
	for (const each of matched) {
		if (ordered.has(each)) continue;
		const { wanted } = each;
		const { pointer, username } = wanted;
		if (named.has(holders.get(username) ?? ""))
			wrong(
				`${pointer}/username`,
				`${username} is the name of a user who waits for another name. Rename one of them first.`,
			);
		else wrong(`${pointer}/username`, `${username} is the name of a user that the file does not name.`);
	}
	return [...ordered];
}
