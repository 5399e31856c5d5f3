import type { Audit, Client } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import { LoginError } from "../errors.ts";
import type { Clock } from "../lib/clock.ts";
import { sha256 } from "../lib/hash.ts";
import type { DemandGoodPassword } from "../password/demand-good-password.ts";
import type { PasswordHasher } from "../password/hash.ts";
import { endOnRecord } from "../session/end-on-record.ts";
import type { StartedSession, StartSession } from "../session/start-session.ts";
import { findUserById, setPasswordHash, type User } from "../user/user-store.ts";
import { findSetupLink, type SetupLink, useSetupLink } from "./setup-link-store.ts";

interface CompleteSetupDependencies {
	database: Queryable;
	audit: Audit;
	clock: Clock;
	hasher: PasswordHasher;
	demandGoodPassword: DemandGoodPassword;
	startSession: StartSession;
	unlock: (username: string) => Promise<void>;
}

/**
 * The owner of a setup link sets a password and is logged in: first admin, invited user, reset. The link works once;
 * sessions that were open before a reset end. Throws not_found, setup_link_used, password_rejected, overloaded.
 */
export function createCompleteSetup(dependencies: CompleteSetupDependencies) {
	const { database, audit, clock, hasher, demandGoodPassword, startSession, unlock } = dependencies;

	/** The link and its user, if it may be used now. */
	async function demandOpenLink(token: string): Promise<{ link: SetupLink; user: User }> {
		const link = await findSetupLink(database, sha256(token));
		if (link !== null && link.usedAt !== null) throw new LoginError("setup_link_used");
		const user =
			link === null || link.expiresAt <= clock() ? null : await findUserById(database, link.userId);
		if (link === null || user === null || user.disabledAt !== null) throw dead();
		return { link, user };
	}

	return async function completeSetup(
		given: { token: string; password: string },
		/** The live session whose cookie came along; the new one takes its place. */
		replacedSessionId: string | null,
		client: Client,
		signal: AbortSignal,
	): Promise<StartedSession & { user: User }> {
		const { link, user } = await demandOpenLink(given.token);
		await demandGoodPassword("/password", given.password, user);
		const passwordHash = await hasher.hash(given.password, signal);
		const started = await audit.transact(async (queries, record) => {
			const now = clock();
			if (!(await useSetupLink(queries, link.id, now))) return null;
			// Disabled while the password was being hashed. The link is not used up: thrown here, that is undone.
			if (!(await setPasswordHash(queries, { id: user.id, passwordHash, now, whileEnabled: true })))
				throw dead();
			await endOnRecord(queries, record, { userId: user.id }, { reason: "password_changed", now, client });
			if (replacedSessionId !== null) {
				await endOnRecord(queries, record, { ids: [replacedSessionId] }, { reason: "replaced", now, client });
			}
			await record({ event: "user_password_set", userId: user.id, client });
			return startSession(queries, record, { userId: user.id, kind: "cookie", client });
		});
		if (started === null) throw new LoginError("setup_link_used");
		await unlock(user.username);
		return { ...started, user };
	};
}

/** One answer for unknown, expired and replaced links, and for those of disabled users. */
function dead(): LoginError {
	return new LoginError("not_found", {
		message: "This setup link does not work any more. Ask for a new one.",
	});
}
