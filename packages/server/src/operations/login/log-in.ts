import { type CsrfProof, sessionOfPage } from "../../credentials/csrf/csrf.ts";
import { nextStepOf } from "../../identity/factor/next-step.ts";
import { readCode, type TypedCode } from "../../identity/factor/typed-code.ts";
import type { RightCode } from "../../identity/factor/verify-code.ts";
import { both } from "../../identity/proof.ts";
import { findUserByUsername } from "../../identity/user/user-store.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import type { RightPassword, VerifiedPassword } from "../../identity/verify-password.ts";
import type { ReasonOf } from "../../platform/audit/events.ts";
import { type ErrorCode, invalid, LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Parts } from "../uses.ts";
import type { AskForMore } from "./ask-for-more.ts";
import type { AskedSession, CompleteLogin, LoggedIn } from "./complete-login.ts";
import { createLoginRefusal, type Typed, wrongCredentials } from "./login-refusal.ts";
import type { ProveSecondStep } from "./prove-second-step.ts";

interface LoginRequest extends AskedSession {
	username: string;
	password: string;
	/** The second factor, in the same request; null: none was sent. */
	code: string | null;
	/** With a right code: the user trusts the device from now on. */
	trustDevice: boolean;
	csrf: CsrfProof;
	requester: Requester;
}

type LogInUses = Parts & {
	completeLogin: CompleteLogin;
	askForMore: AskForMore;
	secondStep: ProveSecondStep;
};

/**
 * One login: the user proves who they are, by the password and, where it is on, a second factor; then a session starts. A program
 * sends an access key as its password, which the route gives to log-in-with-key.ts. Throws validation_failed, csrf_invalid,
 * invalid_credentials, second_factor_required, enrolment_required, rate_limited, overloaded.
 */
export function createLogIn({
	opened: { reads },
	audit,
	keyring,
	verifyPassword,
	verifyDummyCode,
	loginRate,
	devices,
	secondFactorPolicy,
	completeLogin,
	askForMore,
	secondStep,
}: LogInUses) {
	const { recordedRefusal, recordedRefusalUnread } = createLoginRefusal({ audit, keyring, verifyDummyCode });

	return async function logIn(request: LoginRequest): Promise<LoggedIn> {
		const { requester, csrf, kind, remember, cookieSessionId } = request;
		// The CSRF token of an access key belongs to no page.
		if (csrf.accessKey !== null) throw new LoginError("csrf_invalid");
		const { client, device } = requester;
		const typed = readTyped(request);
		await using password = await verifyPassword({
			username: typed.username,
			findUser: () => findUserByUsername(reads, typed.username),
			password: request.password,
			pointer: "/password",
			csrfReference: csrf.reference,
			ownSession: typed.session?.csrfReference ?? null,
			requester,
		});
		if (!password.matches || password.user.disabledAt !== null)
			throw await recordedRefusalUnread(typed, password, reasonOfRefusal(password));

		const { user } = password;
		const step = await nextStepOf(reads, secondFactorPolicy, user);
		const mayBeLeftOut = step === "none" || devices.isTrusted(device, user);
		if (step === "enrol" || (typed.code === null && !mayBeLeftOut)) {
			// A password alone may not add the factor that protects it, not even beside a CSRF token of the user's session, of which
			// scripts have copies.
			const mayEnrol = kind === "cookie" && devices.recognize(device, user) !== null;
			const of = { step: step === "enrol" ? step : "prove", kind, remember, mayEnrol, client } as const;
			throw await askForMore.after(password, { ...of, purpose: "login", csrfReference: csrf.reference });
		}

		await using code =
			step === "none" || typed.code === null ? null : await proveCode(password, typed, typed.code);
		const started = await completeLogin({
			proof: code === null ? password : both(password, code),
			kind,
			remember,
			client,
			cookieSessionId,
			// A login that will be refused costs no second hash.
			upgradedHash: loginRate.isFull(user.loginWindow) ? null : await password.betterHash(),
		}).catch(async (error) => {
			// Another login has used the same code up.
			throw isError(error, "second_factor_invalid")
				? await recordedRefusal(typed, password, "wrong_code")
				: error;
		});
		// The user was disabled, or got another password, while this one was being verified.
		if (started === null) throw await recordedRefusal(typed, password, "changed_meanwhile");
		return { ...started, trustDevice: request.trustDevice && code !== null };
	};

	/** A code in the request of the password. No refusal may tell that the password was right: too many wrong codes look like one more wrong code. */
	async function proveCode(password: RightPassword, typed: Typed, code: TypedCode): Promise<RightCode> {
		// It stays counted even if the code is never checked: taken back, it would show in RateLimit that the password was right.
		password.keep();
		const { session, requester } = typed;
		const given = { user: password.user, typed: code, session, requester };
		try {
			return await secondStep.proveCode({ ...given, knownAs: password.known?.by ?? null, after: password });
		} catch (error) {
			if (isError(error, "second_factor_invalid")) throw wrongCredentials(typed);
			if (isError(error, "rate_limited")) throw await recordedRefusalUnread(typed, password, "wrong_code");
			throw error;
		}
	}
}

function readTyped({ username: text, code, csrf, requester }: LoginRequest): Typed {
	const username = canonicalUsername(text);
	if (username === null)
		throw invalid("/username", "malformed", "A username has no spaces, control or invisible characters.");
	const session = sessionOfPage(csrf, username);
	return { username, code: code === null ? null : readCode(code), session, requester };
}

/** For the audit log only, never for the client. */
function reasonOfRefusal({ user, matches }: VerifiedPassword): ReasonOf<"authn_login_fail"> {
	if (user === null) return "unknown_user";
	if (user.passwordHash === null) return "no_password";
	return matches ? "user_disabled" : "wrong_password";
}

function isError(error: unknown, code: ErrorCode): boolean {
	return error instanceof LoginError && error.code === code;
}
