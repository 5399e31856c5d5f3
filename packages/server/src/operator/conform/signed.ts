import { inflateSync } from "node:zlib";
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import { type Answer, demandStatus } from "./answer.ts";
import { demand, NotAsPromised } from "./check.ts";
import type { Visit } from "./visit.ts";

export const ALGORITHMS = ["ES256", "EdDSA", "RS256"];
/** Seconds by which the clock here and the one of the service may differ. */
export const CLOCK_TOLERANCE = 60;

/** The claims of a JWT that verifies under the published keys. */
export async function verifySigned(
	{ ask, baseUrl, clock }: Visit,
	jwt: string,
	type: { typ: string; what: string },
): Promise<JWTPayload> {
	const published = await ask("GET", "/.well-known/jwks.json");
	try {
		// As jose finds it; a set that is none makes it throw.
		const keys = createLocalJWKSet(published.body as unknown as JSONWebKeySet);
		const { payload } = await jwtVerify(jwt, keys, {
			typ: type.typ,
			issuer: baseUrl,
			algorithms: ALGORITHMS,
			currentDate: new Date(clock()),
			clockTolerance: CLOCK_TOLERANCE,
		});
		return payload;
	} catch (error) {
		throw new NotAsPromised(`${type.what} does not verify: ${error instanceof Error ? error.message : ""}`);
	}
}

export interface StatusPlace {
	uri: string;
	idx: number;
}

/** A status list as a verifier reads it: address, signature, type, subject (draft-ietf-oauth-status-list). */
export async function readStatusList(visit: Visit, uri: string): Promise<{ answer: Answer; bits: Buffer }> {
	demand(uri.startsWith(`${visit.baseUrl}/api/auth/status/`), `a status list is at ${uri}`);
	const answer = await visit.ask("GET", uri.slice(visit.baseUrl.length), {
		headers: { accept: "application/statuslist+jwt" },
	});
	demandStatus(answer, 200);
	const type = { typ: "statuslist+jwt", what: "the status list" };
	const { sub, status_list: list } = await verifySigned(visit, answer.text, type);
	demand(sub === uri, `the subject of the list is ${sub}`);
	const { bits, lst } = (list ?? {}) as { bits?: unknown; lst?: unknown };
	demand(bits === 1 && typeof lst === "string", "the list is not one bit a token");
	return { answer, bits: inflateSync(Buffer.from(lst, "base64url")) };
}

export async function isRevoked(visit: Visit, { uri, idx }: StatusPlace): Promise<boolean> {
	const { bits } = await readStatusList(visit, uri);
	return (((bits[idx >> 3] ?? 0) >> (idx & 7)) & 1) === 1;
}
