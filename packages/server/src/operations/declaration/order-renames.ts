import type { Matched, PresentUser } from "./match-users.ts";
import type { createMistakes } from "./read-declaration.ts";

/** In the order of the file, except that a user takes a name after the user who gives it up. */
export function inOrderOfNames(
	matched: readonly Matched[],
	users: readonly PresentUser[],
	removed: readonly PresentUser[],
	{ add: wrong }: Pick<ReturnType<typeof createMistakes>, "add">,
): Matched[] {
	const gone = new Set(removed.map(({ id }) => id));
	/** The ids of those who have the names now. */
	const holders = new Map(users.filter(({ id }) => !gone.has(id)).map(({ id, username }) => [username, id]));
	const named = new Set(matched.flatMap(({ present }) => present?.id ?? []));
	const isFree = ({ wanted, present }: Matched) =>
		[undefined, present?.id].includes(holders.get(wanted.username));
	const ordered: Matched[] = [];
	let waiting = [...matched];
	for (;;) {
		const next = waiting.find(isFree);
		if (next === undefined) break;
		waiting = waiting.filter((each) => each !== next);
		if (next.present !== null) holders.delete(next.present.username);
		holders.set(next.wanted.username, next.present?.id ?? next.wanted.pointer);
		ordered.push(next);
	}
	for (const { wanted } of waiting) {
		const { pointer, username } = wanted;
		if (named.has(holders.get(username) ?? ""))
			wrong(
				`${pointer}/username`,
				`${username} is the name of a user who waits for another name. Rename one of them first.`,
			);
		else wrong(`${pointer}/username`, `${username} is the name of a user that the file does not name.`);
	}
	return ordered;
}
