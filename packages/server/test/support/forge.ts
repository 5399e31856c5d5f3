/** Tokens made by hand, also those that no library would make. */
import { createPrivateKey, type KeyObject, randomUUID, sign } from "node:crypto";
import { boxOfSealingKeys } from "../../src/platform/keys/sealing-keyring.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { createKeyring } from "../../src/platform/lib/seal.ts";
import type { TestService } from "./service.ts";

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signs `header.claims`. */
export type Signer = (input: string) => Buffer;

export function forge(header: unknown, claims: unknown, signer: Signer): string {
	const input = `${encode(header)}.${encode(claims)}`;
	return `${input}.${signer(input).toString("base64url")}`;
}

/** Header and claims of a token, unverified. */
export function opened(token: string): { header: Record<string, unknown>; claims: Record<string, unknown> } {
	const [header, claims] = token.split(".").map((part) => Buffer.from(part, "base64url").toString());
	return { header: JSON.parse(header ?? ""), claims: JSON.parse(claims ?? "") };
}

/** Signs as JWS does with an EC key. */
export function es(key: KeyObject, hash = "sha256"): Signer {
	return (input) => sign(hash, Buffer.from(input), { key, dsaEncoding: "ieee-p1363" });
}

/** The members of the key set, as any client reads it. */
export async function publishedKeys(service: TestService): Promise<Array<Record<string, string>>> {
	const { body } = await service.visitor().get("/.well-known/jwks.json");
	return (body as { keys: Array<Record<string, string>> }).keys;
}

/** The very key with which the service signs: what an attacker with the database and its secret would have. */
export async function stolenKey({ running }: TestService): Promise<KeyObject> {
	const { opened, keyring } = running.deployment;
	const row = await opened.database
		.selectFrom("signing_keys")
		.selectAll()
		.where("activated_at", "is not", null)
		.where("retired_at", "is", null)
		.executeTakeFirstOrThrow();
	const jwk = keyring.box("signing key").open(Buffer.from(row.private_jwk_sealed, "base64url"), row.kid);
	return createPrivateKey({ key: JSON.parse(String(jwk)), format: "jwk" });
}

/** Forges the cookie of a device that was never seen before, on which the user has logged in just now. */
export type ForgeDevice = (userId: string) => string;

/** One for each sealing key: what an attacker with the database and its secret would have. */
export async function stolenSealingKeys(
	{ running, now }: TestService,
	secret: string,
): Promise<ForgeDevice[]> {
	const { opened, id } = running.deployment;
	const rows = await opened.database.selectFrom("sealing_keys").selectAll().orderBy("created_at").execute();
	return rows.map((row) => {
		const key = boxOfSealingKeys(createKeyring(secret, systemRandom)).open(
			Buffer.from(row.key_sealed, "base64url"),
			row.kid,
		);
		if (key === null) throw new Error("The attacker has another secret.");
		const box = createKeyring(key.toString("base64url"), systemRandom).box("device");
		return (userId) => {
			const plain = Buffer.concat([systemRandom(16), Buffer.alloc(22)]);
			Buffer.from(userId.replaceAll("-", ""), "hex").copy(plain, 16);
			plain.writeUIntBE(now(), 32, 6);
			return Buffer.concat([Buffer.from(row.kid, "base64url"), box.seal(plain, id)]).toString("base64url");
		};
	});
}

/** The order of the curve P-256 (SEC 2, section 2.4.2). */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The same token under the other ECDSA signature that holds: (r, n − s) for (r, s). */
export function malleated(token: string): string {
	const [header, claims, signature] = token.split(".");
	const bytes = Buffer.from(signature ?? "", "base64url");
	const s = BigInt(`0x${bytes.subarray(32).toString("hex")}`);
	const other = Buffer.from((P256_ORDER - s).toString(16).padStart(64, "0"), "hex");
	return `${header}.${claims}.${Buffer.concat([bytes.subarray(0, 32), other]).toString("base64url")}`;
}

/** What an attacker with a key makes of a token: an admin who does not exist, for as long as a token can live. */
export function invented({ header, claims }: ReturnType<typeof opened>, key: KeyObject, now: number): string {
	const iat = Math.floor(now / 1000);
	const admin = { sub: randomUUID(), sid: randomUUID(), jti: randomUUID(), role: "admin" };
	return forge(header, { ...claims, ...admin, iat, nbf: iat, exp: iat + 86_400 }, es(key));
}
