import type { Caller } from "../../credentials/session/caller.ts";
import type { FactorKind } from "../../identity/factor/factor.ts";
import { listFactors, removeFactor, renameFactor } from "../../identity/factor/factor-store.ts";
import {
	countRecoveryCodes,
	removeRecoveryCodes,
	replaceRecoveryCodes,
} from "../../identity/factor/recovery-code-store.ts";
import type { User } from "../../identity/user/user.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { createRequireFreshUser } from "../session/require-fresh-user.ts";
import type { Parts } from "../uses.ts";
import { type Changed, createApplyFactorChange } from "./apply-factor-change.ts";

export type ChangeFactors = ReturnType<typeof createChangeFactors>;

/**
 * What users change of their factors in a session. Except for a name, each change takes a fresh authentication and happens in one
 * transaction that no other change of the same user overtakes; all but new recovery codes renew the caller's session. Throws
 * reauthentication_required, challenge_invalid (changed since), session_ended, rate_limited, overloaded.
 */
export function createChangeFactors(parts: Parts) {
	const { opened, audit, clock, makeRecoveryCodes, secondFactorPolicy, countOwnChange } = parts;
	const { database, reads } = opened;
	const requireFreshUser = createRequireFreshUser(parts);
	const { confirm, change } = createApplyFactorChange(parts);

	function requireDispensable(user: User): void {
		if (secondFactorPolicy.isRequired(user)) throw new LoginError("second_factor_demanded");
	}

	return {
		requireFreshUser,
		change,

		/** Gives one another name. No event records it. Throws not_found, rate_limited. */
		async rename(factor: { userId: string; id: string; name: string }): Promise<void> {
			const current = (await listFactors(reads, factor.userId)).find(({ id }) => id === factor.id);
			if (current === undefined) throw unknownFactor();
			if (current.name === factor.name) return;
			await audit.transact(async (queries) => {
				await countOwnChange(queries, factor.userId);
				if (!(await renameFactor(queries, factor))) throw unknownFactor();
			});
		},

		/** Removes one. Without another one, logins take one step again. Throws not_found, second_factor_demanded. */
		async remove(caller: Caller, id: string): Promise<Changed> {
			const user = await requireFreshUser(caller.principal);
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
					await removeOne(queries, record, caller, factor);
					if (isLast) await removeRecoveryCodes(queries, user.id);
				},
			});
		},

		/** Turns two-step login on or off. Throws factor_missing, recovery_codes_missing, second_factor_demanded. */
		async switch(caller: Caller, on: boolean): Promise<Changed> {
			const user = await requireFreshUser(caller.principal);
			if (!on) requireDispensable(user);
			if (on && user.secondFactorAt === null) await requireWayBack(database, user.id);
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
			const user = await requireFreshUser(caller.principal);
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
}

/** A passkey is lost with its device, so users of passkeys alone have recovery codes before; an app gets them by the switch. */
async function requireWayBack(database: Queryable, userId: string): Promise<void> {
	const factors = await listFactors(database, userId);
	if (factors.length === 0) throw new LoginError("factor_missing");
	if (factors.some(({ kind }) => kind !== "passkey")) return;
	const codes = await countRecoveryCodes(database, userId);
	if ((codes?.left ?? 0) === 0) throw new LoginError("recovery_codes_missing");
}

async function removeOne(
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

function unknownFactor(): LoginError {
	return new LoginError("not_found", "You have no factor with this id.");
}
