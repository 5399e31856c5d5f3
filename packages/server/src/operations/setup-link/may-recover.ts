import type { User } from "../../identity/user/user.ts";
import type { Config } from "../../platform/config/config.ts";
import type { SetupLink } from "./setup-link-store.ts";

/** Whether links for forgotten passwords are sent at all. */
export function offersRecovery({ mailUrl, recovery }: Pick<Config, "mailUrl" | "recovery">): boolean {
	return mailUrl !== null && recovery === "on";
}

/**
 * Whether a mailbox is enough to set the password of the user. Not if an operator removed the password: the second factor, which
 * an attacker in the mailbox lacked, may be gone too. Then only the operator's link sets it.
 */
export function mayRecover(
	config: Pick<Config, "mailUrl" | "recovery" | "recoveryAdmins">,
	{
		kind,
		role,
		disabledAt,
		passwordHash,
		passwordChangedAt,
	}: Pick<User, "kind" | "role" | "disabledAt" | "passwordHash" | "passwordChangedAt">,
): boolean {
	const isTakenAway = passwordHash === null && passwordChangedAt !== null;
	return (
		offersRecovery(config) &&
		kind === "person" &&
		disabledAt === null &&
		!isTakenAway &&
		(role !== "admin" || config.recoveryAdmins === "on")
	);
}

/** Whether a link that sets a password is still for this user: one that was mailed is good while its address is the user's. */
export function maySetUp(
	config: Parameters<typeof mayRecover>[0],
	{ purpose, email }: Pick<SetupLink, "purpose" | "email">,
	user: Parameters<typeof mayRecover>[1] & Pick<User, "email" | "emailVerifiedAt">,
): boolean {
	if (user.disabledAt !== null || (email !== null && email !== user.email)) return false;
	return purpose !== "recovery" || (user.emailVerifiedAt !== null && mayRecover(config, user));
}
