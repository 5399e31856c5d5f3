import type { Transact } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { removeKeys } from "../../platform/keys/key-store.ts";
import type { ReplacedSealingKeys, SealingKeyRotation } from "../../platform/keys/rotate-sealing-key.ts";
import { createRotateSecret, type SecretRotationOptions } from "../../platform/keys/rotate-secret.ts";
import type { SigningKeyRotation } from "../../platform/keys/rotate-signing-key.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { Keyring } from "../../platform/lib/seal.ts";
import { createEndTokenSessions, type ReplaceSigningKeys } from "./replace-signing-keys.ts";

export interface ReplacedSecret {
	sealing: ReplacedSealingKeys;
	signing: Awaited<ReturnType<ReplaceSigningKeys>>;
}

/**
 * For a stranger who knows the secret and the database: one transaction replaces the secret and every key under it, so that
 * no moment leaves one half known. Then the token sessions end. Throws SecretNotAnnounced.
 */
export function createReplaceSecret(dependencies: {
	database: Queryable;
	transact: Transact;
	clock: Clock;
	signingKeyRotation: Pick<SigningKeyRotation, "replaceAll">;
	sealingKeyRotation: Pick<SealingKeyRotation, "replaceAll">;
}) {
	const { database, transact, clock, signingKeyRotation, sealingKeyRotation } = dependencies;
	const rotateSecret = createRotateSecret({ transact, clock });
	const endTokenSessions = createEndTokenSessions({ database, transact, clock });

	return async function replaceSecret(
		from: Keyring,
		to: Keyring,
		options: SecretRotationOptions,
	): Promise<ReplacedSecret> {
		const { sealing, signing } = await rotateSecret(from, to, options, async (queries, record) => {
			// First, so that none moves along with the sealing keys, whether or not it opens.
			const removed = await removeKeys(queries, "signing_keys");
			const sealing = await sealingKeyRotation.replaceAll(queries, record);
			return { sealing, signing: await signingKeyRotation.replaceAll(queries, record, removed) };
		});
		return { sealing, signing: { ...signing, ended: await endTokenSessions() } };
	};
}
