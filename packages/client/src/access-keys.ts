import type { CallOptions, Connection } from "./connection.ts";
import type {
	AccessKeyList,
	AccessKeyRotation,
	EndedAnswer,
	MadeAccessKey,
	MessageAnswer,
	NewAccessKey,
} from "./contract.generated.ts";

export type ListedAccessKey = AccessKeyList["accessKeys"][number];

/**
 * The user's own access keys, by a cookie session: a token may make none. A program logs in with one by `createProgramClient`. The result shows the
 * key and its CSRF token; the key is never shown again. Rejects with `reauthentication_required`, `access_key_limit`, `forbidden`, …
 */
export function makeAccessKey(
	{ send }: Connection,
	key: NewAccessKey,
	options?: CallOptions,
): Promise<MadeAccessKey> {
	const { name, days, role, scopes, addresses } = key;
	// JSON leaves out what is undefined.
	const body = { name, days, role, scopes, addresses } as NewAccessKey;
	return send("POST /api/auth/access-keys", { ...options, body });
}

/** Living ones, and those that ended in the last 400 days; the newest first, and never the keys themselves. */
export async function listAccessKeys(
	{ send }: Connection,
	options?: CallOptions,
): Promise<ListedAccessKey[]> {
	return (await send("GET /api/auth/access-keys", options)).accessKeys;
}

export function renameAccessKey(
	{ send }: Connection,
	{ id, name }: { id: string; name: string },
	options?: CallOptions,
): Promise<MessageAnswer> {
	return send("PATCH /api/auth/access-keys/{id}", { ...options, id, body: { name } });
}

/**
 * A new key with the same limits; the old one ends after `overlap` seconds, a day unless given. Until the new one is used, a second
 * call replaces it, so a lost response costs nothing. Rejects with `access_key_inactive`, or as `makeAccessKey` does.
 */
export function rotateAccessKey(
	{ send }: Connection,
	{ id, overlap }: { id: string } & AccessKeyRotation,
	options?: CallOptions,
): Promise<MadeAccessKey> {
	const body = overlap === undefined ? {} : { overlap };
	return send("POST /api/auth/access-keys/{id}/rotate", { ...options, id, body });
}

/** Ends its sessions too. Rejects with `reauthentication_required`, `not_found`, … */
export function endAccessKey({ send }: Connection, id: string, options?: CallOptions): Promise<EndedAnswer> {
	return send("DELETE /api/auth/access-keys/{id}", { ...options, id });
}
