import type { Caller } from "../../credentials/session/caller.ts";
import type { StartedSession } from "../../credentials/session/start-session.ts";
import type { Assertion } from "../../identity/factor/check-assertion.ts";
import { nextStepOf } from "../../identity/factor/next-step.ts";
import { noteDue } from "../../identity/factor/note-due.ts";
import { listTotpSecrets } from "../../identity/factor/totp-store.ts";
import { readCode } from "../../identity/factor/typed-code.ts";
import { both, type LoginUser, type Proof } from "../../identity/proof.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { AskForMore } from "../login/ask-for-more.ts";
import type { ProveFirstStep } from "../login/prove-first-step.ts";
import type { ProveSecondStep } from "../login/prove-second-step.ts";
import { recordRefusal } from "../login/record-refusal.ts";
import type { Parts } from "../uses.ts";

/** The password, with or without a code; or a challenge, and what answers it. */
type Given =
	| { by: "password"; password: string; code: string | null }
	| { by: "code"; challenge: string; code: string }
	| { by: "passkey"; challenge: string; passkey: Assertion };

type ReauthenticateUses = Parts & {
	askForMore: AskForMore;
	proveFirstStep: ProveFirstStep;
	secondStep: ProveSecondStep;
};

/** Confirms, within a session, all that a login of its user requires, and renews the session (ASVS 7.2.4, 7.5.1). */
export function createReauthenticate({
	opened: { database },
	audit,
	verifyPassword,
	loginRate,
	secondFactorPolicy,
	renew,
	askForMore,
	proveFirstStep,
	secondStep,
}: ReauthenticateUses) {
	/** What is disposed of by `held` is let go when the confirmation is over. */
	async function prove(caller: Caller, given: Given, held: AsyncDisposableStack): Promise<Proof> {
		if (given.by === "password") return byPassword(caller, given, held);
		const { session } = caller.principal;
		const { csrfReference, id: sessionId } = session;
		const answer = given.by === "code" ? { typed: readCode(given.code) } : given;
		// A passkey that verifies its user is all that any login requires.
		const purposes =
			given.by === "code" ? (["reauthenticate"] as const) : (["reauthenticate", "confirm"] as const);
		const begun = { challenge: given.challenge, csrfReference };
		const first = await proveFirstStep(purposes, begun);
		const known = { by: "session", reference: csrfReference } as const;
		const { requester } = caller;
		const of = { session, known, sessionId, requester };
		return both(first, held.use(await secondStep.answerFirstStep(first, answer, of)));
	}

	/** By the password; with two-step login, a code too. */
	async function byPassword(
		{ principal, requester }: Caller,
		given: Extract<Given, { by: "password" }>,
		held: AsyncDisposableStack,
	): Promise<Proof> {
		const { session, user: owner } = principal;
		const { client } = requester;
		const { kind, csrfReference, id: sessionId } = session;
		const typed = given.code === null ? null : readCode(given.code);
		const password = held.use(
			await verifyPassword({
				username: owner.username,
				findUser: () => findUserById(database, owner.id),
				password: given.password,
				pointer: "/password",
				csrfReference: null,
				ownSession: csrfReference,
				requester,
			}),
		);
		if (!password.matches) {
			const detail = { reason: "wrong_password" } as const;
			const of = { userId: owner.id, sessionId, client, detail };
			await recordRefusal(audit, [password], { event: "authn_login_fail", ...of });
			throw new LoginError("invalid_credentials", "The password is wrong.");
		}
		const { user } = password;
		const step = await nextStepOf(database, secondFactorPolicy, user);
		if (step === "enrol" || (step === "prove" && typed === null)) {
			// Without it a login of this user would fail: the session may not last longer than it does.
			const of = { step, purpose: "reauthenticate", kind, csrfReference, mayEnrol: false } as const;
			throw await askForMore.after(password, { ...of, sessionId, client });
		}
		if (typed === null || (step === "none" && !(await hasApp(database, user)))) return password;
		// As at a login it stays counted unless the code is right too: it has cost a hash.
		password.keep();
		const of = { user, typed, session, knownAs: "session", sessionId, requester } as const;
		const code = await secondStep.proveCode(of).catch(async (error) => {
			await recordRefusal(audit, [password], null, user.id);
			throw error;
		});
		return both(password, held.use(code));
	}

	/**
	 * Throws validation_failed, invalid_credentials, second_factor_required, enrolment_required, second_factor_invalid,
	 * challenge_invalid, passkey_unknown, passkey_invalid, rate_limited, overloaded.
	 */
	return async function reauthenticate(caller: Caller, given: Given): Promise<StartedSession> {
		const { principal, secret, requester } = caller;
		await using held = new AsyncDisposableStack();
		const proof = await prove(caller, given, held);
		await proof.settledBy(
			audit.transact(async (queries, record) => {
				await loginRate.countConfirmation(queries, proof.user.id);
				await proof.settle(queries, record);
				await noteDue(queries, secondFactorPolicy, proof.user);
			}),
		);
		return renew(principal, secret, requester.client, { amr: proof.amr, complete: true });
	};
}

/** With an app but without two-step login, a code is not required, and makes the session stronger. */
async function hasApp(queries: Queryable, { id }: LoginUser): Promise<boolean> {
	return (await listTotpSecrets(queries, id)).length > 0;
}
