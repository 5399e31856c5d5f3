/**
 * A password hash that another system made, in the one form in which it is stored until the next login replaces it:
 *
 *   imported$KIND$NAME=NUMBER,…$SALT$TAG          salt and tag in base64 (RFC 4648) without padding
 *
 * The formats of other systems are read once, at the import. An imported argon2id hash is stored differently from our own,
 * because it is of the password as it was typed, not of its NFC form.
 */

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

/** null: not such a hash, or beyond the bounds. */
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
	// Text that was read leniently, or not at all, would be written differently.
	return writeImportedHash(hash) === stored && boundsOf(hash) === null ? hash : null;
}

function isKind(kind: string): kind is ImportedKind {
	return Object.hasOwn(costNames, kind);
}

function base64(bytes: Buffer): string {
	return bytes.toString("base64").replace(/=+$/, "");
}

/**
 * Beyond these, a stored hash is an attack or a mistake, and running it would starve the pool. KiB, passes, lanes. The most
 * expensive takes about two seconds: sixteen passes over 256 MiB.
 */
export const mostArgon2 = { memory: 262_144, passes: 16, parallelism: 16 };
const MOST_SCRYPT_MEMORY = 262_144 * 1024;
/** N·r·p: 2^17·8·4. */
const MOST_SCRYPT_WORK = 2 ** 22;
/** That of N = 2^15, r = 8, p = 1. */
const LEAST_SCRYPT_WORK = 2 ** 18;
const MOST_ITERATIONS = 2_000_000;
/** NIST SP 800-132, 5.2. Below, it is a fast hash. */
const LEAST_ITERATIONS = 1000;
const MOST_LOG_ROUNDS = 14;
const LEAST_LOG_ROUNDS = 4;

/** Bytes. */
const LEAST_SALT = 8;
const MOST_SALT = 64;
const LEAST_TAG = 16;
const MOST_TAG = 64;
const BCRYPT_SALT = 16;
const BCRYPT_TAG = 23;

/** Why a hash is never run, for the operator who imports it; null: it is accepted. */
export function boundsOf(hash: ImportedHash): string | null {
	if (!Object.values(hash.cost).every((value) => Number.isSafeInteger(value) && value > 0))
		return "its cost is not made of whole numbers";
	const { salt, tag } = hash;
	if (salt.length < LEAST_SALT || salt.length > MOST_SALT)
		return `its salt has ${salt.length} bytes; ${LEAST_SALT} to ${MOST_SALT} are accepted`;
	if (tag.length < LEAST_TAG || tag.length > MOST_TAG)
		return `it is ${tag.length} bytes long; ${LEAST_TAG} to ${MOST_TAG} are accepted`;
	switch (hash.kind) {
		case "argon2id":
		case "argon2i":
		case "argon2d":
			return argon2Bounds(hash.cost);
		case "scrypt":
			return scryptBounds(hash.cost);
		case "pbkdf2-sha256":
		case "pbkdf2-sha512":
			return between("iterations", hash.cost.iterations, LEAST_ITERATIONS, MOST_ITERATIONS);
		default:
			if (salt.length !== BCRYPT_SALT || tag.length !== BCRYPT_TAG)
				return "it does not have the length of bcrypt";
			return between("cost", hash.cost.logRounds, LEAST_LOG_ROUNDS, MOST_LOG_ROUNDS);
	}
}

function argon2Bounds({ version, memory, passes, parallelism }: Argon2Cost): string | null {
	if (version !== 16 && version !== 19) return "its version is neither 16 nor 19";
	return (
		between("lanes", parallelism, 1, mostArgon2.parallelism) ??
		between("KiB of memory", memory, 8 * parallelism, mostArgon2.memory) ??
		between("passes", passes, 1, mostArgon2.passes)
	);
}

function scryptBounds({ logN, r, p }: ScryptCost): string | null {
	const work = 2 ** logN * r * p;
	if (128 * 2 ** logN * r > MOST_SCRYPT_MEMORY) return "it takes more than 256 MiB of memory";
	if (logN >= 16 * r) return "its N is too large for its r (RFC 7914)";
	return between("N·r·p", work, LEAST_SCRYPT_WORK, MOST_SCRYPT_WORK);
}

function between(what: string, value: number, least: number, most: number): string | null {
	if (value >= least && value <= most) return null;
	return `its ${what}, ${value}, ${value < least ? `less than ${least}: too cheap` : `more than ${most}: too expensive`}`;
}
