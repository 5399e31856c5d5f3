import { boundsOf, type ImportedHash } from "../../identity/password/imported-hash.ts";
import { readKeycloakCredential } from "./keycloak-credential.ts";
import { readSpelledHash } from "./spelled-hash.ts";

const FAST =
	"is a fast hash, which is easily guessed; import the user without it, and make a setup link by user reset";

const BARE_DIGEST = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i;

/** Known formats that are not accepted, and why. Messages repeat no input. */
const refused: ReadonlyArray<[pattern: RegExp, reason: string]> = [
	[BARE_DIGEST, FAST],
	[/^(?:unsalted_)?(?:md5|sha1|sha224|sha256|sha384|sha512)[$:]/, FAST],
	[/^\{(?:S?MD5|S?SHA\d*)\}/i, FAST],
	[/^\$(?:1|apr1|md5)[$,]/, FAST],
	[
		/^\$[PH]\$/,
		"is a hash of phpass, which is MD5; import the user without it, and make a setup link by user reset",
	],
	[/^(?:pbkdf2_sha1|\$pbkdf2\$|pbkdf2:sha1)/, "is PBKDF2 with SHA-1; SHA-256 and SHA-512 are accepted"],
	[/^\$[56]\$/, "is a hash of crypt(3) with SHA-2, which is not supported"],
	[/^\$(?:y|gy|7)\$/, "is a hash of yescrypt or of crypt(3) with scrypt, which is not supported"],
	[/^(?:bcrypt\$)?\$2x?\$/, "is made by a bcrypt that is known to be broken ($2$ or $2x$)"],
];

const UNKNOWN = "is not a hash of argon2, scrypt, bcrypt or PBKDF2 in a known format";

/** Text in a known format, or a Keycloak credential as an object. */
export function readPasswordHash(given: unknown): { hash: ImportedHash } | { mistake: string } {
	if (typeof given !== "string" && (typeof given !== "object" || given === null))
		return { mistake: "passwordHash is not text" };
	const hash = typeof given === "string" ? readSpelledHash(given) : readKeycloakCredential(given);
	if (hash === null)
		return { mistake: `passwordHash ${typeof given === "string" ? whyUnread(given) : UNKNOWN}` };
	const bounds = boundsOf(hash);
	return bounds === null ? { hash } : { mistake: `passwordHash is not accepted: ${bounds}` };
}

function whyUnread(spelled: string): string {
	return refused.find(([pattern]) => pattern.test(spelled))?.[1] ?? UNKNOWN;
}

/** Whether text is certainly a hash, and so must not become a name. Bare hex digits may be an id. */
export function looksLikeHash(text: string): boolean {
	if (readSpelledHash(text) !== null) return true;
	return !BARE_DIGEST.test(text) && refused.some(([pattern]) => pattern.test(text));
}
