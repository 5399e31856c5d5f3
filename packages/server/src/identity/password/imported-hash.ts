/**
 * A password hash that another system made, in the one form in which it is stored until the next login replaces it:
 *
 *   imported$KIND$NAME=NUMBER,…$SALT$TAG          salt and tag in base64 (RFC 4648) without padding
 *
 * The formats of other systems are read once, at the import. An imported argon2id hash is stored differently from our own,
 * because it is of the password as it was typed, not of its NFC form.
 */
import { timingSafeEqual } from "node:crypto";
import { type Kind, kinds } from "./imported-kinds.ts";

type Kinds = typeof kinds;

export type ImportedHash = {
	[Name in keyof Kinds]: {
		kind: Name;
		cost: Kinds[Name] extends Kind<infer Cost> ? Cost : never;
		salt: Buffer;
		tag: Buffer;
	};
}[keyof Kinds];

const MARK = "imported";
const LONGEST = 512;
/** Bytes. */
const LEAST_SALT = 8;
const MOST_SALT = 64;
const LEAST_TAG = 16;
const MOST_TAG = 64;
/** bcrypt looks at no more, so that all passwords with the same beginning would match. Bytes. */
const BCRYPT_INPUT = 72;

export function writeImportedHash(hash: ImportedHash): string {
	return [MARK, hash.kind, describeCost(hash), base64(hash.salt), base64(hash.tag)].join("$");
}

/** Such as "memory=65536,passes=3,parallelism=4,version=19". */
export function describeCost({ kind, cost }: ImportedHash): string {
	const values = new Map(Object.entries(cost));
	return kinds[kind].costs.map((name) => `${name}=${values.get(name)}`).join(",");
}

/** null: not such a hash, or beyond the bounds. */
export function readImportedHash(stored: string): ImportedHash | null {
	if (!stored.startsWith(`${MARK}$`) || stored.length > LONGEST) return null;
	const [, kind = "", cost = "", salt = "", tag = ""] = stored.split("$");
	if (!Object.hasOwn(kinds, kind)) return null;
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

/** Why a hash is never run, for the operator who imports it; null: it is accepted. */
export function boundsOf(hash: ImportedHash): string | null {
	const { cost, salt, tag } = hash;
	if (!Object.values(cost).every((value) => Number.isSafeInteger(value) && value > 0))
		return "its cost is not made of whole numbers";
	if (salt.length < LEAST_SALT || salt.length > MOST_SALT)
		return `its salt has ${salt.length} bytes; ${LEAST_SALT} to ${MOST_SALT} are accepted`;
	if (tag.length < LEAST_TAG || tag.length > MOST_TAG)
		return `it is ${tag.length} bytes long; ${LEAST_TAG} to ${MOST_TAG} are accepted`;
	return kindOf(hash).bounds(cost, salt, tag);
}

/** The work is the same for every password, whether or not it matches. */
export async function matchesImported(hash: ImportedHash, password: Uint8Array): Promise<boolean> {
	const derived = await kindOf(hash).derive(password, hash.cost, hash.salt, hash.tag.length);
	const isSame = timingSafeEqual(derived, hash.tag);
	// Implementations of bcrypt also end the password at a NUL.
	const isMoreThanBcryptSees = password.length > BCRYPT_INPUT || password.includes(0);
	return isSame && !(hash.kind === "bcrypt" && isMoreThanBcryptSees);
}

function kindOf({ kind }: ImportedHash): Kind<ImportedHash["cost"]> {
	return kinds[kind] as Kind<ImportedHash["cost"]>;
}

function base64(bytes: Buffer): string {
	return bytes.toString("base64").replace(/=+$/, "");
}
