import { createPrivateKey, createPublicKey, type JsonWebKey } from "node:crypto";
import { isStoreUnavailable } from "../database/store-unavailable.ts";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import type { SigningKey } from "./jws.ts";
import { keyState } from "./key-state.ts";
import { listSigningKeys, type SigningKeyRecord } from "./key-store.ts";
import type { Open } from "./open-stored.ts";
import { createReread } from "./reread.ts";

export type SigningKeys = ReturnType<typeof createSigningKeys>;

/** A public key, as it is stored and published (RFC 7517). */
interface PublicJwk extends JsonWebKey {
	kid: string;
	alg: string;
}

interface Snapshot {
	active: SigningKey | null;
	/** Why there is no active key. */
	problem: unknown;
	verification: Map<string, SigningKey>;
	published: PublicJwk[];
}

/** The keys of the deployment as this instance knows them. */
export function createSigningKeys(dependencies: { database: Queryable; clock: Clock; open: Open }) {
	const { database, clock, open } = dependencies;
	const { current, last } = createReread(clock, read);

	async function openKey({ kid, algorithm, privateJwkSealed }: SigningKeyRecord): Promise<SigningKey> {
		const plain = await open(privateJwkSealed, kid);
		if (plain === null) throw new Error(`The signing key ${kid} was sealed under another secret.`);
		const key = createPrivateKey({ key: JSON.parse(plain.toString()) as JsonWebKey, format: "jwk" });
		return { kid, algorithm, key };
	}

	async function read(before: Snapshot | null): Promise<Snapshot> {
		const next: Snapshot = {
			active: null,
			problem: new Error("There is no active signing key."),
			verification: new Map(),
			published: [],
		};
		for (const record of await listSigningKeys(database)) {
			const jwk = JSON.parse(record.publicJwk) as PublicJwk;
			const { kid, algorithm } = record;
			next.published.push(jwk);
			const known = before?.verification.get(kid);
			const key = known?.key ?? createPublicKey({ key: jwk, format: "jwk" });
			next.verification.set(kid, { kid, algorithm, key });
			if (keyState(record) !== "active") continue;
			try {
				next.active = before?.active?.kid === kid ? before.active : await openKey(record);
			} catch (error) {
				// What was removed is not published any more, whether or not this instance can sign.
				next.problem = error;
			}
		}
		return next;
	}

	return {
		/** The key that signs now. Throws when there is none, or none that opens. */
		async active(): Promise<SigningKey> {
			const { active, problem } = await current();
			if (active === null) throw problem;
			return active;
		},
		/** null when no such key is published. */
		async find(kid: string): Promise<SigningKey | null> {
			return (await current()).verification.get(kid) ?? null;
		},
		/** The public keys of all states, for the JWKS. */
		async published(): Promise<PublicJwk[]> {
			try {
				return (await current()).published;
			} catch (error) {
				// Verifiers elsewhere continue. Until then no status list is signed, because that needs the database.
				const known = last();
				if (known === null || !isStoreUnavailable(error)) throw error;
				return known.published;
			}
		},
	};
}
