import { type CsrfProof, sessionOfPage } from "../../credentials/csrf/csrf.ts";
import type { Assertion } from "../../identity/factor/check-assertion.ts";
import { readCode } from "../../identity/factor/typed-code.ts";
import { both } from "../../identity/proof.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { AskedSession, CompleteLogin, LoggedIn } from "./complete-login.ts";
import type { ProveFirstStep } from "./prove-first-step.ts";
import type { ProveSecondStep } from "./prove-second-step.ts";

interface SecondStep extends Pick<AskedSession, "cookieSessionId"> {
	challenge: string;
	answer: { code: string } | { passkey: Assertion };
	/** The user trusts the device from now on. */
	trustDevice: boolean;
	csrf: CsrfProof;
	requester: Requester;
}

/**
 * The second step of a login: the challenge says that the password was right, a code or a passkey proves the rest, and the session
 * starts. Throws validation_failed, challenge_invalid, second_factor_invalid, passkey_unknown, passkey_invalid, rate_limited,
 * overloaded.
 */
export function createAnswerChallenge({
	proveFirstStep,
	secondStep,
	completeLogin,
}: {
	proveFirstStep: ProveFirstStep;
	secondStep: ProveSecondStep;
	completeLogin: CompleteLogin;
}) {
	return async function answerChallenge(request: SecondStep): Promise<LoggedIn> {
		const { answer, csrf, requester, cookieSessionId } = request;
		// Its form first: what no user could type costs no look at a row.
		const given = "code" in answer ? { typed: readCode(answer.code) } : answer;
		const { challenge } = request;
		const first = await proveFirstStep(["login"], { challenge, csrfReference: csrf.reference });
		const { known, user } = first;
		const { kind, remember } = first.challenge;
		const session = sessionOfPage(csrf, user.username);
		await using second = await secondStep.answerFirstStep(first, given, { session, known, requester });
		const proof = both(first, second);
		const { client } = requester;
		const started = await completeLogin({ proof, kind, remember, client, cookieSessionId });
		if (started === null) throw new LoginError("challenge_invalid");
		return { ...started, trustDevice: request.trustDevice };
	};
}
