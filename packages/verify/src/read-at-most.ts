/** All bytes of a stream. Rejects as soon as there are more than `limit`, and reads no further. */
export async function readAtMost(
	stream: ReadableStream<Uint8Array>,
	limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
	const reader = stream.getReader();
	const parts: Uint8Array[] = [];
	let length = 0;
	for (let next = await reader.read(); !next.done; next = await reader.read()) {
		length += next.value.byteLength;
		if (length > limit) {
			// Not awaited.
			reader.cancel().catch(() => {});
			throw new Error(`More than ${limit} bytes.`);
		}
		parts.push(next.value);
	}
	const whole = new Uint8Array(length);
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.byteLength;
	}
	return whole;
}
