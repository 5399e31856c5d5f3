import { everyPage, type Page, type PageOf, pageWithin } from "../../platform/database/keyset-page.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { type KeyOfUser, type KeyRow, toKey, withUsername } from "./access-key-store.ts";
import type { KeyFilter } from "./key-filter.ts";

/** Keys with the names of their users, those that end first before others. */
export async function pageOfKeys(
	queries: Queryable,
	{ userId, expiringBefore, unusedSince, neverUsed = false }: KeyFilter,
	{ now, ...of }: PageOf & { now: number },
): Promise<Page<KeyOfUser>> {
	let query = withUsername(queries);
	const isLiving = expiringBefore !== undefined || unusedSince !== undefined || neverUsed;
	if (userId !== undefined) query = query.where("access_keys.user_id", "=", userId);
	if (isLiving) query = query.where("access_keys.expires_at", ">", now);
	if (expiringBefore !== undefined) query = query.where("access_keys.expires_at", "<", expiringBefore);
	const { rows, next } = await pageWithin(queries, query, ["access_keys.expires_at", "access_keys.id"], {
		...of,
		filter: isLiving
			? ({ eb, and, fn }) =>
					and([
						eb("access_keys.ended_at", "is", null),
						...(neverUsed ? [eb("access_keys.last_used_at", "is", null)] : []),
						...(unusedSince === undefined
							? []
							: [eb(fn.coalesce("access_keys.last_used_at", "access_keys.created_at"), "<", unusedSince)]),
					])
			: null,
		positionOf: ({ expiresAt, id }) => [expiresAt, id],
	});
	const keys = rows.map(({ username, userDisabledAt, ...row }) => ({
		username,
		userDisabledAt,
		key: toKey(row as KeyRow),
	}));
	return { rows: keys, next };
}

/** All that fit, in the same order; a page at a time. */
export function listKeys(queries: Queryable, filter: KeyFilter, now: number): AsyncGenerator<KeyOfUser[]> {
	return everyPage((after) => pageOfKeys(queries, filter, { after, most: 500, now }));
}
