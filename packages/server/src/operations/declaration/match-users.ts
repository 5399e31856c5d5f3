import type { describeUser } from "../administration/describe-user.ts";
import type { createMistakes, DeclaredUser } from "./read-declaration.ts";

export type ExistingUser = ReturnType<typeof describeUser>;

/** A user of the file, and the same user here; null: there is none yet. */
export interface Matched {
	wanted: DeclaredUser;
	existing: ExistingUser | null;
}

/**
 * Who is who: by id, else by external id, else by username. So an id or an external id finds a user whose name has changed, and two users
 * that trade names are not taken for each other.
 */
export function matchUsers(
	declared: readonly DeclaredUser[],
	existing: readonly ExistingUser[],
	{ add: wrong }: Pick<ReturnType<typeof createMistakes>, "add">,
): Matched[] {
	const by = (member: "id" | "username" | "externalId") =>
		new Map(existing.map((user) => [user[member], user]));
	const [ids, names, externalIds] = [by("id"), by("username"), by("externalId")];
	const claimed = new Map<string, string>();
	const found = new Map<DeclaredUser, ExistingUser>();

	function claim(wanted: DeclaredUser, user: ExistingUser): void {
		const other = claimed.get(user.id);
		if (other !== undefined) wrong(wanted.pointer, `${other} is the same user, ${user.username}.`);
		if (wanted.kind !== undefined && wanted.kind !== user.kind)
			wrong(`${wanted.pointer}/kind`, `${user.username} is a ${user.kind}, and stays one.`);
		claimed.set(user.id, wanted.pointer);
		found.set(wanted, user);
	}

	for (const wanted of declared) {
		const { id, profile } = wanted;
		const byExternalId = profile.externalId == null ? undefined : externalIds.get(profile.externalId);
		const user = (id === undefined ? undefined : ids.get(id)) ?? byExternalId;
		if (user === undefined) continue;
		if (id !== undefined && id !== user.id)
			wrong(`${wanted.pointer}/id`, `the user with this externalId is ${user.username}, and has another id.`);
		else claim(wanted, user);
	}
	for (const wanted of declared) {
		const user = names.get(wanted.username);
		if (found.has(wanted) || user === undefined || claimed.has(user.id)) continue;
		const { externalId } = wanted.profile;
		const isOther =
			wanted.id !== undefined ||
			(externalId != null && user.externalId !== null && externalId !== user.externalId);
		if (isOther)
			wrong(`${wanted.pointer}/username`, `another user is called ${user.username} here: the ids differ.`);
		else claim(wanted, user);
	}
	return declared.map((wanted) => ({ wanted, existing: found.get(wanted) ?? null }));
}
