import type { SealingKeyring } from "./sealing-keyring.ts";

/** Opens a value of the database. null: no key opens it. */
export type Open = (sealed: string, context: string) => Promise<Buffer | null>;

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
		const box = keyring.box(label);
		return async (sealed, context) => {
			const bytes = Buffer.from(sealed, "base64url");
			const plain = box.open(bytes, context);
			if (plain !== null) return plain;
			await load();
			return box.open(bytes, context);
		};
	};
}
