import { hash, timingSafeEqual } from "node:crypto";

/**
 * SHA-256 as base64url. For secrets of 256 random bits, which a fast hash does not reveal (ASVS 11.4.1); never for
 * passwords.
 */
export function sha256(text: string): string {
	return hash("sha256", text, "base64url");
}

/** Compares in a time that says nothing about how much of it is right, its length included. */
export function isSameSecret(given: string, expected: string): boolean {
	return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(expected)));
}
