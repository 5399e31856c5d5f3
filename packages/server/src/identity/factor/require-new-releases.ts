import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { ALIVE_FOR, listInstancesSeenAfter } from "../../platform/keys/instance-store.ts";

/** The first release that asks for second factors. */
const FIRST = [0, 2, 0] as const;

/**
 * Throws upgrade_in_progress while an instance of an earlier release runs, which would accept a password alone. Part of the
 * transaction that switches two-step login on.
 */
export async function requireNewReleases(queries: Queryable, now: number): Promise<void> {
	const running = await listInstancesSeenAfter(queries, now - ALIVE_FOR);
	const old = running.filter(({ version }) => !knowsFactors(version));
	if (old.length === 0) return;
	const lastSeenAt = Math.max(...old.map(({ seenAt }) => seenAt));
	const retryAfter = Math.max(1, Math.ceil((lastSeenAt + ALIVE_FOR - now) / 1000));
	throw new LoginError("upgrade_in_progress", { retryAfter });
}

function knowsFactors(version: string): boolean {
	const parts = version.split(/[.+-]/).map(Number);
	const differing = FIRST.findIndex((part, at) => parts[at] !== part);
	return differing === -1 || (parts[differing] ?? 0) > (FIRST[differing] ?? 0);
}
