import { createPrivateKey, type JsonWebKey } from "node:crypto";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import type { SigningKey } from "./jws.ts";
import { keyState } from "./key-state.ts";
import { listSigningKeys, type SigningKeyRecord } from "./key-store.ts";
import type { Open } from "./open-stored.ts";

export type OidcKeys = ReturnType<typeof createOidcKeys>;

/** Milliseconds for which a removed key may still sign and be published here. */
const RELOAD_AFTER = 1_000;

/** In this order: the first key that fits signs. */
const order = { active: 0, retired: 1, next: 2 } as const;

/** The keys as they are: another name means that they are other ones, or in another state. */
export interface OidcKeySet {
	name: string;
	/** Private ones, the one that signs first. */
	jwks: ReadonlyArray<JsonWebKey & { kid: string; alg: string; use: string }>;
	active: SigningKey;
}

/** The keys that sign what applications get, at most a second old. */
export function createOidcKeys({ database, clock, open }: { database: Queryable; clock: Clock; open: Open }) {
	let known: { readAt: number; set: OidcKeySet } | null = null;

	async function openKey({ kid, algorithm, privateJwkSealed }: SigningKeyRecord) {
		const plain = await open(privateJwkSealed, kid);
		if (plain === null) throw new Error(`The signing key ${kid} was sealed under another secret.`);
		return { ...(JSON.parse(plain.toString()) as JsonWebKey), kid, alg: algorithm, use: "sig" };
	}

	return {
		/** Throws when there is no active one, or it does not open. */
		async current(): Promise<OidcKeySet> {
			if (known !== null && Math.abs(clock() - known.readAt) < RELOAD_AFTER) return known.set;
			const records = await listSigningKeys(database, "oidc_signing_keys");
			records.sort((one, other) => order[keyState(one)] - order[keyState(other)]);
			const name = records.map((each) => `${each.kid} ${keyState(each)}`).join(", ");
			if (known?.set.name === name) known.readAt = clock();
			else {
				// Another one that does not open signs nothing, and holds up nothing.
				const opening = records.map((each) =>
					keyState(each) === "active" ? openKey(each) : openKey(each).catch(() => []),
				);
				const jwks = (await Promise.all(opening)).flat();
				const [first] = jwks;
				if (first === undefined || records.every((each) => keyState(each) !== "active"))
					throw new Error("There is no active signing key for applications.");
				const key = createPrivateKey({ key: first, format: "jwk" });
				const active = { kid: first.kid, algorithm: first.alg, key };
				known = { readAt: clock(), set: { name, jwks, active } };
			}
			return known.set;
		},
	};
}
