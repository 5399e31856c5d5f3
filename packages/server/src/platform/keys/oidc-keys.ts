import { createPrivateKey, type JsonWebKey } from "node:crypto";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import type { SigningKey } from "./jws.ts";
import { keyState } from "./key-state.ts";
import { listSigningKeys, type SigningKeyRecord } from "./key-store.ts";
import type { Open } from "./open-stored.ts";
import { createReread } from "./reread.ts";

export type OidcKeys = ReturnType<typeof createOidcKeys>;

/** In this order: the first key that fits signs. */
const order = { active: 0, retired: 1, next: 2 } as const;

/** The keys as they are: another name means that they are other ones, or in another state. */
export interface OidcKeySet {
	name: string;
	/** Private ones, the one that signs first. */
	jwks: ReadonlyArray<JsonWebKey & { kid: string; alg: string; use: string }>;
	active: SigningKey;
}

/** The keys that sign what applications get. */
export function createOidcKeys({ database, clock, open }: { database: Queryable; clock: Clock; open: Open }) {
	async function openKey({ kid, algorithm, privateJwkSealed }: SigningKeyRecord) {
		const plain = await open(privateJwkSealed, kid);
		if (plain === null) throw new Error(`The signing key ${kid} was sealed under another secret.`);
		return { ...(JSON.parse(plain.toString()) as JsonWebKey), kid, alg: algorithm, use: "sig" };
	}

	async function read(last: OidcKeySet | null): Promise<OidcKeySet> {
		const records = await listSigningKeys(database, "oidc_signing_keys");
		records.sort((one, other) => order[keyState(one)] - order[keyState(other)]);
		const name = records.map((each) => `${each.kid} ${keyState(each)}`).join(", ");
		if (last?.name === name) return last;
		// Another one that does not open signs nothing, and holds up nothing.
		const opening = records.map((each) =>
			keyState(each) === "active" ? openKey(each) : openKey(each).catch(() => []),
		);
		const jwks = (await Promise.all(opening)).flat();
		const [first] = jwks;
		if (first === undefined || records.every((each) => keyState(each) !== "active"))
			throw new Error("There is no active signing key for applications.");
		const key = createPrivateKey({ key: first, format: "jwk" });
		return { name, jwks, active: { kid: first.kid, algorithm: first.alg, key } };
	}

	/** `current` throws when there is no active one, or it does not open. */
	return createReread(clock, read);
}
