import type { Caller } from "../../credentials/session/caller.ts";
import type { RenewedSession } from "../../credentials/session/renew.ts";
import { originOf } from "../../identity/factor/challenge.ts";
import { nextStepOf } from "../../identity/factor/next-step.ts";
import { noteDue } from "../../identity/factor/note-due.ts";
import { listTotpSecrets } from "../../identity/factor/totp-store.ts";
import { readCode, type TypedCode } from "../../identity/factor/typed-code.ts";
import type { VerifiedCode } from "../../identity/factor/verify-code.ts";
import type { Reservation } from "../../identity/throttle/throttle.ts";
import type { User } from "../../identity/user/user.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { settledBy } from "../login/begin-session.ts";
import type { Uses } from "../uses.ts";

type RightCode = Extract<VerifiedCode, { matches: true }>;

type ReauthenticateUses = Uses<
	| "opened"
	| "audit"
	| "verifyPassword"
	| "verifyCode"
	| "challenges"
	| "requireSecondStep"
	| "throttle"
	| "loginRate"
	| "secondFactorPolicy"
	| "renew"
>;

/**
 * Confirms, within a session, all that a login of its user requires, and renews the session (ASVS 7.2.4, 7.5.1). Throws
 * validation_failed, invalid_credentials, second_factor_required, second_factor_invalid, challenge_invalid, rate_limited.
 */
export function createReauthenticate({
	opened: { database },
	audit,
	verifyPassword,
	verifyCode,
	challenges,
	requireSecondStep,
	throttle,
	loginRate,
	secondFactorPolicy,
	renew,
}: ReauthenticateUses) {
	/** By the password; with two-step login, a code too. */
	async function byPassword(
		caller: Caller,
		{ password, code }: { password: string; code: string | null },
	): Promise<RenewedSession> {
		const { principal, requester } = caller;
		const { id: userId, username } = principal.user;
		const typed = code === null ? null : readCode(code);
		const verified = await verifyPassword({
			username,
			findUser: () => findUserById(database, userId),
			password,
			pointer: "/password",
			csrfReference: null,
			ownSession: principal.session.csrfReference,
			requester,
		});
		await using reservation = verified.reservation;
		if (!verified.matches) {
			await refuse(caller, reservation, (record) =>
				record({ event: "authn_login_fail", ...eventOf(caller), detail: { reason: "wrong_password" } }),
			);
			throw new LoginError("invalid_credentials", "The password is wrong.");
		}
		const { user } = verified;
		const step = await nextStepOf(database, secondFactorPolicy, user);
		if (step === "enrol") throw await refuseOverdue(caller, reservation);
		// With a factor but without two-step login, a code is not required, and makes the session stronger.
		if (typed === null && step === "prove") throw await requireSecondFactor(caller, user, reservation);
		const isRead =
			typed !== null && (step === "prove" || (await listTotpSecrets(database, userId)).length > 0);
		// Awaited: the attempts are let go when this function ends.
		if (!isRead) return await settle(caller, user, [reservation], null);
		// As at a login it stays counted unless the code is right too: it has cost a hash.
		reservation.keep();
		const right = await requireRightCode(caller, user, typed).catch(async (error: unknown) => {
			await refuse(caller, reservation);
			throw error;
		});
		await using factor = right.reservation;
		return await settle(caller, user, [reservation, factor], right);
	}

	/** The second step, after the password was right. */
	async function byChallenge(
		caller: Caller,
		{ challenge: text, code }: { challenge: string; code: string },
	): Promise<RenewedSession> {
		const { principal } = caller;
		const typed = readCode(code);
		const challenge = challenges.open("reauthenticate", text, principal.session.csrfReference);
		const user = challenges.requireUnchanged(challenge, await findUserById(database, principal.user.id));
		const right = await requireRightCode(caller, user, typed);
		await using factor = right.reservation;
		return await settle(caller, user, [factor], right, async (queries) => {
			await throttle.secondStepSucceeded(queries, originOf(challenge, user.username));
			await challenges.use(queries, challenge);
		});
	}

	/** A login of this user would fail: the session may not last longer than it does. */
	async function refuseOverdue(caller: Caller, reservation: Reservation): Promise<LoginError> {
		reservation.keep();
		const detail = { known: "session", enrolment: "refused" };
		await refuse(caller, reservation, (record) =>
			record({ event: "authn_factor_challenged", ...eventOf(caller), detail }),
		);
		const message = "A second factor is overdue. Log out, log in again in this browser, and add one there.";
		return new LoginError("enrolment_required", message);
	}

	async function requireRightCode(caller: Caller, user: User, typed: TypedCode): Promise<RightCode> {
		const { principal, requester } = caller;
		const code = await verifyCode({ user, typed, session: principal.session, requester });
		if (code.matches) return code;
		await using reservation = code.reservation;
		const detail = { ...code.detail, known: "session" };
		await refuse(caller, reservation, (record) =>
			record({ event: "authn_factor_fail", ...eventOf(caller), detail }),
		);
		throw new LoginError("second_factor_invalid");
	}

	/** The attempt stays counted until the second step has succeeded. */
	async function requireSecondFactor(
		caller: Caller,
		user: User,
		reservation: Reservation,
	): Promise<LoginError> {
		const { session } = caller.principal;
		const known = { by: "session", reference: session.csrfReference } as const;
		reservation.keep();
		const detail = { known: known.by };
		await refuse(caller, reservation, (record) =>
			record({ event: "authn_factor_challenged", ...eventOf(caller), detail }),
		);
		const { kind, csrfReference } = session;
		const { address } = caller.requester.client;
		return requireSecondStep("reauthenticate", user, { kind, csrfReference, known, address });
	}

	function refuse(
		{ principal }: Caller,
		reservation: Reservation,
		event: (record: RecordEvent) => Promise<void> = async () => {},
	): Promise<void> {
		return audit.transact(async (_queries, record) => {
			await event(record);
			await reservation.recordWaits(record, principal.user.id);
		});
	}

	/** All is proven: what was counted is taken back, what is good once is used up, and the session is fresh. */
	async function settle(
		{ principal, secret, requester }: Caller,
		user: User,
		reservations: Reservation[],
		code: RightCode | null,
		also: (queries: Queryable) => Promise<void> = async () => {},
	): Promise<RenewedSession> {
		await settledBy(
			reservations,
			audit.transact(async (queries, record) => {
				await loginRate.countConfirmation(queries, user.id);
				for (const reservation of reservations) await reservation.succeeded(queries);
				await also(queries);
				await code?.use(queries, record);
				await noteDue(queries, secondFactorPolicy, user);
			}),
		);
		const amr = ["pwd", ...(code?.proves ?? [])] as const;
		return renew(principal, secret, requester.client, { amr, complete: true });
	}

	return { byPassword, byChallenge };
}

function eventOf({ principal, requester: { client } }: Caller) {
	return { userId: principal.user.id, sessionId: principal.session.id, client };
}
