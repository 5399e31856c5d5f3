/** The base64 of bcrypt: that of RFC 4648 in another alphabet, without padding. */
const BCRYPT = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const RFC4648 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function encodeBcryptBase64(bytes: Buffer): string {
	const text = bytes.toString("base64").replace(/=+$/, "");
	return translate(text, RFC4648, BCRYPT);
}

/** Bits that make no whole byte are dropped: some systems leave any there. */
export function decodeBcryptBase64(text: string): Buffer {
	return Buffer.from(translate(text, BCRYPT, RFC4648), "base64");
}

function translate(text: string, from: string, to: string): string {
	return text.replace(/./gs, (letter) => to.charAt(from.indexOf(letter)));
}
