import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { noteDue } from "../../identity/factor/note-due.ts";
import { createSecondFactorPolicy } from "../../identity/factor/policy.ts";
import { writeRole } from "../../identity/user/profile-store.ts";
import type { User } from "../../identity/user/user.ts";
import { lockUser } from "../../identity/user/user-store.ts";
import type { Platform } from "../../platform/platform.ts";
import { endOpenSetupLinks } from "../setup-link/setup-link-store.ts";
import {
	type ChangeUser,
	requireInReach,
	requireOtherAccount,
	requirePerson,
	unknownUser,
	type Which,
} from "./change-user.ts";
import { keepAnAdmin, type Override } from "./keep-an-admin.ts";

/**
 * A former admin loses the tokens that say admin. A new one keeps no session that a login as an admin would not have begun: on a trusted
 * device the password was enough, and before an overdue second factor too.
 */
export function createSetRole({ audit, clock, config, change }: Platform & Pick<ChangeUser, "change">) {
	const policy = createSecondFactorPolicy(config, clock);

	/** Which sessions end with the change; null: none. */
	function endedBy(user: User): Parameters<typeof revokeSessions>[2] | null {
		if (user.role === "user") return { tokensOf: [user.id] };
		const takesTwo = user.secondFactorAt !== null || policy.requirementOf(user) === "enrol";
		return takesTwo ? { ofOneFactor: user.id } : null;
	}

	return (which: Which, role: User["role"], override: Override = {}) =>
		change(which, async (user, queries, record) => {
			if (role === "admin") requirePerson(user);
			requireInReach({ role }, audit.actor);
			requireOtherAccount(user, audit.actor);
			if (role !== "admin") await keepAnAdmin(queries, user, override, clock());
			const { id } = user;
			const before = await lockUser(queries, id);
			if (before === null) throw unknownUser();
			const { role: formerRole } = before;
			if (formerRole === role) return { role, formerRole, ended: 0, linksEnded: 0 };
			await writeRole(queries, id, role);
			await record({ event: "user_updated", userId: id, detail: { members: ["role"], role, formerRole } });
			// Made for a user, it would let its holder in as an admin.
			const links = role === "admin" ? await endOpenSetupLinks(queries, clock(), { userId: id }) : [];
			for (const { userId } of links) await record({ event: "setup_link_ended", userId });
			// A date from an earlier time as an admin would leave no time at all.
			const secondFactorDueAt = policy.isRequired(before) ? before.secondFactorDueAt : null;
			const after = { ...before, role, secondFactorDueAt };
			// A command without the settings of the service would clear the date of one that has them.
			if (policy.isRequired(after)) await noteDue(queries, policy, after);
			const end = { reason: "revoked_by_admin", now: clock() } as const;
			const which = endedBy(after);
			const ended = which === null ? 0 : await revokeSessions(queries, record, which, end);
			return { role, formerRole, ended, linksEnded: links.length };
		});
}
