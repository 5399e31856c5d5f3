import { lockUser } from "../../identity/user/user-store.ts";
import { LoginError } from "../../platform/errors.ts";
import { type ChangeUser, requirePerson, unknownUser, type Which } from "./change-user.ts";
import type { GiveLink, MailedLink, ShownLink } from "./give-link.ts";

/** A link to set a first or new password, for a user who has none. Throws state_conflict, validation_failed. */
export function createInviteUser({ change, giveLink }: Pick<ChangeUser, "change"> & { giveLink: GiveLink }) {
	return (which: Which, how: "show" | "mail") =>
		change(which, async ({ id }, queries, record): Promise<ShownLink | MailedLink> => {
			// Under the lock: the user may set a password by an earlier link at that moment, or be removed.
			const user = await lockUser(queries, id);
			if (user === null) throw unknownUser();
			requirePerson(user);
			if (user.passwordHash !== null || user.disabledAt !== null) throw new LoginError("state_conflict");
			return giveLink[how](queries, record, user);
		});
}
