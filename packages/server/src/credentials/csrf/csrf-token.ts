import { KID_LENGTH } from "../../platform/keys/sealing-keyring.ts";
import type { Platform } from "../../platform/platform.ts";

/** The session, the pre-session cookie or the access key for which a token was made. */
export interface CsrfReference {
	kind: "session" | "pre-session" | "access-key";
	reference: string;
}

const OF_KEY = /^k1\.([A-Za-z0-9_-]{22})$/;

/** The CSRF token of an access key. Not sealed: keys that seal go after 180 days, and an access key may live for longer. */
export const csrfOfKey = (reference: string): string => `k1.${reference}`;

const SEALED = /^c1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{1,200})$/;
const SESSION = 1;
const PRE_SESSION = 2;
const REFERENCE_LENGTH = 16;

/**
 * The CSRF token: `c1.<kid>.<sealed reference>`, under AES-256-GCM with a fresh nonce: opaque, revocable with its session,
 * and different at each render, so that BREACH finds no stable secret in a page. About 90 characters of [A-Za-z0-9._-].
 */
export function createCsrfTokens({ keyring, id, clock, config }: Platform) {
	const box = keyring.box("csrf");
	// Binds tokens to this deployment, whatever its URL.
	const context = `c1 ${id}`;
	return {
		seal({ kind, reference }: CsrfReference & { kind: "session" | "pre-session" }): string {
			const plain = Buffer.alloc(1 + REFERENCE_LENGTH + 8);
			plain[0] = kind === "session" ? SESSION : PRE_SESSION;
			Buffer.from(reference, "base64url").copy(plain, 1, 0, REFERENCE_LENGTH);
			// The token of a session is valid as long as its row; only the stateless one contains its expiry.
			plain.writeDoubleBE(kind === "session" ? 0 : clock() + config.preSessionLifetime, 1 + REFERENCE_LENGTH);
			const sealed = box.seal(plain, context);
			// It begins with the name of its key, which goes before the dot.
			const parts = [sealed.subarray(0, KID_LENGTH), sealed.subarray(KID_LENGTH)];
			return ["c1", ...parts.map((part) => part.toString("base64url"))].join(".");
		},
		/** null when the token was not made by this deployment, or has expired. */
		open(token: string): CsrfReference | null {
			const [, ofKey] = OF_KEY.exec(token) ?? [];
			if (ofKey !== undefined) return { kind: "access-key", reference: ofKey };
			const match = SEALED.exec(token);
			if (match === null) return null;
			const sealed = match.slice(1).map((part) => Buffer.from(part, "base64url"));
			if (sealed[0]?.length !== KID_LENGTH) return null;
			const plain = box.open(Buffer.concat(sealed), context);
			if (plain?.length !== 1 + REFERENCE_LENGTH + 8) return null;
			const reference = plain.subarray(1, 1 + REFERENCE_LENGTH).toString("base64url");
			if (plain[0] === SESSION) return { kind: "session", reference };
			const expiresAt = plain.readDoubleBE(1 + REFERENCE_LENGTH);
			return plain[0] === PRE_SESSION && clock() < expiresAt ? { kind: "pre-session", reference } : null;
		},
	};
}
