/**
 * Signed tokens in the compact serialisation (RFC 7515). By node:crypto, which signs and verifies at once: WebCrypto would
 * wait for a thread of the pool in which passwords are hashed.
 */
import { type KeyObject, sign, verify } from "node:crypto";
import { parseObject } from "../lib/parse-object.ts";

export interface SigningKey {
	kid: string;
	/** As in the header `alg`. */
	algorithm: string;
	key: KeyObject;
}

/** Three parts of base64url and nothing else (RFC 8725bis 3.16). */
const COMPACT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

const digests = new Map([
	["ES256", "sha256"],
	["RS256", "sha256"],
	["EdDSA", null],
]);

type Jws = NonNullable<ReturnType<typeof readJws>>;

export function signJws(typ: string, claims: object, { kid, algorithm, key }: SigningKey): string {
	const input = `${encode({ alg: algorithm, typ, kid })}.${encode(claims)}`;
	const signature = sign(digestOf(algorithm), Buffer.from(input), { key, dsaEncoding: "ieee-p1363" });
	return `${input}.${signature.toString("base64url")}`;
}

/**
 * Reads without verifying: the signature is over `input`, and `payload` has the bytes of the claims. null: no such token, or one
 * with a critical extension, of which we know none.
 */
export function readJws(token: string) {
	const [, header, payload, signature] = COMPACT.exec(token)?.map(decode) ?? [];
	if (!header || !payload || !signature) return null;
	const members = parseObject(header.toString());
	if (members === null || "crit" in members) return null;
	return { header: members, input: token.slice(0, token.lastIndexOf(".")), payload, signature };
}

/** Whether it was signed with this key, by the algorithm of the key. The header is not looked at. */
export function isSignedBy({ input, signature }: Jws, { algorithm, key }: SigningKey): boolean {
	const options = { key, dsaEncoding: "ieee-p1363" } as const;
	return verify(digestOf(algorithm), Buffer.from(input), options, signature);
}

function digestOf(algorithm: string): string | null {
	const digest = digests.get(algorithm);
	if (digest === undefined) throw new Error(`There is no signing algorithm ${algorithm} here.`);
	return digest;
}

function encode(value: object): string {
	return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** null: not the canonical spelling of these bytes. */
function decode(part: string): Buffer | null {
	const bytes = Buffer.from(part, "base64url");
	return bytes.toString("base64url") === part ? bytes : null;
}
