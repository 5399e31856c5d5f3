/** Status lists, as a verifier reads them. */
import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from "jose";
import type { TestService } from "./service.ts";
import type { Answer } from "./visitor.ts";

/** What a token names. */
export interface Place {
	idx: number;
	uri: string;
}

export function placeOf({ body }: Answer): Place {
	const { status } = decodeJwt<{ status: { status_list: Place } }>(String(body?.token));
	return status.status_list;
}

/** Signature, type, subject, then the bit. The clock moves on by a second, in which a list is served from memory. */
export async function isRevoked(service: TestService, { idx, uri }: Place): Promise<boolean> {
	service.travel(1000);
	const visitor = service.visitor();
	const answer = await visitor.get(uri.slice(service.baseUrl.length));
	assert.equal(answer.headers.get("content-type"), "application/statuslist+jwt");
	const published = (await visitor.get("/.well-known/jwks.json")).body;
	const { payload } = await jwtVerify(answer.text, createLocalJWKSet(published as unknown as JSONWebKeySet), {
		typ: "statuslist+jwt",
		issuer: service.baseUrl,
		subject: uri,
		currentDate: new Date(service.now()),
	});
	assert.deepEqual(payload.ttl, 5);
	const { bits, lst } = payload.status_list as { bits: number; lst: string };
	assert.equal(bits, 1);
	const list = inflateSync(Buffer.from(lst, "base64url"));
	assert.equal(list.length, 2 ** 20 / 8);
	return (((list[idx >> 3] ?? 0) >> (idx & 7)) & 1) === 1;
}

/** Resolves with the addresses of all lists that living tokens may name. */
export const listAddresses = async (service: TestService) =>
	(await service.visitor().get("/api/auth/status")).body?.status_lists as string[];
