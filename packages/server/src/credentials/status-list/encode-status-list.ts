import { deflateSync } from "node:zlib";

/** Places in a list. Always the same number, whatever the number of sessions, which it shall not tell. */
export const STATUS_LIST_PLACES = 2 ** 20;

/** One bit per place, the lowest bit of the first byte first; 1: invalid (draft-ietf-oauth-status-list-21, section 4). */
export function encodeStatusList(revoked: readonly number[]): string {
	const bits = Buffer.alloc(STATUS_LIST_PLACES / 8);
	for (const place of revoked) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
	return deflateSync(bits).toString("base64url");
}
