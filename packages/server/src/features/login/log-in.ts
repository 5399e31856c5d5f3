import type { Credentials } from "../../credentials/create-credentials.ts";
import type { CsrfProof } from "../../credentials/csrf/check-csrf.ts";
import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { StartedSession } from "../../credentials/session/start-session.ts";
import type { Identity } from "../../identity/create-identity.ts";
import { confirmLogin } from "../../identity/user/user-login-store.ts";
import { findUserByUsername, type User } from "../../identity/user/user-store.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import type { VerifiedPassword } from "../../identity/verify-password.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Platform } from "../../platform/platform.ts";
import { loginBefore } from "./login-before.ts";

interface LoginRequest {
	username: string;
	password: string;
	kind: "token" | "cookie";
	csrf: CsrfProof;
	/** The live session whose cookie came along with a cookie login, which takes its place. */
	replacedSessionId: string | null;
	requester: Requester;
}

type LoggedIn = StartedSession & { user: User };

type RightPassword = Extract<VerifiedPassword, { matches: true }>;

/**
 * One login, in two steps: the user proves who they are, and then a session starts. Throws validation_failed,
 * invalid_credentials, rate_limited, overloaded.
 */
export function createLogIn(
	{ opened: { reads }, audit, clock, keyring }: Platform,
	{ hasher, verifyPassword, loginRate }: Identity,
	{ startSession }: Credentials,
) {
	const nameOfAccount = keyring.mac("attempt");

	return async function logIn(request: LoginRequest): Promise<LoggedIn> {
		const username = demandUsername(request.username);
		const verified = await verify(request, username);
		await using reservation = verified.reservation;
		if (!verified.matches || verified.owner.disabledAt !== null)
			throw await refusal(failure(verified.owner, verified.matches));

		// The password was right. Another factor is asked for here, before the session starts.
		const { owner: user } = verified;
		const started = await beginSession(request, verified);
		// The user was disabled, or got another password, while this one was being verified.
		if (started === null) throw await refusal("changed_meanwhile");
		return { ...started, user };

		async function refusal(reason: string): Promise<LoginError> {
			const { owner, known } = verified;
			const { client } = request.requester;
			// Also where the password was right: every refused login uses up an attempt.
			reservation.stand();
			await audit.transactUnsynced(async (_queries, record) => {
				// The account may not exist, or be a mistyped password: the log gets a pseudonym.
				const detail = { reason, account: nameOfAccount(username).slice(0, 16), known };
				await record({ event: "authn_login_fail", userId: owner?.id ?? null, client, detail });
				await reservation.failed(record, owner?.id ?? null);
			});
			return new LoginError("invalid_credentials");
		}
	};

	/** Counts the attempt, finds the user, and verifies the password; the same work if there is no user. */
	function verify({ password, csrf, requester }: LoginRequest, username: string) {
		return verifyPassword({
			username,
			findOwner: () => findUserByUsername(reads, username),
			password,
			pointer: "/password",
			csrfReference: csrf.reference,
			ownSession: csrf.username === username ? csrf.reference : null,
			requester,
		});
	}

	/** One transaction, under the lock of the user's row. null: the user is no longer the one who was verified. */
	async function beginSession(
		request: LoginRequest,
		verified: RightPassword,
	): Promise<StartedSession | null> {
		const { kind, replacedSessionId, requester } = request;
		const { owner: user, proven: amr, known, reservation } = verified;
		const { client } = requester;
		const { id, username, passwordHash, passwordChangedAt } = user;
		// One that will be refused costs no second hash.
		const mayUpgrade = verified.needsRehash && !loginRate.isFull(user.recentLogins);
		const upgradedHash = mayUpgrade ? await hashAgain(request.password) : null;
		return reservation.settledBy(
			audit.transact(async (queries, record) => {
				const verifiedUser = { id, passwordHash, passwordChangedAt, upgradedHash };
				const { window } = loginRate;
				const login = { ...verifiedUser, now: clock(), address: client.address, window };
				const recentLogins = await confirmLogin(queries, login);
				if (recentLogins === null) return null;
				// Rolls back. Strangers are refused only here, where they have shown that they know the password.
				if (loginRate.isSurplus(recentLogins)) {
					reservation.surplus();
					loginRate.refuse(recentLogins);
				}
				await reservation.succeeded(queries);
				if (replacedSessionId !== null) {
					const end = { reason: "replaced", now: clock(), client } as const;
					await revokeSessions(queries, record, { ids: [replacedSessionId] }, end);
				}
				const previousLogin = await loginBefore(queries, user);
				const of = { userId: id, kind, amr, client, previousLogin };
				const session = await startSession(queries, record, of);
				const failures = previousLogin?.failedSince ?? 0;
				await record({
					event: failures > 0 ? "authn_login_successafterfail" : "authn_login_success",
					userId: id,
					sessionId: session.session.id,
					client,
					detail: { kind, username, known, ...(failures > 0 ? { failures } : {}) },
				});
				return session;
			}),
		);
	}

	/** Under overload the old hash stays until the next login: the password was right. */
	async function hashAgain(password: string): Promise<string | null> {
		try {
			return await hasher.hash(password);
		} catch (error) {
			if (error instanceof LoginError && error.code === "overloaded") return null;
			throw error;
		}
	}
}

function demandUsername(typed: string): string {
	const username = canonicalUsername(typed);
	if (username !== null) return username;
	const message = "A username has no spaces, control or invisible characters.";
	throw new LoginError("validation_failed", {
		errors: [{ pointer: "/username", code: "malformed", message }],
	});
}

/** For the audit table only; the caller learns nothing of it. */
function failure(user: User | null, matches: boolean): string {
	if (user === null) return "unknown_user";
	if (user.passwordHash === null) return "no_password";
	return matches ? "user_disabled" : "wrong_password";
}
