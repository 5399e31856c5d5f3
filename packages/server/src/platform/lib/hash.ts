import { hash } from "node:crypto";

/**
 * SHA-256 as base64url. Fit for secrets of 256 random bits, which nobody can guess from a fast hash (ASVS 11.4.1);
 * never for passwords.
 */
export function sha256(text: string): string {
	return hash("sha256", text, "base64url");
}
