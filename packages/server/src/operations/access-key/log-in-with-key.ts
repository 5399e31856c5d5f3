import type { CsrfProof } from "../../credentials/csrf/csrf.ts";
import { roleIn } from "../../credentials/session/session.ts";
import {
	type AccessKey,
	isAllowedFrom,
	lowerRole,
	stateOfKey,
} from "../../identity/access-key/access-key.ts";
import { findKeyByHash, lockKey, noteKeyUse } from "../../identity/access-key/access-key-store.ts";
import { accessKeyForm } from "../../identity/access-key/key-form.ts";
import { requireMayHaveKeys } from "../../identity/access-key/may-have-keys.ts";
import { createWindowLimit } from "../../identity/throttle/window-limit.ts";
import type { User } from "../../identity/user/user.ts";
import { noteLogin } from "../../identity/user/user-login-store.ts";
import { findUserById, lockUser } from "../../identity/user/user-store.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import type { ReasonOf } from "../../platform/audit/events.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import { MINUTE } from "../../platform/lib/clock.ts";
import type { LoggedIn } from "../login/complete-login.ts";
import type { Parts } from "../uses.ts";
import { createKeyRefusal } from "./key-refusal.ts";

interface KeyLogin {
	username: string;
	/** Of the form of an access key. */
	password: string;
	kind: "token" | "cookie";
	csrf: CsrfProof;
	requester: Requester;
}

type LoggedInWithKey = LoggedIn & {
	/** The end of the key. */
	accessKeyExpiresAt: number;
};

const MOST_A_MINUTE = 60;

/**
 * A program logs in: its key is the password, and proves nothing else. There is nothing to guess, so nothing is hashed, no second
 * factor is asked for, and a right key is looked up before any counter: it is never slowed by what others do. A wrong one counts
 * by address and CSRF token, and never by account. Throws validation_failed, csrf_invalid, invalid_credentials,
 * access_key_expired, access_key_ended, forbidden, rate_limited.
 */
export function createLogInWithKey({
	opened: { reads },
	audit,
	clock,
	keyring,
	config,
	throttle,
	startSession,
}: Parts) {
	const recordedRefusal = createKeyRefusal({ audit, throttle });
	const countLogin = createWindowLimit({ keyring, clock }, "access key", {
		most: MOST_A_MINUTE,
		window: MINUTE,
		policy: "client",
	});

	return async function logInWithKey(login: KeyLogin): Promise<LoggedInWithKey> {
		const { password, kind, csrf, requester } = login;
		if (!accessKeyForm.isSound(password))
			throw invalid("/password", "checksum", "This access key was cut off or mistyped. Copy all of it.");
		const key = await findKeyByHash(reads, accessKeyForm.hashOf(password));
		const user = key === null ? null : await findUserById(reads, key.userId);
		if (key === null || user === null) throw await recordedRefusal(login, null);
		requireOwnCsrf(csrf, key);
		const reason = reasonAgainst(key, user, login);
		if (reason !== null) throw await recordedRefusal(login, { key, reason });
		requireActive(key);
		const message = "An access key gives tokens only.";
		if (kind === "cookie") throw new LoginError("forbidden", { message, ...onRecord(key) });

		const { client } = requester;
		const loggedIn = await audit.transact(async (queries, record) => {
			// In this order, as everywhere: of the user's row, then of the key's. Both may have changed since they were read.
			const current = await lockUser(queries, user.id);
			const inForce = await lockKey(queries, key.id);
			if (current === null || current.disabledAt !== null || inForce === null) return null;
			requireActive(inForce);
			requireMayHaveKeys(config, current, onRecord(inForce));
			await countLogin(queries, key.id, requester.setHeaders);
			const now = clock();
			if (isWorthNoting(inForce, now, client.address)) {
				await noteKeyUse(queries, { id: key.id, now, address: client.address });
				// That of a person is by the person, who is to notice logins by others.
				if (current.kind === "service")
					await noteLogin(queries, { id: user.id, now, address: client.address });
			}
			const { id, scopes } = inForce;
			const accessKey = { id, scopes, role: lowerRole(current.role, inForce.role) };
			const started = await startSession(queries, record, {
				userId: user.id,
				kind: "token",
				amr: ["key"],
				client,
				previousLogin: null,
				// From the same moment as the limit: the session ends no later than its key, however often it is renewed.
				authenticatedAt: now,
				absoluteLimit: Math.min(config.sessionAbsolute, inForce.expiresAt - now),
				accessKey,
			});
			const { username } = current;
			await record({
				event: "authn_login_success",
				userId: user.id,
				sessionId: started.session.id,
				client,
				detail: { kind, username, known: "access_key", amr: ["key"], accessKeyId: id },
			});
			const role = roleIn(started.session, current.role);
			return { ...started, user: { ...current, role }, accessKeyExpiresAt: inForce.expiresAt };
		});
		if (loggedIn === null) throw await recordedRefusal(login, { key, reason: "changed_meanwhile" });
		return loggedIn;
	};

	function requireActive(key: AccessKey): void {
		const state = stateOfKey(key, clock());
		// 190 bits are the proof that the caller may know.
		if (state !== "active") throw new LoginError(`access_key_${state}`, onRecord(key));
	}

	/** The CSRF token must be of a key of the same user. That of a key that has ended is good for that key alone, which learns why it is refused. */
	function requireOwnCsrf({ accessKey: shown }: CsrfProof, key: AccessKey): void {
		if (shown === null || shown.id === key.id) return;
		if (shown.userId !== key.userId || stateOfKey(shown, clock()) !== "active")
			throw new LoginError("csrf_invalid");
	}
}

const onRecord = ({ id, userId }: AccessKey) =>
	({ accessKeyId: id, subject: { userId, sessionId: null, kind: "token" } }) as const;

/** Why a key is not good for this login; null: it is. */
function reasonAgainst(
	key: AccessKey,
	user: User,
	{ username, requester }: KeyLogin,
): ReasonOf<"access_key_refused"> | null {
	if (canonicalUsername(username) !== user.username) return "other_user";
	if (user.disabledAt !== null) return "user_disabled";
	return isAllowedFrom(key, requester.client.address) ? null : "address";
}

/** A program that logs in all the time writes one row more a minute. */
function isWorthNoting({ lastUsedAt, lastUsedAddress }: AccessKey, now: number, address: string): boolean {
	return lastUsedAt === null || Math.abs(now - lastUsedAt) >= MINUTE || lastUsedAddress !== address;
}
