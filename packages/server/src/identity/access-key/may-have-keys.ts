import type { Config } from "../../platform/config/config.ts";
import { LoginError, type LoginErrorDetails } from "../../platform/errors.ts";
import type { User } from "../user/user.ts";

type KeyHolder = Pick<User, "kind" | "role">;

/** Whether SALLYPORT_ACCESS_KEYS lets this user have a key. */
export function mayHaveKeys({ accessKeys }: Pick<Config, "accessKeys">, { kind, role }: KeyHolder): boolean {
	return {
		everyone: true,
		admins: kind === "service" || role === "admin",
		service: kind === "service",
		none: false,
	}[accessKeys];
}

/**
 * Throws forbidden: the settings do not let this user have one. A key that was made before they changed is refused, too; `of` puts it on
 * record.
 */
export function requireMayHaveKeys(
	config: Pick<Config, "accessKeys">,
	user: KeyHolder,
	of: Pick<LoginErrorDetails, "accessKeyId" | "subject"> = {},
): void {
	if (mayHaveKeys(config, user)) return;
	throw new LoginError("forbidden", { message: "This service lets you have no access keys.", ...of });
}
