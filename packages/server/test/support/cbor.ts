import assert from "node:assert/strict";

/** Integers, bytes, texts and maps are all that is needed (RFC 8949). */
export function cbor(value: unknown): Buffer {
	const head = (major: number, size: number): Buffer => {
		const kind = major << 5;
		if (size < 24) return Buffer.from([kind | size]);
		if (size < 256) return Buffer.from([kind | 24, size]);
		return Buffer.from([kind | 25, size >> 8, size & 255]);
	};
	if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
	if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
	if (typeof value === "string")
		return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
	if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
	assert.ok(value instanceof Map);
	return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
}
