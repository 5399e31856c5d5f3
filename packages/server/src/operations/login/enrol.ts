import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { AuthenticationMethod } from "../../credentials/session/session.ts";
import { type Challenge, originOf } from "../../identity/factor/challenge.ts";
import { checkNewPasskey, type NewCredential } from "../../identity/factor/check-new-passkey.ts";
import type { FactorKind } from "../../identity/factor/factor.ts";
import { setSecondFactor } from "../../identity/factor/factor-store.ts";
import { nextStepOf } from "../../identity/factor/next-step.ts";
import { replaceRecoveryCodes } from "../../identity/factor/recovery-code-store.ts";
import { storeNewPasskey } from "../../identity/factor/store-new-passkey.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import type { Uses } from "../uses.ts";
import type { BeginSession } from "./begin-session.ts";
import type { LoggedIn } from "./log-in.ts";

export interface Proof {
	challenge: string;
	/** What the CSRF token refers to. */
	csrfReference: string;
}

/** The request that adds the factor. */
export interface Ending extends Proof {
	/** The live session whose cookie came along; the new one takes its place. */
	presentSessionId: string | null;
	requester: Requester;
}

export type Enrolled = LoggedIn & { recoveryCodes: string[] };

/** What is added, and how it is stored. */
interface NewFactor {
	kind: FactorKind;
	amr: readonly AuthenticationMethod[];
	store: (queries: Queryable, now: number) => Promise<void>;
}

type EnrolUses = Uses<
	| "opened"
	| "clock"
	| "random"
	| "challenges"
	| "totpOffers"
	| "passkeyOptions"
	| "throttle"
	| "makeRecoveryCodes"
	| "secondFactorPolicy"
> & { beginSession: BeginSession };

/**
 * A login that is refused until a second factor is added: an authenticator app or a passkey. The session starts in the transaction
 * that stores it. Only with the challenge of 401 enrolment_required, which opens nothing else, and only while the user has no
 * factor. Throws challenge_invalid; at the end also second_factor_invalid or passkey_invalid, rate_limited, overloaded.
 */
export function createEnrol({
	opened: { reads },
	clock,
	random,
	challenges,
	totpOffers,
	passkeyOptions,
	throttle,
	makeRecoveryCodes,
	secondFactorPolicy,
	beginSession,
}: EnrolUses) {
	async function requireUser({ challenge: text, csrfReference }: Proof) {
		const challenge: Challenge = challenges.open("enrol", text, csrfReference);
		const found = await findUserById(reads, challenge.userId);
		const user = challenges.requireUnchanged(challenge, found);
		// A factor may have come without the user, by an import.
		const step = await nextStepOf(reads, secondFactorPolicy, user);
		if (step !== "enrol") throw new LoginError("challenge_invalid");
		return { challenge, user };
	}

	async function begin(
		{ challenge, user }: Awaited<ReturnType<typeof requireUser>>,
		{ presentSessionId, requester }: Ending,
		{ kind: method, amr, store }: NewFactor,
	): Promise<Enrolled> {
		const { client } = requester;
		const { id: userId, factorsChangedAt: unless } = user;
		const { codes, hashes } = await makeRecoveryCodes(userId, requester.signal);
		const started = await beginSession({
			user,
			kind: challenge.kind,
			remember: challenge.remember,
			amr: ["pwd", ...amr],
			knownAs: challenge.known?.by ?? null,
			client,
			replacedSessionId: presentSessionId,
			async settle(queries, record) {
				const now = clock();
				await throttle.secondStepSucceeded(queries, originOf(challenge, user.username));
				// It uses the challenge up, which names the factors as they were.
				if (!(await setSecondFactor(queries, { userId, secondFactorAt: now, now, unless })))
					throw new LoginError("challenge_invalid");
				await store(queries, now);
				await replaceRecoveryCodes(queries, { userId, hashes, now });
				await record(
					{ event: "authn_factor_added", userId, client, detail: { method } },
					{ event: "authn_recovery_codes_created", userId, client },
					{ event: "authn_second_factor_on", userId, client },
				);
				await revokeSessions(queries, record, { userId }, { reason: "factors_changed", now, client });
			},
		});
		if (started === null) throw new LoginError("challenge_invalid");
		return { ...started, recoveryCodes: codes };
	}

	return {
		/** Nothing is stored. */
		async offerApp(proof: Proof): Promise<{ offer: string; secret: string; uri: string }> {
			const { user } = await requireUser(proof);
			return totpOffers.make(user);
		},

		async addApp(given: Ending & { offer: string; code: string }): Promise<Enrolled> {
			const proven = await requireUser(given);
			const { user, challenge } = proven;
			const by = { known: challenge.known, requester: given.requester };
			const app = await totpOffers.requireRightCode(user.id, given, by);
			return begin(proven, given, {
				kind: "totp",
				amr: ["otp", "mfa"],
				store: (queries, now) => totpOffers.store(queries, { ...app, name: "Authenticator app", now }),
			});
		},

		/** What the browser makes the passkey from. Nothing is stored. */
		async offerPasskey(proof: Proof) {
			passkeyOptions.requireParty();
			const { user, challenge } = await requireUser(proof);
			return { passkey: passkeyOptions.creation(challenge.nonce, user, []) };
		},

		async addPasskey(given: Ending & { passkey: NewCredential }): Promise<Enrolled> {
			const party = passkeyOptions.requireParty();
			const proven = await requireUser(given);
			const made = await checkNewPasskey(given.passkey, { nonce: proven.challenge.nonce, party });
			if (made === null) throw new LoginError("passkey_invalid");
			const owned = { id: randomUuid(random), userId: proven.user.id, name: null, rpId: party.id };
			return begin(proven, given, {
				kind: "passkey",
				// A new passkey signs nothing, so it does not count as one that was used.
				amr: ["mfa"],
				store: (queries, now) => storeNewPasskey(queries, made, { ...owned, now }),
			});
		},
	};
}
