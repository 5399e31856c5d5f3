/** Bearer tokens: seen before, and never seen before beside what jose itself needs for a signature and its claims. */
import { jwtVerify } from "jose";
import { createVerifier } from "../../packages/verify/src/index.ts";
import type { Issuer } from "./issuer.ts";
import { rate } from "./rate.ts";

const TOKENS = 200;

export interface Verifications {
	/** For each round, per second. */
	warm: number[];
	cold: number[];
	bare: number[];
}

export async function measureVerifications(
	issuer: Issuer,
	{ rounds, milliseconds }: { rounds: number; milliseconds: number },
): Promise<Verifications> {
	const tokens = await Promise.all(Array.from({ length: TOKENS }, (_, place) => issuer.token(place)));
	// As a server gets them: a new string for each request.
	const headers = tokens.map((token) => Buffer.from(`Bearer ${token}`));
	const requests = (turn: number) => {
		const authorization = headers[turn % TOKENS]?.toString("latin1") ?? "";
		return { method: "GET", headers: { authorization } };
	};
	const remembering = createVerifier({ issuer: issuer.url });
	const forgetting = createVerifier({ issuer: issuer.url, tokenCache: 0 });
	const options = { issuer: issuer.url, audience: issuer.url, typ: "at+jwt", algorithms: ["ES256"] };
	const warm = (turn: number) => remembering.verify(requests(turn));
	const cold = (turn: number) => forgetting.verify(requests(turn));
	const bare = (turn: number) =>
		jwtVerify(requests(turn).headers.authorization.slice("Bearer ".length), issuer.publicKey, options);
	const found: Verifications = { warm: [], cold: [], bare: [] };
	for (const each of [warm, cold, bare]) await rate(each, milliseconds / 4);
	for (let round = 0; round < rounds; round += 1) {
		found.cold.push(await rate(cold, milliseconds));
		found.bare.push(await rate(bare, milliseconds));
		found.warm.push(await rate(warm, milliseconds));
	}
	remembering.close();
	forgetting.close();
	return found;
}
