/**
 * A password hash that another system made, in the one form in which it is stored until the next login replaces it:
 *
 *   imported$KIND$NAME=NUMBER,…$SALT$TAG          salt and tag in base64 (RFC 4648) without padding
 *
 * The spellings of the other systems are read once, at the import. Ours is told apart from our own argon2id hashes,
 * because it is of the password as it was typed there, not of its NFC form.
 */
import { boundsOf } from "./imported-hash-bounds.ts";

export interface Argon2Cost {
	/** 16 or 19. */
	version: number;
	/** KiB. */
	memory: number;
	passes: number;
	parallelism: number;
}

export interface ScryptCost {
	logN: number;
	r: number;
	p: number;
}

export type ImportedHash = { salt: Buffer; tag: Buffer } & (
	| { kind: "argon2id" | "argon2i" | "argon2d"; cost: Argon2Cost }
	| { kind: "scrypt"; cost: ScryptCost }
	| { kind: "pbkdf2-sha256" | "pbkdf2-sha512"; cost: { iterations: number } }
	| {
			/**
			 * Of the password; of its SHA-256 in hex (Django) or base64 (passlib 1.7.2); or of its HMAC-SHA-256 in base64, under
			 * the salt as bcrypt writes it (passlib 1.7.3).
			 */
			kind: "bcrypt" | "bcrypt-sha256-hex" | "bcrypt-sha256-base64" | "bcrypt-hmac-sha256";
			/** 2 to this power rounds. */
			cost: { logRounds: number };
	  }
);

export type ImportedKind = ImportedHash["kind"];

const argon2 = ["memory", "passes", "parallelism", "version"];
const bcrypt = ["logRounds"];
const costNames: Record<ImportedKind, readonly string[]> = {
	argon2id: argon2,
	argon2i: argon2,
	argon2d: argon2,
	scrypt: ["logN", "r", "p"],
	"pbkdf2-sha256": ["iterations"],
	"pbkdf2-sha512": ["iterations"],
	bcrypt,
	"bcrypt-sha256-hex": bcrypt,
	"bcrypt-sha256-base64": bcrypt,
	"bcrypt-hmac-sha256": bcrypt,
};

const MARK = "imported";
const LONGEST = 512;

export function writeImportedHash(hash: ImportedHash): string {
	return [MARK, hash.kind, describeCost(hash), base64(hash.salt), base64(hash.tag)].join("$");
}

/** Such as "memory=65536,passes=3,parallelism=4,version=19". */
export function describeCost({ kind, cost }: ImportedHash): string {
	const values = new Map(Object.entries(cost));
	return costNames[kind].map((name) => `${name}=${values.get(name)}`).join(",");
}

/** null: not such a hash, or not one that may be run (see imported-hash-bounds.ts). */
export function readImportedHash(stored: string): ImportedHash | null {
	if (!stored.startsWith(`${MARK}$`) || stored.length > LONGEST) return null;
	const [, kind = "", cost = "", salt = "", tag = ""] = stored.split("$");
	if (!isKind(kind)) return null;
	const pairs = cost.split(",").map((pair) => pair.split("="));
	const hash = {
		kind,
		cost: Object.fromEntries(pairs.map(([name = "", value]) => [name, Number(value)])),
		salt: Buffer.from(salt, "base64"),
		tag: Buffer.from(tag, "base64"),
	} as ImportedHash;
	// Whatever was read leniently, or left over, would be written otherwise.
	return writeImportedHash(hash) === stored && boundsOf(hash) === null ? hash : null;
}

function isKind(kind: string): kind is ImportedKind {
	return Object.hasOwn(costNames, kind);
}

function base64(bytes: Buffer): string {
	return bytes.toString("base64").replace(/=+$/, "");
}
