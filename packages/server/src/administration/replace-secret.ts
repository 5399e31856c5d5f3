import type { Transact } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import type { Keyring } from "../lib/seal.ts";
import type { ReplacedSealingKeys, ReplaceSealingKeys } from "../sealing/replace-sealing-keys.ts";
import { createRotateSecret, type SecretRotationOptions } from "../sealing/rotate-secret.ts";
import { createEndTokenSessions, type ReplaceSigningKeys } from "../token/replace-signing-keys.ts";
import type { SigningKeyRotation } from "../token/rotate-signing-key.ts";
import { removeEverySigningKey } from "../token/signing-key-store.ts";

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
	replaceSealingKeys: ReplaceSealingKeys;
	signingKeyRotation: Pick<SigningKeyRotation, "replaceAll">;
}) {
	const { database, transact, clock, replaceSealingKeys, signingKeyRotation } = dependencies;
	const rotateSecret = createRotateSecret({ transact, clock });
	const endTokenSessions = createEndTokenSessions({ database, transact, clock });

	return async function replaceSecret(
		from: Keyring,
		to: Keyring,
		options: SecretRotationOptions,
	): Promise<ReplacedSecret> {
		const { sealing, signing } = await rotateSecret(from, to, options, async (queries, record) => {
			// First, so that none moves along with the sealing keys, whether or not it opens.
			const removed = await removeEverySigningKey(queries);
			const sealing = await replaceSealingKeys(queries, record);
			return { sealing, signing: await signingKeyRotation.replaceAll(queries, record, removed) };
		});
		return { sealing, signing: { ...signing, ended: await endTokenSessions() } };
	};
}
