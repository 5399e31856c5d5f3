/** Bytes. Far more than any user needs; longer lines are skipped without being buffered. */
const LONGEST_LINE = 65_536;
const LINE_FEED = 0x0a;

/** Counted from 1. */
export type Line = { number: number } & ({ text: string } | { mistake: string });

/** The lines of a UTF-8 file, without line ends (LF or CRLF) and byte order mark. */
export async function* readLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
	const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
	let pending: Uint8Array[] = [];
	let length = 0;
	let number = 0;

	const keep = (part: Uint8Array): void => {
		length += part.length;
		if (length <= LONGEST_LINE) pending.push(part);
		else pending = [];
	};
	const finish = (): Line => {
		number += 1;
		const line = toLine(number, length > LONGEST_LINE ? null : Buffer.concat(pending), decoder);
		pending = [];
		length = 0;
		return line;
	};

	for await (const chunk of input) {
		let from = 0;
		for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
			keep(chunk.subarray(from, end));
			yield finish();
			from = end + 1;
		}
		keep(chunk.subarray(from));
	}
	if (length > 0) yield finish();
}

function toLine(number: number, bytes: Buffer | null, decoder: InstanceType<typeof TextDecoder>): Line {
	if (bytes === null) return { number, mistake: `the line is longer than ${LONGEST_LINE} bytes` };
	try {
		const text = decoder.decode(bytes);
		return { number, text: (number === 1 ? text.replace(/^\ufeff/, "") : text).replace(/\r$/, "") };
	} catch {
		return { number, mistake: "the line is not UTF-8" };
	}
}
