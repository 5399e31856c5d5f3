import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { CheckedPasskey } from "./check-new-passkey.ts";
import { passkeyName } from "./passkey-makers.ts";
import { insertPasskey } from "./passkey-store.ts";

interface Owned {
	id: string;
	userId: string;
	/** null: named by who keeps it. */
	name: string | null;
	rpId: string;
	now: number;
}

/** Adds a passkey that was checked. Throws factor_exists: this or another user has it. */
export async function storeNewPasskey(
	queries: Queryable,
	made: CheckedPasskey,
	{ id, userId, name, rpId, now }: Owned,
): Promise<void> {
	const isNew = await insertPasskey(queries, {
		id,
		user_id: userId,
		name: name ?? passkeyName(made.aaguid),
		credential_id: made.credentialId,
		public_key: Buffer.from(made.publicKey).toString("base64url"),
		sign_count: made.signCount,
		transports: made.transports.join(" "),
		aaguid: made.aaguid,
		backup_eligible: Number(made.backupEligible),
		backed_up: Number(made.backedUp),
		discoverable: made.discoverable === null ? null : Number(made.discoverable),
		rp_id: rpId,
		created_at: now,
		last_used_at: null,
	});
	if (!isNew) throw new LoginError("factor_exists", "This passkey was added already.");
}
