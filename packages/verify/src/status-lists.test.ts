import assert from "node:assert/strict";
import { before, it } from "node:test";
import { deflateSync } from "node:zlib";
import { type CryptoKey, generateKeyPair, SignJWT } from "jose";
import type { FetchService } from "./fetch-service.ts";
import { createOpenSigned } from "./signed-token.ts";
import { createStatusLists } from "./status-lists.ts";

const issuer = "https://login.example";
const lst = deflateSync(new Uint8Array(16)).toString("base64url");
const addressOf = (name: number) => `${issuer}/status/${name}`;

let privateKey: CryptoKey;
let publicKey: CryptoKey;
before(async () => {
	({ privateKey, publicKey } = await generateKeyPair("ES256"));
});

/** A service with as many lists as are asked for; `random` is the luck of the jitter. */
function stage({ random = 0.5, maximumAge = 9000, ttl = 5 } = {}) {
	const state = { now: 1_800_000_000_000, asked: [] as string[], delays: [] as number[], scheduled: 0 };
	const fetchService: FetchService = async (uri) => {
		state.asked.push(uri);
		const iat = Math.floor(state.now / 1000);
		const jwt = await new SignJWT({
			iss: issuer,
			sub: uri,
			iat,
			exp: iat + 3600,
			ttl,
			status_list: { bits: 1, lst },
		})
			.setProtectedHeader({ alg: "ES256", typ: "statuslist+jwt", kid: "k" })
			.sign(privateKey);
		return { status: 200, headers: new Headers(), text: jwt };
	};
	const key = { kid: "k", algorithm: "ES256", key: publicKey, source: "" };
	const lists = createStatusLists({
		issuer,
		fetchService,
		openSigned: createOpenSigned(async () => key),
		keys: { holds: () => true },
		clock: () => state.now,
		random: () => random,
		report: () => {},
		limits: { maximumAge, staleFor: 60_000 },
		schedule(_act, delay) {
			state.delays.push(delay);
			state.scheduled += 1;
			return () => {
				state.scheduled -= 1;
			};
		},
	});
	return { state, lists };
}

it("asks again a fifth sooner to a fifth later than the service wants, and never later than the bound allows", async () => {
	const cases = [
		{ random: 0, delay: 4000 },
		{ random: 0.5, delay: 5000 },
		{ random: 1, delay: 6000 },
		{ random: 1, ttl: 3600, delay: 9000 },
		{ random: 1, maximumAge: 2000, delay: 2000 },
		{ random: 0, ttl: 1, delay: 800 },
	];
	for (const { delay, ...given } of cases) {
		const { state, lists } = stage(given);
		await lists.isRevoked(addressOf(1), 0);
		assert.deepEqual(state.delays.map(Math.round), [delay]);
	}
});

it("keeps only so many lists, those that were used last", async () => {
	const { state, lists } = stage();
	for (let name = 0; name < 200; name += 1) {
		await lists.isRevoked(addressOf(name), 0);
		state.now += 1;
		assert.equal(lists.peek(addressOf(0), 0, state.now), false);
	}
	assert.equal(state.scheduled, 64);
	const kept = Array.from({ length: 200 }, (_, name) => lists.peek(addressOf(name), 0, state.now)).filter(
		(found) => found !== undefined,
	);
	assert.equal(kept.length, 64);
	lists.close();
	assert.equal(state.scheduled, 0);
});
