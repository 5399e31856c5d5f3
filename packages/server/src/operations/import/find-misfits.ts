import { findGroups } from "../../identity/user/group-store.ts";
import { findTakenExternalIds } from "../../identity/user/user-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { UserToImport } from "./check-user.ts";

type Candidate = UserToImport & { line: number };

/** Which users of a file do not fit what is stored: they name a group that does not exist, or the external id of another user. */
export function createFindMisfits(queries: Queryable) {
	/** External id → line. */
	const seen = new Map<string, number>();
	return async function findMisfits(users: readonly Candidate[]): Promise<Map<Candidate, string>> {
		const misfits = new Map<Candidate, string>();
		const groups = await findGroups(queries, new Set(users.flatMap((user) => user.groups)));
		const ids = users.flatMap(({ externalId }) => (externalId === null ? [] : [externalId]));
		const taken = await findTakenExternalIds(queries, ids);
		for (const user of users) {
			const { externalId, line } = user;
			const earlier = externalId === null ? undefined : seen.get(externalId);
			if (!user.groups.every((name) => groups.has(name)))
				misfits.set(user, "groups names one that does not exist");
			else if (earlier !== undefined) misfits.set(user, `externalId is that of line ${earlier}`);
			else if (externalId !== null && taken.has(externalId))
				misfits.set(user, "externalId is that of a user of this service");
			else if (externalId !== null) seen.set(externalId, line);
		}
		return misfits;
	};
}
