import { decodeBcryptBase64 } from "../../identity/password/bcrypt-base64.ts";
import type { Argon2Cost, ImportedHash, ScryptCost } from "../../identity/password/imported-hash.ts";

type Groups = Record<string, string>;

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
		({ kind, version, memory, passes, lanes, salt, tag }) =>
			argon2(
				kind as "argon2id",
				{
					version: Number(version ?? 16),
					memory: Number(memory),
					passes: Number(passes),
					parallelism: Number(lanes),
				},
				base64(salt),
				base64(tag),
			),
	],
	// PHC, as passlib writes it.
	[
		`\\$scrypt\\$ln=(?<logN>\\d+),r=(?<r>\\d+),p=(?<p>\\d+)${SALT_AND_TAG}`,
		({ logN, r, p, salt, tag }) => scrypt(Number(logN), r, p, base64(salt), base64(tag)),
	],
	// Werkzeug (Flask): the salt is text.
	[
		`scrypt:(?<n>\\d+):(?<r>\\d+):(?<p>\\d+)\\$(?<salt>[^$]+)\\$(?<tag>${HEX})`,
		({ n, r, p, salt, tag }) => scrypt(Math.log2(Number(n)), r, p, text(salt), hex(tag)),
	],
	// Django: the salt is text.
	[
		`scrypt\\$(?<n>\\d+)\\$(?<salt>[^$]+)\\$(?<r>\\d+)\\$(?<p>\\d+)\\$(?<tag>${BASE64})`,
		({ n, r, p, salt, tag }) => scrypt(Math.log2(Number(n)), r, p, text(salt), base64(tag)),
	],
	// passlib, with "." in place of "+"; PHC, with i= and perhaps l=.
	[
		"\\$pbkdf2-(?<digest>sha256|sha512)\\$(?:i=)?(?<iterations>\\d+)(?:,l=\\d+)?\\$(?<salt>[A-Za-z0-9./+]+)\\$(?<tag>[A-Za-z0-9./+]+)",
		({ digest, iterations, salt, tag }) => pbkdf2(digest, iterations, base64(salt), base64(tag)),
	],
	// Django: the salt is text.
	[
		`pbkdf2_(?<digest>sha256|sha512)\\$(?<iterations>\\d+)\\$(?<salt>[^$]+)\\$(?<tag>${BASE64})`,
		({ digest, iterations, salt, tag }) => pbkdf2(digest, iterations, text(salt), base64(tag)),
	],
	// Werkzeug: the salt is text.
	[
		`pbkdf2:(?<digest>sha256|sha512):(?<iterations>\\d+)\\$(?<salt>[^$]+)\\$(?<tag>${HEX})`,
		({ digest, iterations, salt, tag }) => pbkdf2(digest, iterations, text(salt), hex(tag)),
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
		if (groups !== undefined) return read(groups);
	}
	return null;
}

export function argon2(
	kind: "argon2id" | "argon2i" | "argon2d",
	cost: Argon2Cost,
	salt: Buffer,
	tag: Buffer,
): ImportedHash {
	return { kind, cost, salt, tag };
}

/**
 * Keeps one block of the digest, which is enough to verify a password: longer ones make logins more expensive, and guessing no
 * harder.
 */
export function pbkdf2(
	digest: string | undefined,
	iterations: string | number | undefined,
	salt: Buffer,
	tag: Buffer,
): ImportedHash {
	const block = tag.subarray(0, digest === "sha512" ? 64 : 32);
	const kind = digest === "sha512" ? "pbkdf2-sha512" : "pbkdf2-sha256";
	return { kind, cost: { iterations: Number(iterations) }, salt, tag: block };
}

function scrypt(
	logN: ScryptCost["logN"],
	r: string | undefined,
	p: string | undefined,
	salt: Buffer,
	tag: Buffer,
): ImportedHash {
	return { kind: "scrypt", cost: { logN, r: Number(r), p: Number(p) }, salt, tag };
}

function bcrypt(
	kind: Extract<ImportedHash, { cost: { logRounds: number } }>["kind"],
	groups: Groups,
): ImportedHash {
	const { rounds, salt = "", tag = "" } = groups;
	return {
		kind,
		cost: { logRounds: Number(rounds) },
		salt: decodeBcryptBase64(salt),
		tag: decodeBcryptBase64(tag),
	};
}

function base64(written = ""): Buffer {
	return Buffer.from(written.replaceAll(".", "+"), "base64");
}

function hex(written = ""): Buffer {
	return Buffer.from(written, "hex");
}

function text(written = ""): Buffer {
	return Buffer.from(written);
}
