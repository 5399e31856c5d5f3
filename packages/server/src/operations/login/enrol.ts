import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { checkNewPasskey, type NewCredential } from "../../identity/factor/check-new-passkey.ts";
import type { FactorKind } from "../../identity/factor/factor.ts";
import { setSecondFactor } from "../../identity/factor/factor-store.ts";
import { nextStepOf } from "../../identity/factor/next-step.ts";
import { replaceRecoveryCodes } from "../../identity/factor/recovery-code-store.ts";
import { storeNewPasskey } from "../../identity/factor/store-new-passkey.ts";
import { type AuthenticationMethod, both, countsNothing } from "../../identity/proof.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import type { Parts } from "../uses.ts";
import type { AskedSession, CompleteLogin, LoggedIn } from "./complete-login.ts";
import type { FirstStep, ProveFirstStep } from "./prove-first-step.ts";

export interface Begun {
	challenge: string;
	/** What the CSRF token refers to. */
	csrfReference: string;
}

/** The request that adds the factor. */
export interface Ending extends Begun, Pick<AskedSession, "cookieSessionId"> {
	requester: Requester;
}

export type Enrolled = LoggedIn & { recoveryCodes: string[] };

/** What is added, and how it is stored. */
interface NewFactor {
	kind: FactorKind;
	amr: readonly AuthenticationMethod[];
	store: (queries: Queryable, now: number) => Promise<void>;
}

type EnrolUses = Parts & { proveFirstStep: ProveFirstStep; completeLogin: CompleteLogin };

/**
 * A login that is refused until a second factor is added: an authenticator app or a passkey. The session starts in the transaction
 * that stores it. Only with the challenge of 401 enrolment_required, which opens nothing else, and only while the user has no
 * factor. Throws challenge_invalid; at the end also second_factor_invalid or passkey_invalid, rate_limited, overloaded.
 */
export function createEnrol({
	opened: { reads },
	clock,
	random,
	totpOffers,
	passkeyOptions,
	makeRecoveryCodes,
	secondFactorPolicy,
	proveFirstStep,
	completeLogin,
}: EnrolUses) {
	async function requireFirstStep(begun: Begun): Promise<FirstStep> {
		const first = await proveFirstStep(["enrol"], begun);
		// A factor may have come without the user, by an import.
		const step = await nextStepOf(reads, secondFactorPolicy, first.user);
		if (step !== "enrol") throw new LoginError("challenge_invalid");
		return first;
	}

	async function begin(
		first: FirstStep,
		{ cookieSessionId, requester }: Ending,
		{ kind: method, amr, store }: NewFactor,
	): Promise<Enrolled> {
		const { client } = requester;
		const { kind, remember } = first.challenge;
		const { id: userId, factorsChangedAt: unless } = first.user;
		const { codes, hashes } = await makeRecoveryCodes(userId, requester.signal);
		const newFactor = {
			...countsNothing,
			amr,
			async settle(queries: Queryable, record: RecordEvent) {
				const now = clock();
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
		};
		const proof = both(first, newFactor);
		const started = await completeLogin({ proof, kind, remember, client, cookieSessionId });
		if (started === null) throw new LoginError("challenge_invalid");
		return { ...started, recoveryCodes: codes };
	}

	return {
		/** Nothing is stored. */
		async offerApp(begun: Begun): Promise<{ offer: string; secret: string; uri: string }> {
			const { user } = await requireFirstStep(begun);
			return totpOffers.make(user);
		},

		async addApp(given: Ending & { offer: string; code: string }): Promise<Enrolled> {
			const first = await requireFirstStep(given);
			const by = { known: first.known, requester: given.requester };
			const app = await totpOffers.requireRightCode(first.user.id, given, by);
			return begin(first, given, {
				kind: "totp",
				amr: ["otp", "mfa"],
				store: (queries, now) => totpOffers.store(queries, { ...app, name: "Authenticator app", now }),
			});
		},

		/** What the browser makes the passkey from. Nothing is stored. */
		async offerPasskey(begun: Begun) {
			passkeyOptions.requireParty();
			const { user, challenge } = await requireFirstStep(begun);
			return { passkey: passkeyOptions.creation(challenge.nonce, user, []) };
		},

		async addPasskey(given: Ending & { passkey: NewCredential }): Promise<Enrolled> {
			const party = passkeyOptions.requireParty();
			const first = await requireFirstStep(given);
			const made = await checkNewPasskey(given.passkey, { nonce: first.challenge.nonce, party });
			if (made === null) throw new LoginError("passkey_invalid");
			const owned = { id: randomUuid(random), userId: first.user.id, name: null, rpId: party.id };
			return begin(first, given, {
				kind: "passkey",
				// A new passkey signs nothing, so it does not count as one that was used.
				amr: ["mfa"],
				store: (queries, now) => storeNewPasskey(queries, made, { ...owned, now }),
			});
		},
	};
}
