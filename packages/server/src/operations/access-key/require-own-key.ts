import type { Caller } from "../../credentials/session/caller.ts";
import type { AccessKey } from "../../identity/access-key/access-key.ts";
import { findKeyById } from "../../identity/access-key/access-key-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { isUuid } from "../../platform/lib/random.ts";

/** Throws not_found: there is none, or it is another user's. */
export async function requireOwnKey(
	queries: Queryable,
	{ principal }: Pick<Caller, "principal">,
	id: string,
): Promise<AccessKey> {
	const key = isUuid(id) ? await findKeyById(queries, id) : null;
	if (key?.userId === principal.user.id) return key;
	throw new LoginError("not_found", "You have no access key with this id.");
}
