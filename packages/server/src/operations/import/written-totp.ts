/** What a file says of an authenticator app, not validated yet. */
export interface WrittenTotp {
	/** Raw bytes; null: unreadable. */
	secret: Buffer | null;
	type: unknown;
	algorithm: unknown;
	digits: unknown;
	period: unknown;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648 section 6, as apps show it: in either case, with blanks, with or without padding. */
export function fromBase32(text: unknown): Buffer | null {
	const letters = String(text ?? "")
		.toUpperCase()
		.replace(/[ -]/g, "")
		.replace(/=+$/, "");
	if (!/^[A-Z2-7]+$/.test(letters)) return null;
	const bits = [...letters].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
	return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
