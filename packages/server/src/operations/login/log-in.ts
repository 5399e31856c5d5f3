import { type CsrfProof, sessionOfPage } from "../../credentials/csrf/csrf.ts";
import type { StartedSession } from "../../credentials/session/start-session.ts";
import { nextStepOf } from "../../identity/factor/next-step.ts";
import { readCode } from "../../identity/factor/typed-code.ts";
import type { VerifiedCode, WrongCode } from "../../identity/factor/verify-code.ts";
import type { Reservation } from "../../identity/throttle/throttle.ts";
import type { User } from "../../identity/user/user.ts";
import { upgradeHash } from "../../identity/user/user-login-store.ts";
import { findUserByUsername } from "../../identity/user/user-store.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import type { VerifiedPassword } from "../../identity/verify-password.ts";
import type { DetailOf } from "../../platform/audit/events.ts";
import { type ErrorCode, invalid, LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Uses } from "../uses.ts";
import { type BeginSession, settledBy } from "./begin-session.ts";
import { enrolmentRequired } from "./enrolment-required.ts";

interface LoginRequest {
	username: string;
	password: string;
	/** The second factor, in the same request; null: none was sent. */
	code: string | null;
	kind: "token" | "cookie";
	/** The user asks to stay logged in; with a cookie only. */
	remember: boolean;
	/** With a right code: the user trusts the device from now on. */
	trustDevice: boolean;
	csrf: CsrfProof;
	/** The live session whose cookie came along with a cookie login, which takes its place. */
	replacedSessionId: string | null;
	requester: Requester;
}

export type LoggedIn = StartedSession & { user: User; trustDevice?: boolean };

type LogInUses = Uses<
	| "opened"
	| "audit"
	| "keyring"
	| "verifyPassword"
	| "verifyCode"
	| "verifyDummyCode"
	| "challenges"
	| "requireSecondStep"
	| "loginRate"
	| "devices"
	| "secondFactorPolicy"
> & { beginSession: BeginSession };

type RightPassword = Extract<VerifiedPassword, { matches: true }>;

/**
 * One login: the user proves who they are, by the password and, where it is on, a second factor; then a session starts. Throws
 * validation_failed, invalid_credentials, second_factor_required, enrolment_required, rate_limited, overloaded.
 */
