import type { Reservation } from "../../identity/throttle/throttle.ts";
import type { User } from "../../identity/user/user.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Uses } from "../uses.ts";
import { maySetUp } from "./may-recover.ts";
import { findSetupLink, hashOfToken, type SetupLink } from "./setup-link-store.ts";

/**
 * Finds the link of a token, and its user. A dead one counts as a failure of the address, which `reservation` has reserved.
 * Throws not_found, setup_link_used.
 */
export function createRequireOpenLink({
	opened: { database },
	audit,
	clock,
	config,
}: Uses<"opened" | "audit" | "clock" | "config">) {
	/** The link and its user, or why it may not be used now. */
	async function find(token: string): Promise<{ link: SetupLink; user: User } | LoginError> {
		const link = await findSetupLink(database, hashOfToken(token, "setup"));
		if (link !== null && link.usedAt !== null) return new LoginError("setup_link_used");
		if (link === null || link.expiresAt <= clock()) return deadLink();
		const user = await findUserById(database, link.userId);
		return user === null || !maySetUp(config, link, user) ? deadLink() : { link, user };
	}

	return async function requireOpenLink(token: string, reservation: Reservation) {
		const open = await find(token);
		if (!(open instanceof LoginError)) return open;
		reservation.keep();
		await audit.transact((_queries, record) => reservation.recordWaits(record, null));
		throw open;
	};
}

export type RequireOpenLink = ReturnType<typeof createRequireOpenLink>;

/** One answer for unknown, expired and replaced links, and for those of disabled users. */
export function deadLink(): LoginError {
	return new LoginError("not_found", "This setup link does not work any more. Ask for a new one.");
}
