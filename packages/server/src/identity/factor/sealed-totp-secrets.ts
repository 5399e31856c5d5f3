import type { Open } from "../../platform/keys/open-stored.ts";
import type { SealedColumn } from "../../platform/keys/sealed-column.ts";
import type { Box } from "../../platform/lib/seal.ts";

const UUID_LENGTH = 36;

/** An attacker who knows the sealing keys and the database can make codes, but still needs the passwords. */
export const sealedTotpSecrets: SealedColumn = {
	table: "totp_secrets",
	column: "secret_sealed",
	key: "id",
	label: "totp secret",
	// It stays, and no code of it is right any more: without it, a password alone would log in.
	async onUnreadable() {},
};

/** Bound to its row and to its user: a row that was moved to another user does not open. */
export function sealTotpSecret(
	box: Box,
	{ id, userId, secret }: { id: string; userId: string; secret: Buffer },
): string {
	return box.seal(Buffer.concat([Buffer.from(userId), secret]), id).toString("base64url");
}

/** null: sealed under a key that is gone, or of another user. */
export async function openTotpSecret(
	open: Open,
	{ id, userId, secretSealed }: { id: string; userId: string; secretSealed: string },
): Promise<Buffer | null> {
	const plain = await open(secretSealed, id);
	return plain?.subarray(0, UUID_LENGTH).toString() === userId ? plain.subarray(UUID_LENGTH) : null;
}
