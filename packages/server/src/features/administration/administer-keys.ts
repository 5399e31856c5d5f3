import type { Keys } from "../../platform/keys/create-keys.ts";
import type { ReplacedSealingKeys } from "../../platform/keys/rotate-sealing-key.ts";
import { createRotateSecret } from "../../platform/keys/rotate-secret.ts";
import type { MasterSecret } from "../../platform/keys/secret.ts";
import type { Platform } from "../../platform/platform.ts";
import { nextSecret } from "./next-secret.ts";
import { createReplaceSecret, type ReplacedSecret } from "./replace-secret.ts";
import { createReplaceSigningKeys, type ReplaceSigningKeys } from "./replace-signing-keys.ts";

interface RotatedSecret {
	/** Where the new secret is; null when the operator has announced it. */
	path: string | null;
}

/** What an operator may do to keys: the next one takes over, or, when a stranger knows them, all of them are replaced. */
export interface KeyAdministration {
	/** Throws RotationTooEarly unless `force`. */
	rotateSigningKey: Keys["signingKeyRotation"]["rotate"];
	replaceSigningKeys: ReplaceSigningKeys;
	/** Throws RotationTooEarly unless `force`. */
	rotateSealingKey: Keys["sealingKeyRotation"]["rotate"];
	replaceSealingKeys(): Promise<ReplacedSealingKeys>;
	/** Throws secret_next_missing, secret_in_force; SecretNotAnnounced unless `force`. */
	rotateSecret(force: boolean): Promise<RotatedSecret>;
	/** The secret and every key under it. Throws as rotateSecret does. */
	replaceSecret(force: boolean): Promise<RotatedSecret & ReplacedSecret>;
}

export function createKeyAdministration(
	deployment: Platform & Keys & { secret: MasterSecret },
): KeyAdministration {
	const { clock, opened, audit, signingKeyRotation, sealingKeyRotation } = deployment;
	const { transact } = audit;
	const uses = { database: opened.database, transact, clock, signingKeyRotation, sealingKeyRotation };
	const rotateSecret = createRotateSecret({ transact, clock });
	const replaceSecret = createReplaceSecret(uses);
	return {
		rotateSigningKey: signingKeyRotation.rotate,
		replaceSigningKeys: createReplaceSigningKeys(uses),
		rotateSealingKey: sealingKeyRotation.rotate,
		replaceSealingKeys: () => transact(sealingKeyRotation.replaceAll),
		async rotateSecret(force) {
			const { from, to, path, file } = nextSecret(deployment);
			await rotateSecret(from, to, { force, file });
			return { path };
		},
		async replaceSecret(force) {
			const { from, to, path, file } = nextSecret(deployment);
			return { path, ...(await replaceSecret(from, to, { force, file })) };
		},
	};
}
