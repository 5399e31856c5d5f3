import { isAllowedFrom } from "../../identity/access-key/access-key.ts";
import { findKeyById } from "../../identity/access-key/access-key-store.ts";
import { requireMayHaveKeys } from "../../identity/access-key/may-have-keys.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import type { Client } from "../../platform/audit/audit.ts";
import { LoginError } from "../../platform/errors.ts";
import { sha256 } from "../../platform/lib/hash.ts";
import type { Platform } from "../../platform/platform.ts";
import { liveness, type Principal, type Session, sessionEnds, subjectOf } from "./session.ts";
import { extendSession, findPreviousSecretUntil, rotateSecret } from "./session-life-store.ts";
import { findSessionById } from "./session-store.ts";
import type { StartedSession } from "./start-session.ts";

/** What was proven within a session, which it rests on from now on. */
interface Proven {
	amr: Session["amr"];
	/** Whether all that a login of this user requires was proven just now. */
	complete: boolean;
}

/** Milliseconds. A session renewed so recently is answered from its row: a loop writes once in this time, and no more. */
const JUST_NOW = 5000;

/**
 * Extends a session and replaces its secret. The next secret is derived from the presented one, so renewals that
 * arrive together get the same answer. Neither a race nor a lost answer logs the user out.
 */
export function createRenew(platform: Platform) {
	const { config, clock, opened, audit, keyring } = platform;
	const nextSecret = keyring.mac("next session secret");

	return async function renew(
		principal: Principal,
		presentedSecret: string | null,
		client: Client,
		proven: Proven | null = null,
	): Promise<StartedSession> {
		const now = clock();
		const current = principal.session;
		const ended = new LoginError("session_ended", { subject: subjectOf(current) });
		if (current.kind === "token" && current.statusListEntry === null) {
			// The session is from a release without status lists: a new token could not be revoked.
			const message = "This session is older than an upgrade of the service. Log in again.";
			throw new LoginError("session_ended", { message, subject: subjectOf(current) });
		}
		await requireGoodKey(platform, current, client);
		const derived = presentedSecret === null ? null : nextSecret(`${current.id} ${presentedSecret}`);
		if (proven === null) {
			const secret = await secretIfJustRenewed(current, presentedSecret, derived, now);
			if (secret !== undefined) return { session: current, secret };
		}

		const authenticatedAt = proven?.complete === true ? now : current.authenticatedAt;
		const session: Session = {
			...current,
			authenticatedAt,
			amr: proven?.amr ?? current.amr,
			lastSeenAt: now,
			...sessionEnds({ ...current, authenticatedAt }, now, config),
		};
		return audit.transact(async (queries, record) => {
			let unlessWithin = proven === null ? JUST_NOW : 0;
			if (presentedSecret !== null && derived !== null) {
				const rotation = { id: session.id, from: sha256(presentedSecret), to: sha256(derived) };
				const previousUntil = now + config.renewalGrace;
				const rotated = await rotateSecret(queries, { ...rotation, previousUntil });
				if (rotated === null) throw ended;
				if (rotated === "now") unlessWithin = 0;
				session.secretHash = rotation.to;
			}
			if (!(await extendSession(queries, session, { now, unlessWithin }))) {
				// Another renewal, or a rotation of its key, has written first: this one is answered as if it came later.
				const found = await findSessionById(queries, session.id);
				if (found === null || liveness(found.session, now) !== "live") throw ended;
				return { session: found.session, secret: derived };
			}
			const event = proven?.complete === true ? "authn_reauthenticate" : "session_renewed";
			await record({ event, userId: session.userId, sessionId: session.id, client });
			return { session, secret: derived };
		});
	};

	/** The secret to answer with (null for tokens) if the session was renewed just now; undefined if it was not. */
	async function secretIfJustRenewed(
		session: Session,
		presented: string | null,
		derived: string | null,
		now: number,
	): Promise<string | null | undefined> {
		// In either direction: the clock of another instance may be ahead.
		const isJustNow = (time: number) => Math.abs(now - time) < JUST_NOW;
		if (presented === null || derived === null) return isJustNow(session.lastSeenAt) ? null : undefined;
		if (session.secretHash === sha256(derived)) return isJustNow(session.lastSeenAt) ? derived : undefined;
		// The secret in force, unless another renewal came in between: it came when the one before ended.
		const inForce = sha256(presented);
		const previousUntil = await findPreviousSecretUntil(opened.reads, { id: session.id, inForce });
		if (previousUntil === null) return undefined;
		return isJustNow(previousUntil - config.renewalGrace) ? presented : undefined;
	}
}

/** The addresses of its key, and the setting for keys, hold for the whole life of a session. Throws forbidden. */
async function requireGoodKey(
	{ config, opened: { reads } }: Pick<Platform, "config" | "opened">,
	session: Session,
	{ address }: Client,
): Promise<void> {
	const { accessKey, userId } = session;
	if (accessKey === null) return;
	const of = { accessKeyId: accessKey.id, subject: subjectOf(session) };
	// Not the user of the session, who has the lower role of the key.
	const user = await findUserById(reads, userId);
	if (user !== null) requireMayHaveKeys(config, user, of);
	const key = await findKeyById(reads, accessKey.id);
	if (key === null || isAllowedFrom(key, address)) return;
	throw new LoginError("forbidden", { message: "This access key may not be used from this address.", ...of });
}
