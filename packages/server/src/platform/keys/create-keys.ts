import type { Transact } from "../audit/audit.ts";
import type { Config } from "../config/config.ts";
import type { OpenedDatabase } from "../database/open.ts";
import type { Clock } from "../lib/clock.ts";
import type { Random } from "../lib/random.ts";
import type { Keyring } from "../lib/seal.ts";
import type { MaintenanceTask } from "../maintenance.ts";
import { createAddSealingKey } from "./add-sealing-key.ts";
import { keysOf } from "./fitting-secret.ts";
import { createReplaceSealingKeys, type ReplaceSealingKeys } from "./replace-sealing-keys.ts";
import { createSealingKeyRotation, type SealingKeyRotation } from "./rotate-sealing-key.ts";
import { createSigningKeyRotation, type SigningKeyRotation } from "./rotate-signing-key.ts";
import type { SealedColumn } from "./sealed-column.ts";
import { listSealingKeys } from "./sealing-key-store.ts";
import { createSealingKeyring, type SealingKeyring } from "./sealing-keyring.ts";
import { findSecrets, type MasterSecret, secretPath } from "./secret.ts";
import { createSettleSecretFile } from "./settle-secret-file.ts";
import { createSigningKeys, type SigningKeys } from "./signing-keys.ts";

/** The keys of a deployment: the secret seals the sealing keys, and those seal the signing keys. */
export interface Keys {
	/** Of the secret and of those that may take its place, as they are known now. */
	masters: () => Keyring[];
	keyring: SealingKeyring;
	signingKeys: SigningKeys;
	signingKeyRotation: SigningKeyRotation;
	sealingKeyRotation: SealingKeyRotation;
	replaceSealingKeys: ReplaceSealingKeys;
	settleSecretFile: () => Promise<void>;
	maintenance: MaintenanceTask[];
}

/** An instance uses sealing keys that a command has deleted for this long at most; milliseconds. */
const RELOAD_EVERY = 1_000;

export function createKeys({
	config,
	clock,
	random,
	opened,
	transact,
	secret,
	macKey,
	sealedColumns,
}: {
	config: Config;
	clock: Clock;
	random: Random;
	opened: OpenedDatabase;
	transact: Transact;
	secret: MasterSecret;
	macKey: Buffer;
	sealedColumns: readonly SealedColumn[];
}): Keys {
	// One in memory is found nowhere else.
	const masters = () => keysOf([...findSecrets(config), secret], random).map(({ master }) => master);
	const newKeyring = () => createSealingKeyring(masters, macKey, random);
	const keyring = newKeyring();
	const signingKeys = createSigningKeys({ database: opened.reads, clock, box: keyring.box("signing key") });
	const signingKeyRotation = createSigningKeyRotation({
		clock,
		transact,
		async sealingBox(queries) {
			const present = newKeyring();
			present.load(await listSealingKeys(queries));
			return present.box("signing key");
		},
		algorithm: config.tokenAlgorithm,
		signingKeyLifetime: config.signingKeyLifetime,
		tokenLifetime: config.tokenLifetime,
	});
	const add = createAddSealingKey({ clock, random, masters });
	const sealingKeyRotation = createSealingKeyRotation({
		reads: opened.reads,
		transact,
		clock,
		add,
		keyring,
		newKeyring,
		sealedColumns,
		lifetime: config.sealingKeyLifetime,
		keptFor: Math.max(config.deviceLifetime, config.sessionAbsolute, config.preSessionLifetime),
	});
	return {
		masters,
		keyring,
		signingKeys,
		signingKeyRotation,
		sealingKeyRotation,
		replaceSealingKeys: createReplaceSealingKeys({ clock, add, newKeyring, sealedColumns }),
		settleSecretFile: createSettleSecretFile({ transact, random, path: secretPath(config.databaseUrl) }),
		maintenance: [
			// First, so that a new signing key is sealed with a key that exists.
			{ run: () => sealingKeyRotation.maintain() },
			{ run: () => signingKeyRotation.maintain() },
			{
				// A key that does not open is in the log, whether or not anyone logs in.
				async run() {
					await signingKeys.active();
				},
			},
			{ run: sealingKeyRotation.load, every: RELOAD_EVERY },
		],
	};
}
