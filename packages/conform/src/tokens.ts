/** Tokens and status lists as a verifier reads them. */
import { inflateSync } from "node:zlib";
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import { BrokenPromise, expect, expectStatus, type HttpResponse, LeftOut } from "./response.ts";
import type { Visit } from "./visit.ts";

export const ALGORITHMS = ["ES256", "EdDSA", "RS256"];
/** Seconds by which the clocks of this machine and of the service may differ. */
const CLOCK_TOLERANCE = 60;

/** The claims of a token, its signature unchecked: for checks that are about something else. */
export function claimsOf(credential: { token(): string }): JWTPayload {
	const token = credential.token();
	try {
		return decodeJwt(token);
	} catch {
		throw new LeftOut("the token cannot be read");
	}
}

/** The claims of a JWT that verifies under the published keys. */
export async function verifySigned(
	{ send, baseUrl, clock }: Visit,
	jwt: string,
	{ typ, what }: { typ: string; what: string },
): Promise<JWTPayload> {
	const published = await send("GET", "/.well-known/jwks.json");
	try {
		// Anything but a key set makes jose throw.
		const keys = createLocalJWKSet(published.body as unknown as JSONWebKeySet);
		const { payload } = await jwtVerify(jwt, keys, {
			typ,
			issuer: baseUrl,
			algorithms: ALGORITHMS,
			currentDate: new Date(clock()),
			clockTolerance: CLOCK_TOLERANCE,
		});
		return payload;
	} catch (error) {
		throw new BrokenPromise(`${what} does not verify: ${error instanceof Error ? error.message : ""}`);
	}
}

export interface StatusListEntry {
	uri: string;
	idx: number;
}

/** Checks address, signature, type and subject (draft-ietf-oauth-status-list). */
export async function readStatusList(
	visit: Visit,
	uri: string,
): Promise<{ response: HttpResponse; bits: Buffer }> {
	expect(uri.startsWith(`${visit.baseUrl}/api/auth/status/`), `a status list is at ${uri}`);
	const response = await visit.send("GET", uri.slice(visit.baseUrl.length), {
		headers: { accept: "application/statuslist+jwt" },
	});
	expectStatus(response, 200);
	const type = { typ: "statuslist+jwt", what: "the status list" };
	const { sub, status_list: list } = await verifySigned(visit, response.text, type);
	expect(sub === uri, `the subject of the list is ${sub}`);
	const { bits, lst } = (list ?? {}) as { bits?: unknown; lst?: unknown };
	expect(bits === 1 && typeof lst === "string", "the list is not one bit a token");
	return { response, bits: inflateSync(Buffer.from(lst, "base64url")) };
}

export async function isRevoked(visit: Visit, { uri, idx }: StatusListEntry): Promise<boolean> {
	const { bits } = await readStatusList(visit, uri);
	const byte = bits[Math.floor(idx / 8)];
	expect(byte !== undefined, `the place ${idx} is beyond the list`);
	return ((byte >> (idx & 7)) & 1) === 1;
}
