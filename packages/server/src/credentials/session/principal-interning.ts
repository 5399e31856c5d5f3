import { LRUCache } from "lru-cache";
import type { Principal } from "./session.ts";
import { type SessionRow, toPrincipal } from "./session-store.ts";

/**
 * Returns the same principal object for equal rows of a session, so that what is formatted from it (times, responses) is
 * formatted once. It caches only what a row means: every row was read just now, and any difference makes a new principal.
 */
export function createPrincipalInterning(maxSessions = 4096): (row: SessionRow) => Principal {
	const interned = new LRUCache<string, { row: SessionRow; principal: Principal }>({ max: maxSessions });
	return (row) => {
		const known = interned.get(row.id);
		if (known !== undefined && areSame(row, known.row)) return known.principal;
		const principal = toPrincipal(row);
		interned.set(row.id, { row, principal });
		return principal;
	};
}

function areSame(one: SessionRow, other: SessionRow): boolean {
	for (const name in one) {
		if (one[name as keyof SessionRow] !== other[name as keyof SessionRow]) return false;
	}
	return true;
}
