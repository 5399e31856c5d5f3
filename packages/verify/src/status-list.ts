import { base64url } from "jose";
import { isInteger, LEEWAY, memberOf } from "./claims.ts";
import type { VerificationKey } from "./keys.ts";
import { readAtMost } from "./read-at-most.ts";
import type { OpenSigned } from "./signed-token.ts";

export interface StatusList {
	bits: Uint8Array;
	/** Milliseconds since the epoch. */
	expiresAt: number;
	/** Milliseconds after which the list should be fetched again. */
	ttl: number;
	/** Its signing key. */
	key: VerificationKey;
}

/** Bytes of the decompressed list, which a small response can exceed; sixteen million entries fit. */
const MAXIMUM_BITS = 2 * 2 ** 20;
/** Bytes of the signed list: incompressible bits, twice in base64url. */
export const MAXIMUM_TOKEN = 4 * 2 ** 20;
const DEFAULT_TTL = 5000;

/** Verifies a status list token (draft-ietf-oauth-status-list-21, section 8.3). Throws when it is not the list of this address. */
export async function readStatusList(
	token: string,
	expected: { openSigned: OpenSigned; issuer: string; uri: string; now: number },
): Promise<StatusList> {
	const { openSigned, issuer, uri, now } = expected;
	const opened = await openSigned(token, { typ: "statuslist+jwt", maximumLength: MAXIMUM_TOKEN });
	if (opened === null) throw new Error(`${uri} is not signed by the service.`);
	const { iss, sub, iat, exp, ttl, status_list: list } = opened.claims;
	if (iss !== issuer || sub !== uri) throw new Error(`${uri} is the list of another address.`);
	if (!isInteger(iat) || !isInteger(exp) || iat > now / 1000 + LEEWAY || exp <= now / 1000) {
		throw new Error(`${uri} is a list of another time.`);
	}
	const lst = memberOf(list, "lst");
	if (memberOf(list, "bits") !== 1 || typeof lst !== "string")
		throw new Error(`${uri} is no list of single bits.`);
	const bits = await inflate(base64url.decode(lst));
	const { key } = opened;
	return { bits, expiresAt: exp * 1000, ttl: isInteger(ttl) && ttl > 0 ? ttl * 1000 : DEFAULT_TTL, key };
}

/** zlib (RFC 1950), with what every web runtime has. */
function inflate(compressed: Uint8Array): Promise<Uint8Array> {
	const source = new ReadableStream<BufferSource>({
		start(controller) {
			controller.enqueue(compressed as Uint8Array<ArrayBuffer>);
			controller.close();
		},
	});
	return readAtMost(source.pipeThrough(new DecompressionStream("deflate")), MAXIMUM_BITS);
}

/** null: the list has no such entry. The lowest bit of the first byte is the first (section 4.1). */
export function isMarked({ bits }: StatusList, index: number): boolean | null {
	const byte = bits[Math.floor(index / 8)];
	return byte === undefined ? null : ((byte >> (index % 8)) & 1) === 1;
}
