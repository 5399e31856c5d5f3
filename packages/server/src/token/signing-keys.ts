import { type CryptoKey, importJWK, type JWK } from "jose";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import type { Box } from "../lib/seal.ts";
import { listSigningKeys, type SigningKeyRecord, signingKeyState } from "./signing-key-store.ts";

export interface VerificationKey {
	algorithm: string;
	key: CryptoKey;
}

/** The keys of the deployment as this instance knows them, read again at most every ten seconds. */
export interface SigningKeys {
	/** The key that signs now. */
	active(): Promise<{ kid: string; algorithm: string; key: CryptoKey }>;
	/** null when no such key is published. */
	find(kid: string): Promise<VerificationKey | null>;
	/** The public keys of all states, for the JWKS. */
	published(): Promise<JWK[]>;
}

const RELOAD_AFTER = 10_000;
/** An unknown kid asks the database again, but not as often as strangers send unknown kids. */
const RELOAD_FOR_UNKNOWN_AFTER = 1_000;

interface Snapshot {
	readAt: number;
	active: { kid: string; algorithm: string; key: CryptoKey } | null;
	verification: Map<string, VerificationKey>;
	published: JWK[];
}

export function createSigningKeys(dependencies: {
	database: Queryable;
	clock: Clock;
	box: Box;
}): SigningKeys {
	const { database, clock, box } = dependencies;
	let snapshot: Snapshot | null = null;
	let reading: Promise<Snapshot> | null = null;

	async function open(record: SigningKeyRecord): Promise<CryptoKey> {
		const plain = box.open(Buffer.from(record.privateJwkSealed, "base64url"), record.kid);
		if (plain === null) throw new Error(`The signing key ${record.kid} was sealed under another secret.`);
		return (await importJWK(JSON.parse(plain.toString()) as JWK, record.algorithm)) as CryptoKey;
	}

	async function read(): Promise<Snapshot> {
		const next: Snapshot = { readAt: clock(), active: null, verification: new Map(), published: [] };
		for (const record of await listSigningKeys(database)) {
			const jwk = JSON.parse(record.publicJwk) as JWK;
			const { kid, algorithm } = record;
			next.published.push(jwk);
			next.verification.set(kid, { algorithm, key: (await importJWK(jwk, algorithm)) as CryptoKey });
			if (signingKeyState(record) !== "active") continue;
			const key = snapshot?.active?.kid === kid ? snapshot.active.key : await open(record);
			next.active = { kid, algorithm, key };
		}
		return next;
	}

	async function current(reloadAfter: number): Promise<Snapshot> {
		const age = snapshot === null ? Number.POSITIVE_INFINITY : Math.abs(clock() - snapshot.readAt);
		if (snapshot !== null && age < reloadAfter) return snapshot;
		reading ??= read().finally(() => {
			reading = null;
		});
		snapshot = await reading;
		return snapshot;
	}

	return {
		async active() {
			const { active } = await current(RELOAD_AFTER);
			if (active === null) throw new Error("There is no active signing key.");
			return active;
		},
		async find(kid) {
			const known = (await current(RELOAD_AFTER)).verification.get(kid);
			return known ?? (await current(RELOAD_FOR_UNKNOWN_AFTER)).verification.get(kid) ?? null;
		},
		async published() {
			try {
				return (await current(RELOAD_AFTER)).published;
			} catch (error) {
				// Nobody can change the keys while the database is away, and verifiers elsewhere go on.
				if (snapshot === null) throw error;
				return snapshot.published;
			}
		},
	};
}
