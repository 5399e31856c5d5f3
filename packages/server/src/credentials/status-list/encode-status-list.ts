import { deflateSync } from "node:zlib";

/** Entries in a list. Constant, so that it does not reveal the number of sessions. */
export const STATUS_LIST_SIZE = 2 ** 20;

/** One bit per entry, the lowest bit of the first byte first; 1: invalid (draft-ietf-oauth-status-list-21, section 4). */
export function encodeStatusList(revoked: readonly number[]): string {
	const bits = Buffer.alloc(STATUS_LIST_SIZE / 8);
	for (const index of revoked) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
	return deflateSync(bits).toString("base64url");
}
