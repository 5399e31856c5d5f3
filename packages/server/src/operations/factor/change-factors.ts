import type { Caller } from "../../credentials/session/caller.ts";
import type { RenewedSession } from "../../credentials/session/renew.ts";
import { requireLive } from "../../credentials/session/require-session.ts";
import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { Principal } from "../../credentials/session/session.ts";
import type { FactorKind } from "../../identity/factor/factor.ts";
import {
	listFactors,
	removeFactor,
	renameFactor,
	setSecondFactor,
} from "../../identity/factor/factor-store.ts";
import {
	countRecoveryCodes,
	removeRecoveryCodes,
	replaceRecoveryCodes,
} from "../../identity/factor/recovery-code-store.ts";
import type { AuthenticationMethod } from "../../identity/proof.ts";
import type { User } from "../../identity/user/user.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Uses } from "../uses.ts";

/** The caller's session continues with another secret or token: what was copied before is void soon. */
export interface Changed {
	renewed: RenewedSession;
	/** Shown once; null: the user has some already, or needs none. */
	recoveryCodes: string[] | null;
}

/** A change of what a login of the user requires, under the lock of the user's row. */
export interface FactorChange {
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

type ChangeFactorsUses = Uses<
	| "opened"
	| "audit"
	| "clock"
	| "makeRecoveryCodes"
	| "secondFactorPolicy"
	| "countOwnChange"
	| "renew"
	| "requireFresh"
>;

export type ChangeFactors = ReturnType<typeof createChangeFactors>;

/**
 * What users change of their factors in a session. Except for a name, each change takes a fresh authentication and happens in one
 * transaction that no other change of the same user overtakes; all but new recovery codes renew the caller's session. Throws
 * reauthentication_required, challenge_invalid (changed since), session_ended, rate_limited, overloaded.
 */
export function createChangeFactors({
	opened: { database, reads },
	audit,
	clock,
	makeRecoveryCodes,
	secondFactorPolicy,
	countOwnChange,
	renew,
	requireFresh,
}: ChangeFactorsUses) {
	async function requireFreshUser({ principal }: Caller): Promise<User> {
		const user = await findUserById(database, principal.user.id);
		if (user === null) throw new LoginError("session_ended");
		await requireFresh(database, principal.session, user);
		return user;
	}

	/** Nothing has happened since the call came in: codes take seconds to hash, time enough for the user to end this session. */
	async function confirm(
		queries: Queryable,
		{ session }: Principal,
		{ id: userId, factorsChangedAt: unless }: User,
		secondFactorAt: number | null,
		now: number,
	): Promise<void> {
		const isSame = await setSecondFactor(queries, { userId, secondFactorAt, now, unless });
		await requireLive(queries, session, now);
		const message = "Your factors were changed meanwhile. Look at them, then try again.";
		if (!isSame) throw new LoginError("challenge_invalid", message);
	}

	async function change(
		{ principal, secret, requester }: Caller,
		user: User,
		change: FactorChange,
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

	function requireDispensable(user: User): void {
		if (secondFactorPolicy.isRequired(user)) throw new LoginError("second_factor_demanded");
	}

	/** A passkey is lost with its device, so users of passkeys alone have recovery codes before; an app gets them by the switch. */
	async function requireWayBack(userId: string): Promise<void> {
		const factors = await listFactors(database, userId);
		if (factors.length === 0) throw new LoginError("factor_missing");
		if (factors.some(({ kind }) => kind !== "passkey")) return;
		const codes = await countRecoveryCodes(database, userId);
		if ((codes?.left ?? 0) === 0) throw new LoginError("recovery_codes_missing");
	}

	return {
		requireFreshUser,
		change,

		/** Gives one another name. No event records it. Throws not_found, rate_limited. */
		async rename(factor: { userId: string; id: string; name: string }): Promise<void> {
			const present = (await listFactors(reads, factor.userId)).find(({ id }) => id === factor.id);
			if (present === undefined) throw unknownFactor();
			if (present.name === factor.name) return;
			await audit.transact(async (queries) => {
				await countOwnChange(queries, factor.userId);
				if (!(await renameFactor(queries, factor))) throw unknownFactor();
			});
		},

		/** Removes one. Without another one, logins take one step again. Throws not_found, second_factor_demanded. */
		async remove(caller: Caller, id: string): Promise<Changed> {
			const user = await requireFreshUser(caller);
			const factors = await listFactors(database, user.id);
			const factor = factors.find((each) => each.id === id);
			if (factor === undefined) throw unknownFactor();
			const isLast = factors.length === 1;
			if (isLast) requireDispensable(user);
			return change(caller, user, {
				secondFactorAt: isLast ? null : user.secondFactorAt,
				needsRecoveryCodes: false,
				endsOthers: true,
				async work(queries, record) {
					await remove(queries, record, caller, factor);
					if (isLast) await removeRecoveryCodes(queries, user.id);
				},
			});
		},

		/** Turns two-step login on or off. Throws factor_missing, recovery_codes_missing, second_factor_demanded. */
		async switch(caller: Caller, on: boolean): Promise<Changed> {
			const user = await requireFreshUser(caller);
			if (!on) requireDispensable(user);
			if (on && user.secondFactorAt === null) await requireWayBack(user.id);
			return change(caller, user, {
				secondFactorAt: on ? (user.secondFactorAt ?? clock()) : null,
				needsRecoveryCodes: on,
				endsOthers: false,
				work: async () => {},
			});
		},

		/** New recovery codes; earlier ones are void. Throws factor_missing, rate_limited. */
		async renewRecoveryCodes(caller: Caller): Promise<string[]> {
			const { requester, principal } = caller;
			const user = await requireFreshUser(caller);
			if ((await listFactors(database, user.id)).length === 0) throw new LoginError("factor_missing");
			const { codes, hashes } = await makeRecoveryCodes(user.id, requester.signal);
			await audit.transact(async (queries, record) => {
				const now = clock();
				await confirm(queries, principal, user, user.secondFactorAt, now);
				await replaceRecoveryCodes(queries, { userId: user.id, hashes, now });
				const of = { userId: user.id, sessionId: principal.session.id, client: requester.client };
				await record({ event: "authn_recovery_codes_created", ...of });
			});
			return codes;
		},
	};

	async function remove(
		queries: Queryable,
		record: RecordEvent,
		{ principal, requester: { client } }: Caller,
		{ id, kind }: { id: string; kind: FactorKind },
	): Promise<void> {
		const { user, session } = principal;
		if (!(await removeFactor(queries, { userId: user.id, id }))) throw unknownFactor();
		const detail = { method: kind };
		const of = { userId: user.id, sessionId: session.id, client };
		await record({ event: "authn_factor_removed", ...of, detail });
	}
}

function unknownFactor(): LoginError {
	return new LoginError("not_found", "You have no factor with this id.");
}
