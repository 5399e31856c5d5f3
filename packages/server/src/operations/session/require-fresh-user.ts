import type { Principal } from "../../credentials/session/session.ts";
import type { User } from "../../identity/user/user.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Uses } from "../uses.ts";

/** For what takes more than a session: its user as of now, whose authentication is recent and, where there are two factors, had both. */
export function createRequireFreshUser({
	opened: { database },
	requireFresh,
}: Uses<"opened" | "requireFresh">) {
	/** Throws session_ended, reauthentication_required. */
	return async function requireFreshUser({ user: { id }, session }: Principal): Promise<User> {
		const user = await findUserById(database, id);
		if (user === null) throw new LoginError("session_ended");
		await requireFresh(database, session, user);
		return user;
	};
}
