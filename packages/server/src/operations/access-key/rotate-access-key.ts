import { shortenSessionsOfKey } from "../../credentials/session/session-limit-store.ts";
import { type AccessKey, stateOfKey } from "../../identity/access-key/access-key.ts";
import { lockKey, setKeySuccessor } from "../../identity/access-key/access-key-store.ts";
import { type MadeKey, newAccessKey } from "../../identity/access-key/new-access-key.ts";
import type { User } from "../../identity/user/user.ts";
import type { Client, RecordEvent } from "../../platform/audit/audit.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import { endAccessKey } from "./end-access-key.ts";
import { limitsOfKey } from "./key-policy.ts";

/** Milliseconds for which the old key stays good, unless asked otherwise. */
export const USUAL_OVERLAP = 24 * HOUR;

interface Rotation {
	/** Whose row is locked. */
	user: Pick<User, "id" | "kind">;
	key: AccessKey;
	/** Milliseconds. */
	overlap: number;
	client: Client | null;
	config: Pick<Config, "accessKeyMaximum">;
	now: number;
	random: Random;
}

/**
 * A new key with the same limits; the old one ends after the overlap, with its sessions. Rotated again while the new one was never
 * used, that one is replaced: an answer that was lost costs nothing. Part of a transaction. Throws access_key_inactive.
 */
export async function rotateAccessKey(
	queries: Queryable,
	record: RecordEvent,
	{ user, key, overlap, client, config, now, random }: Rotation,
): Promise<MadeKey> {
	const current = await lockKey(queries, key.id);
	if (current === null || stateOfKey(current, now) !== "active") throw new LoginError("access_key_inactive");
	if (current.replacedBy !== null) {
		const successor = await lockKey(queries, current.replacedBy);
		if (successor !== null && successor.lastUsedAt !== null) throw new LoginError("access_key_inactive");
		if (successor !== null)
			await endAccessKey(queries, record, { key: successor, user, reason: "rotated", now, client });
	}
	const limits = limitsOfKey(current, config);
	const of = { user, replaces: current.id, client, now, random };
	const made = await newAccessKey(queries, record, { ...limits, ...of });
	const expiresAt = Math.min(current.expiresAt, now + overlap);
	await setKeySuccessor(queries, { id: current.id, replacedBy: made.key.id, expiresAt });
	if (expiresAt <= now)
		await endAccessKey(queries, record, { key: current, user, reason: "rotated", now, client });
	else await shortenSessionsOfKey(queries, current.id, expiresAt);
	return made;
}
