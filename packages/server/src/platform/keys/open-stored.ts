import type { Box } from "../lib/seal.ts";
import type { SealingKeyring } from "./sealing-keyring.ts";

/** Opens a value of the database. null: no key opens it. */
export type Open = (sealed: string, context: string) => Promise<Buffer | null>;

/** By the keys of this moment. */
export const openWith =
	(box: Pick<Box, "open">): Open =>
	async (sealed, context) =>
		box.open(Buffer.from(sealed, "base64url"), context);

export type OpenStored = (label: string) => Open;

/**
 * For what is stored: another instance may have replaced the keys a moment ago, and sealed the value anew. So a value that does not open
 * makes this one `load` them, and is tried again.
 */
export function createOpenStored({
	keyring,
	load,
}: {
	keyring: Pick<SealingKeyring, "box">;
	load: () => Promise<void>;
}): OpenStored {
	return (label) => {
		const open = openWith(keyring.box(label));
		return async (sealed, context) => {
			const plain = await open(sealed, context);
			if (plain !== null) return plain;
			await load();
			return open(sealed, context);
		};
	};
}
