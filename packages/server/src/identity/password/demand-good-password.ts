import { LoginError } from "../../platform/errors.ts";
import type { PasswordPolicy } from "./policy.ts";

/** Throws password_rejected with every reason, at the member of the body that held the password. */
export type DemandGoodPassword = (
	pointer: string,
	password: string,
	user: { username: string; displayName: string },
) => Promise<void>;

export function createDemandGoodPassword(policy: PasswordPolicy): DemandGoodPassword {
	return async function demandGoodPassword(pointer, password, user) {
		const verdict = await policy.check(password, user);
		if (verdict.ok) return;
		throw new LoginError("password_rejected", {
			errors: verdict.reasons.map((reason) => ({ pointer, ...reason })),
		});
	};
}
