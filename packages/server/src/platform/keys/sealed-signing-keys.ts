import type { SealedColumn } from "./sealed-column.ts";

export const sealedSigningKeys: SealedColumn = {
	table: "signing_keys",
	column: "private_jwk_sealed",
	key: "kid",
	label: "signing key",
	// Without a signing key, tokens are lost.
	async onUnreadable(_queries, _record, { id }) {
		throw new Error(`The signing key ${id} cannot be opened. Run: sallyport key rotate --compromised`);
	},
};
