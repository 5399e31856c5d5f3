import { createPublicKey } from "node:crypto";

const LEAST_BITS = 2048;
const LEAST_EXPONENT = 65_537n;

/** False for a COSE key of RSA that strangers could sign for (FIPS 186-5 section 5.1); the other algorithms have one size. */
export function isStrongKey(cose: { get(label: number): unknown }): boolean {
	const [kty, n, e] = [cose.get(1), cose.get(-1), cose.get(-2)];
	if (kty !== 3) return true;
	if (!(n instanceof Uint8Array && e instanceof Uint8Array)) return false;
	const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
	const key = createPublicKey({ key: { kty: "RSA", n: text(n), e: text(e) }, format: "jwk" });
	const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
	return modulusLength >= LEAST_BITS && publicExponent >= LEAST_EXPONENT;
}
