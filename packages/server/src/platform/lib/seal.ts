import {
	createCipheriv,
	createDecipheriv,
	createHmac,
	createSecretKey,
	hkdfSync,
	type KeyObject,
} from "node:crypto";
import type { Random } from "./random.ts";

export type Keyring = ReturnType<typeof createKeyring>;
export type Box = ReturnType<typeof createBox>;

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/**
 * Keys for one purpose each, derived from the master secret (HKDF-SHA-256, RFC 5869). A value sealed for one purpose cannot be
 * opened for another: label and context are part of the key and the associated data.
 */
export function createKeyring(secret: string, random: Random) {
	const derive = (label: string): Buffer =>
		Buffer.from(hkdfSync("sha256", secret, "", `sallyport ${label}`, 32));
	return {
		/** Identifies the secret without revealing it. */
		fingerprint: derive("fingerprint").subarray(0, 12).toString("base64url"),
		/** HMAC-SHA-256 under a key of this purpose, base64url. */
		mac(label: string) {
			const key = createSecretKey(derive(label));
			return (text: string) => createHmac("sha256", key).update(text).digest("base64url");
		},
		/** AES-256-GCM for one purpose; its `context` binds a value to where it is stored, such as a row id. */
		box: (label: string) => createBox(createSecretKey(derive(label)), label, random),
	};
}

/** Takes a KeyObject: Node would create one from a Buffer at each call, which takes three times as long as the rest. */
function createBox(key: KeyObject, label: string, random: Random) {
	const associated = (context: string) => Buffer.from(`${label}\0${context}`);
	return {
		seal(plain: Buffer, context: string): Buffer {
			const nonce = random(NONCE_LENGTH);
			const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_LENGTH });
			cipher.setAAD(associated(context));
			return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
		},
		/** null when the value was not sealed by this box for this context. */
		open(sealed: Buffer, context: string): Buffer | null {
			if (sealed.length < NONCE_LENGTH + TAG_LENGTH) return null;
			const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_LENGTH), {
				authTagLength: TAG_LENGTH,
			});
			decipher.setAAD(associated(context));
			decipher.setAuthTag(sealed.subarray(-TAG_LENGTH));
			try {
				return Buffer.concat([decipher.update(sealed.subarray(NONCE_LENGTH, -TAG_LENGTH)), decipher.final()]);
			} catch {
				return null;
			}
		},
	};
}
