import type { Transact } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import type { AddSealingKey } from "./add-sealing-key.ts";
import { reencrypt } from "./reencrypt.ts";
import { createKeyRotation, type KeyRotation } from "./rotate-keys.ts";
import type { SealedColumn } from "./sealed-column.ts";
import { listSealingKeys, removeSealingKeysRetiredBefore, updateSealingKey } from "./sealing-key-store.ts";
import type { SealingKeyring } from "./sealing-keyring.ts";

/** Every instance, also of the release before, reads the keys at least this often; milliseconds. */
const KNOWN_AFTER = 120_000;

export interface SealingKeyRotation extends KeyRotation {
	/** Loads the keys as they are now: what was deleted opens and seals nothing here any more. */
	load(): Promise<void>;
}

/** With each rotation, what is sealed at rest is re-encrypted. Whatever changes the keys loads them again. */
export function createSealingKeyRotation(dependencies: {
	/** For looks without a lock. */
	reads: Queryable;
	transact: Transact;
	clock: Clock;
	add: AddSealingKey;
	keyring: SealingKeyring;
	newKeyring: () => SealingKeyring;
	/** What is re-encrypted. */
	sealedColumns: readonly SealedColumn[];
	/** Milliseconds. */
	lifetime: number;
	/** The longest life of what is sealed and handed out. */
	keptFor: number;
}): SealingKeyRotation {
	const { reads, keyring, newKeyring, sealedColumns } = dependencies;

	async function load(): Promise<void> {
		keyring.load(await listSealingKeys(reads));
	}

	const rotation = createKeyRotation({
		...dependencies,
		kind: "sealing_key",
		list: listSealingKeys,
		update: updateSealingKey,
		removeRetiredBefore: removeSealingKeysRetiredBefore,
		knownAfter: KNOWN_AFTER,
		async rotated(queries, record, now) {
			// One of its own: the keyring in use shows what is committed.
			const own = newKeyring();
			own.load(await listSealingKeys(queries));
			await reencrypt(queries, record, sealedColumns, { from: own, to: own, now });
		},
		committed: load,
	});
	return { ...rotation, load };
}
