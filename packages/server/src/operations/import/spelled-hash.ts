import { decodeBcryptBase64 } from "../../identity/password/bcrypt-base64.ts";
import type { ImportedHash } from "../../identity/password/imported-hash.ts";

/** The named groups of a pattern: each pattern has those that its reader takes. */
type Groups = Record<
	| ("digest" | "iterations" | "kind" | "lanes" | "logN" | "memory" | "n" | "p")
	| ("passes" | "r" | "rounds" | "salt" | "tag"),
	string
> & { version?: string };

const SALT_AND_TAG = "\\$(?<salt>[A-Za-z0-9+/]+)\\$(?<tag>[A-Za-z0-9+/]+)";
const BCRYPT = "\\$2[aby]\\$(?<rounds>\\d\\d)\\$(?<salt>[./A-Za-z0-9]{22})(?<tag>[./A-Za-z0-9]{31})";
const BCRYPT_APART = "\\$(?<salt>[./A-Za-z0-9]{22})\\$(?<tag>[./A-Za-z0-9]{31})";
const BASE64 = "[A-Za-z0-9+/]+={0,2}";
const HEX = "(?:[0-9a-f]{2})+";

/** The formats of other systems. Each must match completely. */
const spellings: ReadonlyArray<[pattern: string, read: (groups: Groups) => ImportedHash]> = [
	// PHC; Django adds "argon2". Version 16 has no v.
	[
		`(?:argon2)?\\$(?<kind>argon2(?:id|i|d))(?:\\$v=(?<version>\\d+))?\\$m=(?<memory>\\d+),t=(?<passes>\\d+),p=(?<lanes>\\d+)${SALT_AND_TAG}`,
		({ kind, version = 16, memory, passes, lanes, salt, tag }) => ({
			kind: kind as "argon2id" | "argon2i" | "argon2d",
			cost: {
				version: Number(version),
				memory: Number(memory),
				passes: Number(passes),
				parallelism: Number(lanes),
			},
			salt: base64(salt),
			tag: base64(tag),
		}),
	],
	// PHC, as passlib writes it.
	[
		`\\$scrypt\\$ln=(?<logN>\\d+),r=(?<r>\\d+),p=(?<p>\\d+)${SALT_AND_TAG}`,
		({ logN, r, p, salt, tag }) => scrypt(Number(logN), r, p, base64(salt), base64(tag)),
	],
	// Werkzeug (Flask): the salt is text.
	[
		`scrypt:(?<n>\\d+):(?<r>\\d+):(?<p>\\d+)\\$(?<salt>[^$]+)\\$(?<tag>${HEX})`,
		({ n, r, p, salt, tag }) =>
			scrypt(Math.log2(Number(n)), r, p, Buffer.from(salt), Buffer.from(tag, "hex")),
	],
	// Django: the salt is text.
	[
		`scrypt\\$(?<n>\\d+)\\$(?<salt>[^$]+)\\$(?<r>\\d+)\\$(?<p>\\d+)\\$(?<tag>${BASE64})`,
		({ n, r, p, salt, tag }) => scrypt(Math.log2(Number(n)), r, p, Buffer.from(salt), base64(tag)),
	],
	// passlib, with "." in place of "+"; PHC, with i= and, in some, l=.
	[
		"\\$pbkdf2-(?<digest>sha256|sha512)\\$(?:i=)?(?<iterations>\\d+)(?:,l=\\d+)?\\$(?<salt>[A-Za-z0-9./+]+)\\$(?<tag>[A-Za-z0-9./+]+)",
		({ digest, iterations, salt, tag }) => pbkdf2(digest, iterations, base64(salt), base64(tag)),
	],
	// Django: the salt is text.
	[
		`pbkdf2_(?<digest>sha256|sha512)\\$(?<iterations>\\d+)\\$(?<salt>[^$]+)\\$(?<tag>${BASE64})`,
		({ digest, iterations, salt, tag }) => pbkdf2(digest, iterations, Buffer.from(salt), base64(tag)),
	],
	// Werkzeug: the salt is text.
	[
		`pbkdf2:(?<digest>sha256|sha512):(?<iterations>\\d+)\\$(?<salt>[^$]+)\\$(?<tag>${HEX})`,
		({ digest, iterations, salt, tag }) =>
			pbkdf2(digest, iterations, Buffer.from(salt), Buffer.from(tag, "hex")),
	],
	// The letters a, b and y differ only in bugs of implementations no longer in use; Django adds "bcrypt$".
	[`(?:bcrypt\\$)?${BCRYPT}`, (groups) => bcrypt("bcrypt", groups)],
	// Django.
	[`bcrypt_sha256\\$${BCRYPT}`, (groups) => bcrypt("bcrypt-sha256-hex", groups)],
	// passlib, 1.7.3 and before.
	[
		`\\$bcrypt-sha256\\$v=2,t=2[aby],r=(?<rounds>\\d+)${BCRYPT_APART}`,
		(groups) => bcrypt("bcrypt-hmac-sha256", groups),
	],
	[
		`\\$bcrypt-sha256\\$2[aby],(?<rounds>\\d+)${BCRYPT_APART}`,
		(groups) => bcrypt("bcrypt-sha256-base64", groups),
	],
];

const compiled = spellings.map(([pattern, read]) => ({ pattern: new RegExp(`^${pattern}$`), read }));

/** null: an unknown format. It may still be too expensive to run. */
export function readSpelledHash(spelled: string): ImportedHash | null {
	for (const { pattern, read } of compiled) {
		const groups = pattern.exec(spelled)?.groups;
		if (groups !== undefined) return read(groups as Groups);
	}
	return null;
}

/**
 * Keeps one block of the digest, which is enough to verify a password: longer ones make logins more expensive, and guessing no
 * harder.
 */
export function pbkdf2(digest: string, iterations: string | number, salt: Buffer, tag: Buffer): ImportedHash {
	const block = tag.subarray(0, digest === "sha512" ? 64 : 32);
	const kind = digest === "sha512" ? "pbkdf2-sha512" : "pbkdf2-sha256";
	return { kind, cost: { iterations: Number(iterations) }, salt, tag: block };
}

function scrypt(logN: number, r: string, p: string, salt: Buffer, tag: Buffer): ImportedHash {
	return { kind: "scrypt", cost: { logN, r: Number(r), p: Number(p) }, salt, tag };
}

function bcrypt(
	kind: Extract<ImportedHash, { cost: { logRounds: number } }>["kind"],
	{ rounds, salt, tag }: Groups,
): ImportedHash {
	const cost = { logRounds: Number(rounds) };
	return { kind, cost, salt: decodeBcryptBase64(salt), tag: decodeBcryptBase64(tag) };
}

/** passlib writes "." for "+". */
function base64(written: string): Buffer {
	return Buffer.from(written.replaceAll(".", "+"), "base64");
}
