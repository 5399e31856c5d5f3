import { LRUCache } from "lru-cache";
import type { Principal } from "./session.ts";
import { type SessionRow, toPrincipal } from "./session-store.ts";

/**
 * The principal of a row; the same one as before if the row says the same, so that what is spelled of it (times, answers)
 * is spelled once. It remembers what rows mean, not how they stand: each was read just now, and the least difference makes
 * another principal. `most` sessions.
 */
export function createSharedPrincipals(most = 4096): (row: SessionRow) => Principal {
	const remembered = new LRUCache<string, { row: SessionRow; principal: Principal }>({ max: most });
	return (row) => {
		const known = remembered.get(row.id);
		if (known !== undefined && areSame(row, known.row)) return known.principal;
		const principal = toPrincipal(row);
		remembered.set(row.id, { row, principal });
		return principal;
	};
}

function areSame(one: SessionRow, other: SessionRow): boolean {
	for (const name in one) {
		if (one[name as keyof SessionRow] !== other[name as keyof SessionRow]) return false;
	}
	return true;
}
