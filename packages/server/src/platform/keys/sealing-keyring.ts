import { Failure } from "../lib/failure.ts";
import type { Random } from "../lib/random.ts";
import { type Box, createKeyring, type Keyring } from "../lib/seal.ts";
import { keyState } from "./key-state.ts";
import type { SealingKeyRecord } from "./key-store.ts";

export type SealingKeyring = ReturnType<typeof createSealingKeyring>;

export const KID_LENGTH = 6;

/** The box that seals the sealing keys themselves. */
export function boxOfSealingKeys(master: Keyring): Box {
	return master.box("sealing key");
}

/**
 * What values are sealed with. The secret encrypts only a few random keys: it can be replaced without touching what
 * they have sealed. What is sealed begins with the name of its key, so several may be in use at once.
 *
 * `masters`: of the secrets that this process knows now, read anew for each key that was not opened before.
 * `macKey`: 32 bytes for names that must never change, such as those of counters.
 */
export function createSealingKeyring(masters: () => Keyring[], macKey: Buffer, random: Random) {
	const names = createKeyring(macKey.toString("base64url"), random);
	let opened = new Map<string, Keyring["box"]>();
	let active = "";

	/** Boxes are derived once for each key and purpose. */
	function boxesOf(keyring: Keyring): Keyring["box"] {
		const boxes = new Map<string, Box>();
		return (label) => {
			const box = boxes.get(label) ?? keyring.box(label);
			boxes.set(label, box);
			return box;
		};
	}

	function open({ kid, keySealed }: SealingKeyRecord): Keyring["box"] {
		for (const master of masters()) {
			const key = boxOfSealingKeys(master).open(Buffer.from(keySealed, "base64url"), kid);
			if (key !== null) return boxesOf(createKeyring(key.toString("base64url"), random));
		}
		throw new Failure("secret_mismatch", `The sealing key ${kid} is sealed under another secret.`);
	}

	return {
		/** Takes over the keys as they are now. A key that was deleted is forgotten, even if another one does not open. */
		load(keys: readonly SealingKeyRecord[]): void {
			const next: typeof opened = new Map();
			for (const kid of opened.keys()) if (!keys.some((key) => key.kid === kid)) opened.delete(kid);
			for (const key of keys) next.set(key.kid, opened.get(key.kid) ?? open(key));
			const found = keys.find((key) => keyState(key) === "active");
			if (found === undefined) throw new Error("There is no active sealing key.");
			opened = next;
			active = found.kid;
		},
		activeKid: () => active,
		mac: names.mac,
		box: (label: string): Box => ({
			seal(plain, context) {
				const boxOf = opened.get(active);
				if (boxOf === undefined) throw new Error("The sealing keys are not loaded.");
				return Buffer.concat([Buffer.from(active, "base64url"), boxOf(label).seal(plain, context)]);
			},
			open(sealed, context) {
				const kid = sealed.subarray(0, KID_LENGTH).toString("base64url");
				return opened.get(kid)?.(label).open(sealed.subarray(KID_LENGTH), context) ?? null;
			},
		}),
	};
}
