import { randomBytes } from "node:crypto";

/** Randomness as an argument: `size` bytes from a cryptographic generator (ASVS 11.5.1). */
export type Random = (size: number) => Buffer;

export const systemRandom: Random = (size) => randomBytes(size);

/**
 * The same, drawn from the system in larger portions: for what is asked for at every request and is no secret. A
 * portion is used once.
 */
export function inPortions(random: Random, size = 4096): Random {
	let portion: Buffer = Buffer.alloc(0);
	return (wanted) => {
		if (wanted > portion.length) portion = random(Math.max(size, wanted));
		const bytes = portion.subarray(0, wanted);
		portion = portion.subarray(wanted);
		return bytes;
	};
}

/** 256 bits as base64url, 43 characters: what every secret handed to a client is made of. */
export function randomSecret(random: Random): string {
	return random(32).toString("base64url");
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text could be one of our identifiers; databases refuse to compare some of those that could not. */
export function isUuid(text: string): boolean {
	return UUID.test(text);
}

/** A version 4 UUID (RFC 9562). An identifier, never a credential (ASVS 11.5.1). */
export function randomUuid(random: Random): string {
	const bytes = random(16);
	bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
	bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
	const hex = bytes.toString("hex");
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
