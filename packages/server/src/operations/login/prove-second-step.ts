import type { Session } from "../../credentials/session/session.ts";
import type { Assertion } from "../../identity/factor/check-assertion.ts";
import type { TypedCode } from "../../identity/factor/typed-code.ts";
import type { CodeToVerify, RightCode } from "../../identity/factor/verify-code.ts";
import type { Attempt, Proof } from "../../identity/proof.ts";
import type { Known } from "../../identity/throttle/attempt-counters.ts";
import type { User } from "../../identity/user/user.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Parts } from "../uses.ts";
import type { FirstStep } from "./prove-first-step.ts";
import { recordRefusal } from "./record-refusal.ts";

/** What proves the rest: a code, or a passkey. */
type SecondStepAnswer = { typed: TypedCode } | { passkey: Assertion };

interface GivenCode extends CodeToVerify {
	/** How the account knew the client at the first step. */
	knownAs: Known["by"] | null;
	/** The session in which it is given. */
	sessionId?: string;
	/** The guess of the first step, if it came in the same request. */
	after?: Attempt;
}

interface GivenAnswer {
	/** A live session of the user that the client has shown. */
	session: Pick<Session, "csrfReference" | "amr"> | null;
	known: Known | null;
	sessionId?: string;
	requester: Requester;
}

export type ProveSecondStep = ReturnType<typeof createProveSecondStep>;

/** Every pathway to a second factor. A wrong one is on record before it is refused. */
export function createProveSecondStep({ audit, verifyCode, verifyPasskey }: Parts) {
	/** Throws second_factor_invalid, rate_limited, overloaded. */
	async function proveCode({ knownAs, sessionId, after, ...given }: GivenCode): Promise<RightCode> {
		const code = await verifyCode(given);
		if (code.matches) return code;
		await using attempt = code;
		await recordRefusal(audit, after === undefined ? [attempt] : [attempt, after], {
			event: "authn_factor_fail",
			userId: given.user.id,
			...(sessionId === undefined ? {} : { sessionId }),
			client: given.requester.client,
			detail: { ...code.detail, known: knownAs },
		});
		throw new LoginError("second_factor_invalid");
	}

	return {
		proveCode,

		/** Throws second_factor_invalid, passkey_unknown, passkey_invalid, rate_limited, overloaded. */
		async answerFirstStep(
			{ user, challenge, afterPassword }: FirstStep,
			answer: SecondStepAnswer,
			{ session, known, ...of }: GivenAnswer,
		): Promise<Proof<User> | RightCode> {
			if ("typed" in answer)
				return proveCode({ user, typed: answer.typed, session, knownAs: known?.by ?? null, ...of });
			const { nonce, csrfReference } = challenge;
			return verifyPasskey({
				assertion: answer.passkey,
				nonce,
				user,
				afterPassword,
				csrfReference,
				known,
				...of,
			});
		},
	};
}
