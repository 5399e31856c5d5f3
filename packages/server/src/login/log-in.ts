import type { Audit, Client } from "../audit/audit.ts";
import type { CsrfProof } from "../csrf/check-csrf.ts";
import type { Queryable } from "../database/tables.ts";
import { LoginError } from "../errors.ts";
import type { Clock } from "../lib/clock.ts";
import type { PasswordHasher } from "../password/hash.ts";
import { endOnRecord } from "../session/end-on-record.ts";
import type { StartedSession, StartSession } from "../session/start-session.ts";
import { confirmLogin, findUserByUsername, type User } from "../user/user-store.ts";
import { canonicalUsername } from "../user/username.ts";
import type { VerifyPassword } from "./verify-password.ts";

export interface LoginRequest {
	username: string;
	password: string;
	kind: "token" | "cookie";
	csrf: CsrfProof;
	/** The live session whose cookie came along with a cookie login, which takes its place. */
	replacedSessionId: string | null;
	client: Client;
	signal: AbortSignal;
}

export type LoggedIn = StartedSession & { user: User };

interface LogInDependencies {
	database: Queryable;
	audit: Audit;
	clock: Clock;
	hasher: PasswordHasher;
	verifyPassword: VerifyPassword;
	startSession: StartSession;
}

/**
 * One login: count the attempt, find the user, verify the password (the same work if there is no user), start a
 * session. Throws validation_failed, invalid_credentials, rate_limited, overloaded.
 */
export function createLogIn({
	database,
	audit,
	clock,
	hasher,
	verifyPassword,
	startSession,
}: LogInDependencies) {
	return async function logIn(request: LoginRequest): Promise<LoggedIn> {
		const { password, kind, csrf, client, signal } = request;
		const username = demandUsername(request.username);
		const verified = await verifyPassword({
			attempt: { username, client, ownSession: csrf.username === username ? csrf.reference : null },
			findOwner: () => findUserByUsername(database, username),
			password,
			pointer: "/password",
			signal,
		});
		const { matches, owner: user, reservation } = verified;
		if (!matches || user.disabledAt !== null) {
			const detail = { reason: failure(user, matches) };
			await audit.record({ event: "authn_login_fail", userId: user?.id ?? null, client, detail });
			throw new LoginError("invalid_credentials");
		}

		const { id, passwordHash } = user;
		const upgradedHash = verified.needsRehash ? await hashAgain(password) : null;
		const started = await audit.transact(async (queries, record) => {
			if (!(await confirmLogin(queries, { id, passwordHash, upgradedHash, now: clock() }))) return null;
			await reservation.succeeded(queries);
			if (request.replacedSessionId !== null) {
				const end = { reason: "replaced", now: clock(), client } as const;
				await endOnRecord(queries, record, { ids: [request.replacedSessionId] }, end);
			}
			const session = await startSession(queries, record, { userId: id, kind, client });
			await record({
				event: "authn_login_success",
				userId: id,
				sessionId: session.session.id,
				client,
				detail: { kind, username },
			});
			return session;
		});
		if (started === null) {
			// The user was disabled, or got another password, while this one was being verified.
			const detail = { reason: "changed_meanwhile" };
			await audit.record({ event: "authn_login_fail", userId: id, client, detail });
			throw new LoginError("invalid_credentials");
		}
		return { ...started, user };
	};

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
