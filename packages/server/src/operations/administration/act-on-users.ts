import { LoginError } from "../../platform/errors.ts";
import type { UserAdministration } from "./administer-users.ts";

export const bulkActions = [
	"disable",
	"enable",
	"unlock",
	"end_sessions",
	"invite",
	"add_group",
	"remove_group",
	"delete",
] as const;

export type BulkAction = (typeof bulkActions)[number];

interface ActedOn {
	id: string;
	status: "done" | "refused";
	/** Of the refusal. */
	code: string | null;
}

/**
 * Does the same to many users, each in a transaction of its own: what is refused for one leaves the others done. The events of one call
 * have the same request id. Anything but a refusal ends it where it is; done once more, it does the rest.
 */
export function createActOnUsers({ users }: { users: UserAdministration }) {
	const acts: Record<BulkAction, (id: string, how: { group: string; exceptId: string }) => Promise<unknown>> =
		{
			disable: (id) => users.disable({ id }),
			enable: (id) => users.enable({ id }),
			unlock: (id) => users.unlock({ id }),
			end_sessions: (id, { exceptId }) => users.endSessions({ id }, exceptId),
			invite: (id) => users.invite({ id }, "mail"),
			add_group: (id, { group }) => users.set({ id }, {}, { join: [group] }),
			remove_group: (id, { group }) => users.set({ id }, {}, { leave: [group] }),
			delete: (id) => users.remove({ id }),
		};

	/** `exceptId`: the session that `end_sessions` leaves. */
	return async function actOn(
		action: BulkAction,
		ids: readonly string[],
		{ group = "", exceptId }: { group?: string | undefined; exceptId: string },
	): Promise<ActedOn[]> {
		const results: ActedOn[] = [];
		for (const id of ids)
			try {
				await acts[action](id, { group, exceptId });
				results.push({ id, status: "done", code: null });
			} catch (error) {
				if (!(error instanceof LoginError)) throw error;
				results.push({ id, status: "refused", code: error.code });
			}
		return results;
	};
}
