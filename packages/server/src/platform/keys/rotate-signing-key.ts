import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import type { RecordEvent, Transact } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import type { Box } from "../lib/seal.ts";
import { lockDeployment } from "./deployment-store.ts";
import { createKeyRotation, type KeyRotation } from "./rotate-keys.ts";
import {
	insertSigningKey,
	listSigningKeys,
	removeEverySigningKey,
	removeSigningKeysRetiredBefore,
	updateSigningKey,
} from "./signing-key-store.ts";

/** Verifiers may hold a key set this long (Cache-Control of the JWKS), in milliseconds. */
export const JWKS_MAX_AGE = 300_000;

interface RotationDependencies {
	clock: Clock;
	transact: Transact;
	/** Of the sealing keys as they are in this transaction: the keyring in use may hold deleted ones. */
	sealingBox: (queries: Queryable) => Promise<Box>;
	algorithm: "ES256" | "EdDSA" | "RS256";
	signingKeyLifetime: number;
	/** A retired key is kept until everything that it signed has expired. */
	tokenLifetime: number;
}

export interface SigningKeyRotation extends KeyRotation {
	/**
	 * For a key that a stranger knows: removes all of them, which lay side by side. Part of a transaction.
	 * `before`: what it has removed already.
	 */
	replaceAll(
		queries: Queryable,
		record: RecordEvent,
		before?: readonly string[],
	): Promise<{ active: string; removed: string[] }>;
}

export function createSigningKeyRotation(dependencies: RotationDependencies): SigningKeyRotation {
	const { clock, transact, sealingBox, algorithm, signingKeyLifetime, tokenLifetime } = dependencies;

	/** Under the lock of the deployment. */
	async function add(queries: Queryable, record: RecordEvent, activatedAt: number | null): Promise<string> {
		const { publicKey, privateKey } = await generateKeyPair(algorithm, {
			extractable: true,
			modulusLength: 3072,
		});
		const publicJwk = await exportJWK(publicKey);
		const kid = await calculateJwkThumbprint(publicJwk);
		const privateJwk = Buffer.from(JSON.stringify(await exportJWK(privateKey)));
		const box = await sealingBox(queries);
		await insertSigningKey(queries, {
			kid,
			algorithm,
			publicJwk: JSON.stringify({ ...publicJwk, kid, alg: algorithm, use: "sig" }),
			privateJwkSealed: box.seal(privateJwk, kid).toString("base64url"),
			createdAt: clock(),
			activatedAt,
			retiredAt: null,
		});
		await record({ event: "signing_key_created", detail: { kid, algorithm } });
		return kid;
	}

	const rotation = createKeyRotation({
		kind: "signing_key",
		clock,
		transact,
		list: listSigningKeys,
		add,
		update: updateSigningKey,
		removeRetiredBefore: removeSigningKeysRetiredBefore,
		lifetime: signingKeyLifetime,
		knownAfter: JWKS_MAX_AGE,
		keptFor: tokenLifetime + 3_600_000,
	});
	return {
		...rotation,
		async replaceAll(queries, record, before = []) {
			await lockDeployment(queries);
			const removed = [...before, ...(await removeEverySigningKey(queries))];
			const active = await add(queries, record, clock());
			await add(queries, record, null);
			await record({ event: "signing_key_compromised", detail: { kid: active, removed } });
			return { active, removed };
		},
	};
}
