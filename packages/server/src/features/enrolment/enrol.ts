import type { Credentials } from "../../credentials/create-credentials.ts";
import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { Identity } from "../../identity/create-identity.ts";
import { type Challenge, originOf } from "../../identity/factor/challenge.ts";
import { setSecondFactor } from "../../identity/factor/factor-store.ts";
import { nextStepOf } from "../../identity/factor/next-step.ts";
import { replaceRecoveryCodes } from "../../identity/factor/recovery-code-store.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Platform } from "../../platform/platform.ts";
import { createBeginSession } from "../login/begin-session.ts";
import type { LoggedIn } from "../login/log-in.ts";

interface Proof {
	challenge: string;
	/** What the CSRF token refers to. */
	csrfReference: string;
}

interface Activation extends Proof {
	offer: string;
	code: string;
	/** The live session whose cookie came along; the new one takes its place. */
	presentSessionId: string | null;
	requester: Requester;
}

/**
 * A login that is refused until a second factor is added: an authenticator app is offered, and the session starts in the
 * transaction that stores it. Only with the challenge of 401 enrolment_required, which opens nothing else, and only while the
 * user has no factor. Throws challenge_invalid; at the end also second_factor_invalid, rate_limited, overloaded.
 */
export function createEnrol(platform: Platform, identity: Identity, credentials: Credentials) {
	const { opened, clock } = platform;
	const { challenges, totpOffers, throttle, makeRecoveryCodes, secondFactorPolicy } = identity;
	const beginSession = createBeginSession(platform, identity, credentials);

	async function demandUser({ challenge: text, csrfReference }: Proof) {
		const challenge: Challenge = challenges.open("enrol", text, csrfReference);
		const found = await findUserById(opened.reads, challenge.userId);
		const user = challenges.demandUnchanged(challenge, found);
		// A factor may have come without the user, by an import.
		const step = await nextStepOf(opened.reads, secondFactorPolicy, user);
		if (step !== "enrol") throw new LoginError("challenge_invalid");
		return { challenge, user };
	}

	return {
		/** Nothing is stored. */
		async offer(proof: Proof): Promise<{ offer: string; secret: string; uri: string }> {
			const { user } = await demandUser(proof);
			return totpOffers.make(user);
		},

		async activate(given: Activation): Promise<LoggedIn & { recoveryCodes: string[] }> {
			const { presentSessionId, requester } = given;
			const { client } = requester;
			const { challenge, user } = await demandUser(given);
			const { known } = challenge;
			const { id: userId, factorsChangedAt: unless } = user;
			const app = await totpOffers.demandRightCode(userId, given, { known, requester });
			const { codes, hashes } = await makeRecoveryCodes(userId, requester.signal);
			const started = await beginSession({
				user,
				kind: challenge.kind,
				remember: challenge.remember,
				amr: ["pwd", "otp", "mfa"],
				knownAs: known?.by ?? null,
				client,
				replacedSessionId: presentSessionId,
				async settle(queries, record) {
					const now = clock();
					await throttle.secondStepSucceeded(queries, originOf(challenge, user.username));
					// It uses the challenge up, which names the factors as they were.
					if (!(await setSecondFactor(queries, { userId, secondFactorAt: now, now, unless })))
						throw new LoginError("challenge_invalid");
					await totpOffers.store(queries, { ...app, name: "Authenticator app", now });
					await replaceRecoveryCodes(queries, { userId, hashes, now });
					await record(
						{ event: "authn_factor_added", userId, client, detail: { method: "totp" } },
						{ event: "authn_recovery_codes_created", userId, client },
						{ event: "authn_second_factor_on", userId, client },
					);
					await revokeSessions(queries, record, { userId }, { reason: "factors_changed", now, client });
				},
			});
			if (started === null) throw new LoginError("challenge_invalid");
			return { ...started, recoveryCodes: codes };
		},
	};
}
