import type { User } from "../../identity/user/user-store.ts";
import type { Config } from "../../platform/config/config.ts";

/** Whether links for forgotten passwords are sent at all. */
export function offersRecovery({ mailUrl, recovery }: Pick<Config, "mailUrl" | "recovery">): boolean {
	return mailUrl !== null && recovery === "on";
}

/** Whether a mailbox is enough to set the password of the user. */
export function mayRecover(
	config: Pick<Config, "mailUrl" | "recovery" | "recoveryAdmins">,
	{ role, disabledAt }: Pick<User, "role" | "disabledAt">,
): boolean {
	return (
		offersRecovery(config) && disabledAt === null && (role !== "admin" || config.recoveryAdmins === "on")
	);
}
