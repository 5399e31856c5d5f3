import type { ChallengeOrigin, Challenges } from "../../identity/factor/challenge.ts";
import type { User } from "../../identity/user/user.ts";
import { LoginError } from "../../platform/errors.ts";

/**
 * The refusal of a right password while the second factor that is required is overdue. `from`: a login that may add one now, by
 * cookie and from a known device or a setup link; null: any other one. A password alone never adds a factor.
 */
export function enrolmentRequired(
	challenges: Challenges,
	user: User,
	from: Omit<ChallengeOrigin, "kind"> | null,
): LoginError {
	if (from === null) return new LoginError("enrolment_required");
	const message = "This service requires a second factor. Add an authenticator app to log in.";
	const { nonce: _, ...secondFactor } = challenges.issue("enrol", user, { ...from, kind: "cookie" });
	return new LoginError("enrolment_required", { message, secondFactor });
}
