import type { Client, RecordEvent } from "../../platform/audit/audit.ts";
import { isReserved } from "../../platform/config/scopes.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { DAY } from "../../platform/lib/clock.ts";
import { type Random, randomUuid } from "../../platform/lib/random.ts";
import type { User } from "../user/user.ts";
import type { AccessKey } from "./access-key.ts";
import { insertKey } from "./access-key-store.ts";
import { accessKeyForm } from "./key-form.ts";

export type KeyLimits = Pick<AccessKey, "name" | "role" | "scopes" | "addresses" | "lifetimeDays">;

/** A key that was just made; `secret` is shown now, and never again. */
export interface MadeKey {
	key: AccessKey;
	secret: string;
}

/** Makes a key of this user. Part of a transaction. */
export async function newAccessKey(
	queries: Queryable,
	record: RecordEvent,
	made: KeyLimits & {
		user: Pick<User, "id" | "kind">;
		/** The key whose place it takes. */
		replaces: string | null;
		client: Client | null;
		now: number;
		random: Random;
	},
): Promise<MadeKey> {
	const { user, client, now, random, replaces, name, role, scopes, addresses, lifetimeDays } = made;
	const secret = accessKeyForm.make(random);
	const key: AccessKey = {
		id: randomUuid(random),
		userId: user.id,
		name,
		hint: accessKeyForm.hintOf(secret),
		csrfReference: random(16).toString("base64url"),
		role,
		scopes,
		addresses,
		lifetimeDays,
		createdAt: now,
		expiresAt: now + lifetimeDays * DAY,
		lastUsedAt: null,
		lastUsedAddress: null,
		endedAt: null,
		endReason: null,
		replacedBy: null,
		warnedAtDays: null,
	};
	await insertKey(queries, key, accessKeyForm.hashOf(secret));
	const detail = {
		...inEvents(key, user),
		...(user.kind === "service" ? { name } : {}),
		days: lifetimeDays,
		role,
		...(scopes === null ? {} : { scopes }),
		...(scopes?.some(isReserved) ? { administers: true } : {}),
		...(replaces === null ? {} : { replaces }),
	};
	await record({ event: "access_key_created", userId: user.id, client, detail });
	return { key, secret };
}

/** How events name a key. */
export function inEvents({ id, hint }: Pick<AccessKey, "id" | "hint">, { kind }: Pick<User, "kind">) {
	return { accessKeyId: id, hint, ...(kind === "service" ? { service: true } : {}) };
}
