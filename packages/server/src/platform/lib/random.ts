import { randomBytes, randomFillSync } from "node:crypto";

/** Randomness as an argument: `size` bytes from a cryptographic generator (ASVS 11.5.1). */
export type Random = (size: number) => Buffer;

export const systemRandom: Random = (size) => randomBytes(size);

const drawn = Buffer.alloc(4096);
let used = drawn.length;

/**
 * Names a request, which is no secret: 22 characters of base64url. Drawn many at a time: one alone is a twentieth of a check. The first is
 * never a dash, or `event list --request ID` would take the name for an option.
 */
export function newRequestId(): string {
	if (used === drawn.length) {
		randomFillSync(drawn);
		used = 0;
	}
	drawn[used] = (drawn[used] ?? 0) & 0x7f;
	used += 16;
	return drawn.toString("base64url", used - 16, used);
}

/** 256 bits as base64url, 43 characters: every secret given to a client. */
export function randomSecret(random: Random): string {
	return random(32).toString("base64url");
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text can be one of our identifiers; PostgreSQL refuses to compare some other texts. */
export function isUuid(text: string): boolean {
	return UUID.test(text);
}

/** A version 4 UUID (RFC 9562). An identifier, never a credential (ASVS 11.5.1). */
export const randomUuid = (random: Random): string => toUuid(random(16), 0x40);

let lastTime = 0;
let ofLastTime = 0;

/**
 * A version 7 UUID (RFC 9562), of a time in milliseconds: rows that follow each other share pages of their index. Those of one process
 * and millisecond are counted (section 6.2, method 1), so that they are in the order in which they were made.
 */
export function timedUuid(random: Random, time: number): string {
	ofLastTime = time === lastTime ? ofLastTime + 1 : 0;
	lastTime = time;
	const bytes = random(16);
	bytes.writeUIntBE(time, 0, 6);
	bytes.writeUInt16BE(ofLastTime & 0x0fff, 6);
	return toUuid(bytes, 0x70);
}

function toUuid(bytes: Buffer, version: number): string {
	bytes[6] = ((bytes[6] ?? 0) & 0x0f) | version;
	bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
	const hex = bytes.toString("hex");
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
