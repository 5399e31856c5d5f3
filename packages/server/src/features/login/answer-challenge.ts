import type { Credentials } from "../../credentials/create-credentials.ts";
import type { CsrfProof } from "../../credentials/csrf/check-csrf.ts";
import type { Identity } from "../../identity/create-identity.ts";
import { originOf } from "../../identity/factor/challenge.ts";
import { readCode } from "../../identity/factor/typed-code.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Platform } from "../../platform/platform.ts";
import { createBeginSession, settledBy } from "./begin-session.ts";
import type { LoggedIn } from "./log-in.ts";

interface SecondStep {
	challenge: string;
	code: string;
	/** The user trusts the device from now on. */
	trustDevice: boolean;
	csrf: CsrfProof;
	/** The live session whose cookie came along; a cookie session takes its place. */
	presentSessionId: string | null;
	requester: Requester;
}

/**
 * The second step of a login: the challenge says that the password was right, a code proves the rest, and the session
 * starts. Throws validation_failed, challenge_invalid, second_factor_invalid, rate_limited, overloaded.
 */
export function createAnswerChallenge(platform: Platform, identity: Identity, credentials: Credentials) {
	const { opened, audit } = platform;
	const { challenges, verifyCode, throttle } = identity;
	const beginSession = createBeginSession(platform, identity, credentials);

	return async function answerChallenge(request: SecondStep): Promise<LoggedIn> {
		const { csrf, requester, presentSessionId } = request;
		const { client } = requester;
		const typed = readCode(request.code);
		const challenge = challenges.open("login", request.challenge, csrf.reference);
		const found = await findUserById(opened.reads, challenge.userId);
		const user = challenges.demandUnchanged(challenge, found);
		const { known, kind } = challenge;

		const code = await verifyCode({ user, typed, known, requester });
		await using factor = code.reservation;
		if (!code.matches) {
			await audit.transactUnsynced(async (_queries, record) => {
				const detail = { ...code.detail, known: known?.by ?? null };
				await record({ event: "authn_factor_fail", userId: user.id, client, detail });
				await factor.failed(record, user.id);
			});
			throw new LoginError("second_factor_invalid");
		}

		const beginning = beginSession({
			user,
			kind,
			amr: ["pwd", ...code.proves],
			known: known?.by ?? null,
			client,
			replacedSessionId: kind === "cookie" ? presentSessionId : null,
			async settle(queries, record) {
				await throttle.secondStepSucceeded(queries, originOf(challenge, user.username));
				await factor.succeeded(queries);
				await challenges.use(queries, challenge);
				await code.use(queries, record);
			},
		});
		const started = await settledBy([factor], beginning);
		if (started === null) throw new LoginError("challenge_invalid");
		return { ...started, user, trustDevice: request.trustDevice };
	};
}