export function createLogIn({
	opened: { reads },
	audit,
	keyring,
	verifyPassword,
	verifyCode,
	verifyDummyCode,
	challenges,
	requireSecondStep,
	loginRate,
	devices,
	secondFactorPolicy,
	beginSession,
}: LogInUses) {
	const nameOfAccount = keyring.mac("attempt");

	return async function logIn(request: LoginRequest): Promise<LoggedIn> {
		const { requester, kind, remember, replacedSessionId } = request;
		const username = requireUsername(request.username);
		const typed = request.code === null ? null : readCode(request.code);
		const verified = await verify(request, username);
		const knownAs = verified.known?.by ?? null;
		const session = sessionOfPage(request.csrf, username);
		await using reservation = verified.reservation;
		if (!verified.matches || verified.user.disabledAt !== null)
			throw await recordRefusalUnread(failure(verified.user, verified.matches));

		const { user } = verified;
		const step = await nextStepOf(reads, secondFactorPolicy, user);
		if (step === "enrol") throw await askForMore("enrol", request, verified, reservation);
		const mayBeLeftOut = step === "none" || devices.isTrusted(requester.device, user);
		if (typed === null && !mayBeLeftOut) throw await askForMore("code", request, verified, reservation);
		const proof = step === "none" ? null : typed;
		// Kept also if the code is then not looked at: taken back, it would show in RateLimit that the password was right.
		if (proof !== null) reservation.keep();
		const code = proof === null ? null : await tryCode({ user, typed: proof, session, requester });
		if (code === "limited") throw await recordRefusalUnread("wrong_code");
		await using factor = code?.reservation;
		if (code?.matches === false) throw await recordRefusal("wrong_code", code);

		const beginning = beginSession({
			user,
			kind,
			remember,
			amr: ["pwd", ...(code?.proves ?? [])],
			knownAs,
			client: requester.client,
			replacedSessionId,
			// A login that will be refused costs no second hash.
			upgradedHash: loginRate.isFull(user.recentLogins) ? null : await verified.betterHash(),
			overLimit: reservation.overLimit,
			async settle(queries, record) {
				await reservation.succeeded(queries);
				await factor?.succeeded(queries);
				await code?.use(queries, record);
			},
		});
		const attempts = factor === undefined ? [reservation] : [reservation, factor];
		const started = await settledBy(attempts, beginning).catch(ifReplayed);
		if (started === "replayed") throw await recordRefusal("wrong_code");
		// The user was disabled, or got another password, while this one was being verified.
		if (started === null) throw await recordRefusal("changed_meanwhile");
		return { ...started, trustDevice: request.trustDevice && code !== null };

		/** A refusal for which no code was looked at: one that was sent costs what it would have. */
		async function recordRefusalUnread(reason: string): Promise<LoginError> {
			// First on record: a client that hangs up ends the rest.
			const refused = await recordRefusal(reason);
			if (typed !== null) await verifyDummyCode({ user: verified.user, typed, session, requester });
			return refused;
		}

		async function recordRefusal(
			reason: string,
			wrong?: WrongCode & Pick<VerifiedCode, "reservation">,
		): Promise<LoginError> {
			const userId = verified.user?.id ?? null;
			const { client } = requester;
			// Also where the password was right: every refused login uses up an attempt.
			reservation.keep();
			await audit.transactUnsynced(async (_queries, record) => {
				// The account may not exist, or be a mistyped password: the log gets a pseudonym.
				const detail = { reason, account: nameOfAccount(username).slice(0, 16), known: knownAs };
				if (wrong === undefined) await record({ event: "authn_login_fail", userId, client, detail });
				else {
					const ofFactor = { ...wrong.detail, known: knownAs };
					await record({ event: "authn_factor_fail", userId, client, detail: ofFactor });
					await wrong.reservation.recordWaits(record, userId);
				}
				await reservation.recordWaits(record, userId);
			});
			if (typed === null) return new LoginError("invalid_credentials");
			// One message for all: a code beside a guess must not tell that the password is right.
			return new LoginError("invalid_credentials", "Username, password or code is wrong.");
		}
	};

	/** Counts the attempt, finds the user, and verifies the password; the same work if there is no user. */
	function verify({ password, csrf, requester }: LoginRequest, username: string) {
		return verifyPassword({
			username,
			findUser: () => findUserByUsername(reads, username),
			password,
			pointer: "/password",
			csrfReference: csrf.reference,
			ownSession: sessionOfPage(csrf, username)?.csrfReference ?? null,
			requester,
		});
	}

	/** The refusal of a right password that is not enough. */
	async function askForMore(
		step: "enrol" | "code",
		request: LoginRequest,
		verified: RightPassword,
		reservation: Reservation,
	): Promise<LoginError> {
		const { kind, remember, csrf, requester } = request;
		const { user, known } = verified;
		const { address } = requester.client;
		const from = { remember, csrfReference: csrf.reference, known, address };
		const knownAs = known?.by ?? null;
		if (step === "code") {
			await recordFirstStep(request, verified, reservation, { known: knownAs });
			return requireSecondStep("login", user, { ...from, kind });
		}
		// A password alone may not add the factor that protects it, not even beside a CSRF token of the user's session, of which
		// scripts have copies.
		const isKnownDevice = kind === "cookie" && devices.recognize(requester.device, user) !== null;
		const enrolment = isKnownDevice ? "offered" : "refused";
		await recordFirstStep(request, verified, reservation, { known: knownAs, enrolment });
		return enrolmentRequired(challenges, user, isKnownDevice ? from : null);
	}

	/** The attempt stays counted until the second step has succeeded: a password that leads no further is one that was guessed. */
	async function recordFirstStep(
		{ requester: { client } }: LoginRequest,
		{ user, betterHash }: RightPassword,
		reservation: Reservation,
		detail: DetailOf<"authn_factor_challenged">,
	): Promise<void> {
		reservation.keep();
		const better = await betterHash();
		await audit.transact(async (queries, record) => {
			const { id, passwordHash: from } = user;
			if (better !== null) await upgradeHash(queries, { id, from, to: better });
			await record({ event: "authn_factor_challenged", userId: id, client, detail });
			await reservation.recordWaits(record, id);
		});
	}

	/** Too many wrong codes look like one more of them. */
	async function tryCode(given: Parameters<typeof verifyCode>[0]): Promise<VerifiedCode | "limited"> {
		try {
			return await verifyCode(given);
		} catch (error) {
			if (isError(error, "rate_limited")) return "limited";
			throw error;
		}
	}
}

function requireUsername(typed: string): string {
	const username = canonicalUsername(typed);
	if (username !== null) return username;
	throw invalid("/username", "malformed", "A username has no spaces, control or invisible characters.");
}

/** For the audit table only; the caller learns nothing of it. */
function failure(user: User | null, matches: boolean): string {
	if (user === null) return "unknown_user";
	if (user.passwordHash === null) return "no_password";
	return matches ? "user_disabled" : "wrong_password";
}

function isError(error: unknown, code: ErrorCode): boolean {
	return error instanceof LoginError && error.code === code;
}

/** Another login has used the same code up. */
function ifReplayed(error: unknown): "replayed" {
	if (isError(error, "second_factor_invalid")) return "replayed";
	throw error;
}
