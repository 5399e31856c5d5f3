import type { Caller } from "../../credentials/session/caller.ts";
import { requireStillLive } from "../../credentials/session/require-session.ts";
import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { Principal } from "../../credentials/session/session.ts";
import type { StartedSession } from "../../credentials/session/start-session.ts";
import { setSecondFactor } from "../../identity/factor/factor-store.ts";
import {
	countRecoveryCodes,
	removeRecoveryCodes,
	replaceRecoveryCodes,
} from "../../identity/factor/recovery-code-store.ts";
import type { AuthenticationMethod } from "../../identity/proof.ts";
import type { User } from "../../identity/user/user.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Parts } from "../uses.ts";

/** The caller's session continues with another secret or token: what was copied before is void soon. */
export interface Changed {
	renewed: StartedSession;
	/** Shown once; null: the user has some already, or needs none. */
	recoveryCodes: string[] | null;
}

/** A change of what a login of the user requires, under the lock of the user's row. */
interface LoginChange {
	/** Since when a login takes two steps; null: it does not. */
	secondFactorAt: number | null;
	/** What the caller has proven by it, besides what the session rests on. */
	proves?: readonly AuthenticationMethod[];
	/** Whether recovery codes are made if the user has none. */
	needsRecoveryCodes: boolean;
	/** Whether all other sessions end: they rest on less, or on what is gone. */
	endsOthers: boolean;
	/** The change itself. */
	work: (queries: Queryable, record: RecordEvent, now: number) => Promise<void>;
}

/** What the changes of factors have in common: who may make them, and what happens with them in one transaction. */
export function createApplyFactorChange({
	opened: { database },
	audit,
	clock,
	makeRecoveryCodes,
	renew,
}: Parts) {
	/** Nothing has happened since the call came in: codes take seconds to hash, time enough for the user to end this session. */
	async function confirm(
		queries: Queryable,
		{ session }: Principal,
		{ id: userId, factorsChangedAt: unless }: User,
		secondFactorAt: number | null,
		now: number,
	): Promise<void> {
		const isSame = await setSecondFactor(queries, { userId, secondFactorAt, now, unless });
		await requireStillLive(queries, session, now);
		const message = "Your factors were changed meanwhile. Look at them, then try again.";
		if (!isSame) throw new LoginError("challenge_invalid", message);
	}

	async function change(
		{ principal, secret, requester }: Caller,
		user: User,
		change: LoginChange,
	): Promise<Changed> {
		const { client } = requester;
		const { session } = principal;
		const { id: userId, secondFactorAt: before } = user;
		const { secondFactorAt: after, needsRecoveryCodes, endsOthers, work, proves = [] } = change;
		const lacksCodes = needsRecoveryCodes && ((await countRecoveryCodes(database, userId))?.left ?? 0) === 0;
		const made = lacksCodes ? await makeRecoveryCodes(userId, requester.signal) : null;
		const of = { userId, sessionId: session.id, client };
		await audit.transact(async (queries, record) => {
			const now = clock();
			await confirm(queries, principal, user, after, now);
			await work(queries, record, now);
			if (made !== null) {
				await replaceRecoveryCodes(queries, { userId, hashes: made.hashes, now });
				await record({ event: "authn_recovery_codes_created", ...of });
			}
			if (before === null && after !== null) await record({ event: "authn_second_factor_on", ...of });
			if (before !== null && after === null) {
				await removeRecoveryCodes(queries, userId);
				await record({ event: "authn_second_factor_off", ...of });
			}
			if (endsOthers || (before === null) !== (after === null)) {
				const end = { reason: "factors_changed", now, client } as const;
				await revokeSessions(queries, record, { userId, exceptId: session.id }, end);
			}
		});
		const amr = [...new Set([...session.amr, ...proves])];
		const renewed = await renew(principal, secret, client, { amr, complete: false });
		return { renewed, recoveryCodes: made?.codes ?? null };
	}

	return { confirm, change };
}
