import type { ChallengeOrigin } from "../../identity/factor/challenge.ts";
import type { NextStep } from "../../identity/factor/next-step.ts";
import type { Attempt, LoginUser, Proof } from "../../identity/proof.ts";
import type { User } from "../../identity/user/user.ts";
import { upgradeHash } from "../../identity/user/user-login-store.ts";
import type { AuditEvent, Client } from "../../platform/audit/audit.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Parts } from "../uses.ts";

/** A right first proof that is not enough, and how it may go on. */
interface Unfinished extends Pick<ChallengeOrigin, "kind" | "csrfReference"> {
	proof: Pick<Proof<User>, "user" | "known">;
	step: Exclude<NextStep, "none">;
	purpose: "login" | "reauthenticate";
	remember?: boolean;
	/** Whether a missing second factor may be added now: by cookie from a known device, or by the setup link of an operator. */
	mayEnrol: boolean;
	/** The session within which it is given. */
	sessionId?: string;
	client: Client;
}

/** A right password on its way to a second step. */
interface FirstProof extends Attempt {
	user: LoginUser;
	betterHash(): Promise<string | null>;
}

export type AskForMore = ReturnType<typeof createAskForMore>;

/** The one place that refuses a right first proof because something is missing yet: second_factor_required, enrolment_required. */
export function createAskForMore({ audit, challenges, requireSecondStep }: Parts) {
	const more = {
		eventOf({ proof, step, mayEnrol, sessionId, client }: Unfinished): AuditEvent {
			const enrolment = step === "prove" ? {} : { enrolment: mayEnrol ? "offered" : "refused" };
			return {
				event: "authn_factor_challenged",
				userId: proof.user.id,
				...(sessionId === undefined ? {} : { sessionId }),
				client,
				detail: { known: proof.known?.by ?? null, ...enrolment },
			};
		},

		async refusalOf(unfinished: Unfinished): Promise<LoginError> {
			const { proof, step, purpose, mayEnrol, client, kind, remember = false, csrfReference } = unfinished;
			const { user, known } = proof;
			const from = { kind, remember, csrfReference, known, address: client.address };
			if (step === "prove") return requireSecondStep(purpose, user, from);
			if (purpose === "reauthenticate")
				return new LoginError(
					"enrolment_required",
					"A second factor is overdue. Log out, log in again in this browser, and add one there.",
				);
			// A password alone never adds a factor.
			if (!mayEnrol) return new LoginError("enrolment_required");
			const message = "This service requires a second factor. Add an authenticator app to log in.";
			const { nonce: _, ...secondFactor } = challenges.issue("enrol", user, { ...from, kind: "cookie" });
			return new LoginError("enrolment_required", { message, secondFactor });
		},

		/** The attempt stays counted until the second step has succeeded: a password that leads no further is one that was guessed. */
		async after(password: FirstProof, of: Omit<Unfinished, "proof">): Promise<LoginError> {
			const unfinished = { ...of, proof: password };
			password.keep();
			const { id, passwordHash: from } = password.user;
			const better = await password.betterHash();
			await audit.transact(async (queries, record) => {
				if (better !== null) await upgradeHash(queries, { id, from, to: better });
				await record(more.eventOf(unfinished));
				await password.recordWaits(record, id);
			});
			return more.refusalOf(unfinished);
		},
	};
	return more;
}
