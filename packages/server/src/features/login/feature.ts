/**
 * Login: a username, a password and, where it is on, a second factor become a session, handed out as a JWT or as a cookie.
 *
 * Routes of operations/login/. Passwords and codes are verified by identity/, the session is started by credentials/.
 *
 *   origin → csrf → schema → find the user → count the attempt → verify → start the session → token or cookie
 *                                                                      ↘ challenge → second step ↗
 */
import { accessKeyForm } from "../../identity/access-key/key-form.ts";
import { USERNAME_MAX_CODE_POINTS } from "../../identity/user/username.ts";
import { invalid } from "../../platform/errors.ts";
import type { Feature } from "../../platform/feature.ts";
import { closedObject, flag, operation, text } from "../../platform/openapi/operation.ts";
import {
	CredentialAnswer,
	challengeText,
	currentPassword,
	secondFactorCode,
	secondStepErrors,
} from "../schemas/common.ts";
import { kindOfLogin, readKind } from "../schemas/kind-of-login.ts";
import { passkeyAssertion, requireSoundPasskey } from "../schemas/passkey.ts";
import type { Parts } from "../uses.ts";

const trustDevice = flag(
	"true, with a right code: later logins of the user on this device need the password alone. Ignored where the service permits no trust, and for admins.",
	{ default: false },
);

const LoginBody = {
	...closedObject("LoginRequest", null, {
		username: text("The user's login name; upper and lower case are alike.", {
			minLength: 1,
			maxLength: USERNAME_MAX_CODE_POINTS,
			examples: ["ada"],
		}),
		password: currentPassword("At most 1024 bytes of UTF-8."),
		...kindOfLogin,
		code: secondFactorCode(
			"For a user with two-step login: the code of the authenticator app, or a recovery code, in the same request.",
		),
		trustDevice,
	}),
	required: ["username", "password"],
} as const;

const logInOperation = operation({
	operationId: "logIn",
	summary: "Log in",
	description:
		"Takes a username and a password; answers with a JWT, or with a cookie session when `session` is true. A user with two-step login sends `code` too, or answers the challenge of 401 `second_factor_required`. A program sends its access key as the password, with the CSRF token of the key, and gets a token.",
	tags: ["Login"],
	body: LoginBody,
	response: { 200: CredentialAnswer },
	access: "csrf",
	errors: [
		"invalid_credentials",
		"second_factor_required",
		"enrolment_required",
		"access_key_expired",
		"access_key_ended",
		"forbidden",
		"rate_limited",
		"overloaded",
	],
	responseHeaders: ["Set-Cookie", "RateLimit", "RateLimit-Policy", "Access-Key-Expires"],
});

const answerChallengeOperation = operation({
	operationId: "answerSecondFactor",
	summary: "Second step of a login",
	description:
		"Answers the challenge of 401 `second_factor_required` with a code or a passkey, and gets what the login asked for. It takes the CSRF token that the login had, or one of the same page.",
	tags: ["Login"],
	body: {
		...closedObject("SecondFactorRequest", null, {
			challenge: challengeText,
			code: secondFactorCode("The code of the authenticator app, or a recovery code."),
			passkey: passkeyAssertion,
			trustDevice,
		}),
		required: ["challenge"],
	},
	response: { 200: CredentialAnswer },
	access: "csrf",
	errors: [...secondStepErrors],
	responseHeaders: ["Set-Cookie"],
});

export function createLoginFeature({
	guards,
	findCallerByCookie,
	giveCredential,
	minimumResponseTime,
	logIn,
	logInWithKey,
	answerChallenge,
}: Parts): Feature {
	return {
		name: "Login",
		description: "A username and a password become a session.",
		routes(app) {
			const options = { onRequest: guards.beforeLoginAlsoByKey, schema: logInOperation };
			app.post("/api/auth/login", options, async (request, reply) => {
				const { username, password, code = null, trustDevice = false, ...chosen } = request.body;
				const { kind, remember } = readKind(chosen);
				const current = kind === "cookie" ? await findCallerByCookie(request) : null;
				const requester = guards.requesterOf(request, reply);
				const login = {
					username,
					password,
					code,
					trustDevice,
					kind,
					remember,
					csrf: guards.proofOf(request),
					cookieSessionId: current?.session.id ?? null,
					requester,
				};
				const message = "Login successful";
				try {
					const isOfKey = login.csrf.accessKey !== null && accessKeyForm.begins(password);
					if (isOfKey || accessKeyForm.hasForm(password)) {
						// Nothing of a key is hashed, and a fast answer tells only what the caller typed.
						const { accessKeyExpiresAt, ...loggedIn } = await logInWithKey(login);
						reply.header("access-key-expires", new Date(accessKeyExpiresAt).toISOString());
						return giveCredential.byToken({ ...loggedIn, message });
					}
					const loggedIn = await minimumResponseTime(requester, () => logIn(login));
					return giveCredential.byKind(reply, { ...loggedIn, message, remembersDevice: true });
				} catch (error) {
					throw guards.withFreshToken(request, reply, error);
				}
			});

			const secondStep = { onRequest: guards.beforeLogin, schema: answerChallengeOperation };
			app.post("/api/auth/login/second-factor", secondStep, async (request, reply) => {
				const current = await findCallerByCookie(request);
				const { challenge, trustDevice = false, ...answer } = request.body;
				const loggedIn = await answerChallenge({
					challenge,
					answer: readAnswer(answer),
					trustDevice,
					csrf: guards.proofOf(request),
					cookieSessionId: current?.session.id ?? null,
					requester: guards.requesterOf(request, reply),
				});
				const message = "Login successful";
				return giveCredential.byKind(reply, { ...loggedIn, message, remembersDevice: true });
			});
		},
	};
}

/** A code or a passkey: both or none is a mistake. */
function readAnswer<Passkey extends object>({ code, passkey }: { code?: string; passkey?: Passkey }) {
	if (code !== undefined && passkey === undefined) return { code };
	if (code === undefined && passkey !== undefined) return { passkey: requireSoundPasskey(passkey) };
	throw invalid("/code", "required", "Send code or passkey.");
}
