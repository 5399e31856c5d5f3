import { type Challenge, type ChallengePurpose, originOf } from "../../identity/factor/challenge.ts";
import { countsNothing, type Proof } from "../../identity/proof.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import type { Parts } from "../uses.ts";

/** What was proven before the challenge was issued, and the challenge, which is used up with it. */
export interface FirstStep extends Proof {
	challenge: Challenge;
	/** Whether the password was right before: it was not where a passkey proves everything. */
	afterPassword: boolean;
}

export type ProveFirstStep = ReturnType<typeof createProveFirstStep>;

/** A challenge represents the first step. Its attempt, which stayed counted until now, is taken back. */
export function createProveFirstStep({ opened: { reads }, challenges, throttle }: Parts) {
	/** Throws challenge_invalid. A challenge of another session names another CSRF reference. */
	return async function proveFirstStep(
		purposes: readonly ChallengePurpose[],
		given: { challenge: string; csrfReference: string },
	): Promise<FirstStep> {
		const challenge = challenges.open(purposes, given.challenge, given.csrfReference);
		const found = await findUserById(reads, challenge.userId);
		const user = challenges.requireUnchanged(challenge, found);
		const afterPassword = challenge.purpose !== "confirm";
		return {
			...countsNothing,
			challenge,
			afterPassword,
			user,
			amr: afterPassword ? ["pwd"] : [],
			known: challenge.known,
			async settle(queries) {
				if (afterPassword) await throttle.secondStepSucceeded(queries, originOf(challenge, user.username));
				await challenges.use(queries, challenge);
			},
		};
	};
}
