import { generateKeyPair, type JsonWebKey } from "node:crypto";
import { promisify } from "node:util";
import type { RecordEvent } from "../audit/audit.ts";
import type { Config } from "../config/config.ts";
import type { Queryable } from "../database/tables.ts";
import type { Foundation } from "../foundation.ts";
import { HOUR } from "../lib/clock.ts";
import { sha256 } from "../lib/hash.ts";
import type { Box } from "../lib/seal.ts";
import { lockDeployment } from "./deployment-store.ts";
import { insertSigningKey, type SigningKeyTableName } from "./key-store.ts";
import { createKeyRotation } from "./rotate-keys.ts";

/** Verifiers may hold a key set this long (Cache-Control of the JWKS), in milliseconds. */
export const JWKS_MAX_AGE = 300_000;

/** What a kind of signing keys is for. */
interface SigningKeyUse {
	kind: "signing_key" | "oidc_signing_key";
	table: SigningKeyTableName;
	algorithm: Config["tokenAlgorithm"];
	/** Milliseconds for which what it signed is good. */
	signedLives: number;
}

export function createSigningKeyRotation(
	{ config, clock, audit, opened }: Foundation,
	/** Of the sealing keys as they are in this transaction: the keyring in use may hold deleted ones. */
	sealingBox: (queries: Queryable) => Promise<Box>,
	{ kind, table, algorithm, signedLives }: SigningKeyUse,
) {
	const spare: Array<Awaited<ReturnType<typeof makeKeyPair>>> = [];

	/** To be called under the lock of the deployment. */
	async function add(queries: Queryable, record: RecordEvent, activatedAt: number | null): Promise<string> {
		const { publicKey, privateKey } = spare.pop() ?? (await makeKeyPair(algorithm));
		const publicJwk = publicKey.export({ format: "jwk" });
		const kid = thumbprintOf(publicJwk);
		const privateJwk = Buffer.from(JSON.stringify(privateKey.export({ format: "jwk" })));
		const box = await sealingBox(queries);
		await insertSigningKey(queries, table, {
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

	/** Before a transaction that makes so many keys. */
	async function prepare(keys: number): Promise<void> {
		while (spare.length < keys) spare.push(await makeKeyPair(algorithm));
	}

	const rotation = createKeyRotation({
		kind,
		clock,
		transact: audit.transact,
		add,
		reads: opened.reads,
		prepare,
		lifetime: config.signingKeyLifetime,
		knownAfter: JWKS_MAX_AGE,
		// A retired key is kept until everything that it signed has expired.
		keptFor: signedLives + HOUR,
	});
	return {
		...rotation,
		prepare,
		/**
		 * For a key that an attacker knows: removes all of them, because they were stored together. Part of a transaction.
		 * `before`: what it has removed already.
		 */
		async replaceAll(queries: Queryable, record: RecordEvent, before: readonly string[] = []) {
			await lockDeployment(queries);
			const { active, removed: removedNow } = await rotation.remake(queries, record);
			const removed = [...before, ...removedNow];
			await record({ event: "signing_key_compromised", detail: { kid: active, removed } });
			return { active, removed };
		},
	};
}

const generate = promisify(generateKeyPair);

/** On libuv's pool, since a large RSA key takes a second. */
function makeKeyPair(algorithm: Config["tokenAlgorithm"]) {
	switch (algorithm) {
		case "ES256":
			return generate("ec", { namedCurve: "P-256" });
		case "EdDSA":
			return generate("ed25519");
		case "RS256":
			return generate("rsa", { modulusLength: 3072 });
	}
}

/** RFC 7638. A public key is exported with the members that count, and no other. */
function thumbprintOf(publicJwk: JsonWebKey): string {
	const members = Object.entries(publicJwk).sort(([one], [other]) => (one < other ? -1 : 1));
	return sha256(JSON.stringify(Object.fromEntries(members)));
}
