import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import type { RecordEvent, Transact } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import type { Box } from "../lib/seal.ts";
import { lockDeployment } from "./deployment-store.ts";
import {
	activateSigningKey,
	insertSigningKey,
	listSigningKeys,
	removeEverySigningKey,
	removeSigningKeysRetiredBefore,
	retireSigningKey,
	signingKeyState,
} from "./signing-key-store.ts";

/** Verifiers may hold a key set this long (Cache-Control of the JWKS), in milliseconds. */
export const JWKS_MAX_AGE = 300_000;

export class RotationTooEarly extends Error {
	/** Milliseconds since the epoch. */
	readonly readyAt: number;
	constructor(readyAt: number) {
		super("The next key has not been published long enough for every verifier to know it.");
		this.readyAt = readyAt;
	}
}

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

export interface SigningKeyRotation {
	/** At each start: makes an active and a next key if there are none. Safe when several instances start at once. */
	ensure(): Promise<void>;
	/** next → active, active → retired, a new next. Throws RotationTooEarly unless `force`. */
	rotate(force?: boolean): Promise<{ active: string; retired: string[] }>;
	/**
	 * For a key that a stranger knows: removes all of them, which lay side by side. Part of a transaction.
	 * `before`: what it has removed already.
	 */
	replaceAll(
		queries: Queryable,
		record: RecordEvent,
		before?: readonly string[],
	): Promise<{ active: string; removed: string[] }>;
	/** Rotates a key whose time has come and removes what is retired for good. */
	maintain(): Promise<void>;
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

	async function rotate(force = false) {
		return transact(async (queries, record) => {
			await lockDeployment(queries);
			const now = clock();
			const keys = await listSigningKeys(queries);
			const next = keys.find((key) => signingKeyState(key) === "next");
			if (next !== undefined && !force && now < next.createdAt + JWKS_MAX_AGE) {
				throw new RotationTooEarly(next.createdAt + JWKS_MAX_AGE);
			}
			const retired = keys.filter((key) => signingKeyState(key) === "active").map((key) => key.kid);
			for (const kid of retired) await retireSigningKey(queries, kid, now);
			const active = next?.kid ?? (await add(queries, record, now));
			if (next !== undefined) await activateSigningKey(queries, active, now);
			await add(queries, record, null);
			await record({ event: "signing_key_rotated", detail: { kid: active, forced: force } });
			return { active, retired };
		});
	}

	return {
		rotate,
		async replaceAll(queries, record, before = []) {
			await lockDeployment(queries);
			const removed = [...before, ...(await removeEverySigningKey(queries))];
			const active = await add(queries, record, clock());
			await add(queries, record, null);
			await record({ event: "signing_key_compromised", detail: { kid: active, removed } });
			return { active, removed };
		},
		async ensure() {
			await transact(async (queries, record) => {
				await lockDeployment(queries);
				if ((await listSigningKeys(queries)).length > 0) return;
				await add(queries, record, clock());
				await add(queries, record, null);
			});
		},
		async maintain() {
			await transact(async (queries, record) => {
				for (const kid of await removeSigningKeysRetiredBefore(
					queries,
					clock() - tokenLifetime - 3_600_000,
				)) {
					await record({ event: "signing_key_removed", detail: { kid } });
				}
				return listSigningKeys(queries);
			}).then(async (keys) => {
				const due = keys.some(
					(key) => signingKeyState(key) === "active" && clock() - (key.activatedAt ?? 0) > signingKeyLifetime,
				);
				if (due) await rotate();
			});
		},
	};
}
