/** The status list of a million sessions: what it weighs, what it takes to build, and to fetch and read. */
import { randomInt } from "node:crypto";
import { createVerifier } from "../../packages/verify/src/index.ts";
import { median } from "../lib/median.ts";
import type { Issuer } from "./issuer.ts";

const SESSIONS = 1_000_000;
const PLACES = 2 ** 20;

export interface ListFigures {
	revoked: number;
	/** Kilobytes of the signed list. */
	size: number;
	/** Milliseconds: encode and sign; fetch, verify and unpack; ask whether it has changed. */
	build: number;
	fetch: number;
	unchanged: number;
}

export async function measureLists(issuer: Issuer, rounds: number): Promise<ListFigures[]> {
	const found: ListFigures[] = [];
	for (const share of [0, 0.01, 0.1, 0.5]) found.push(await measureList(issuer, share * SESSIONS, rounds));
	return found;
}

async function measureList(issuer: Issuer, revoked: number, rounds: number): Promise<ListFigures> {
	const places = new Set<number>();
	while (places.size < revoked) places.add(randomInt(PLACES));
	const revokedPlaces = [...places];
	let free = 0;
	while (places.has(free)) free += 1;
	const token = await issuer.token(free);
	const request = { headers: { authorization: `Bearer ${token}` } };
	const times = { build: [] as number[], fetch: [] as number[], unchanged: [] as number[] };
	let size = await issuer.revoke(revokedPlaces);
	let now = Date.now();
	const verifier = createVerifier({ issuer: issuer.url, clock: () => now });
	await verifier.verify(request);
	const timed = async (act: () => Promise<unknown>) => {
		const began = performance.now();
		await act();
		return performance.now() - began;
	};
	for (let round = 0; round < rounds; round += 1) {
		times.build.push(
			await timed(async () => {
				size = await issuer.revoke(revokedPlaces);
			}),
		);
		// The list has become too old to decide, so the next request waits for it.
		now += 9000;
		times.fetch.push(await timed(() => verifier.verify(request)));
		now += 9000;
		times.unchanged.push(await timed(() => verifier.verify(request)));
	}
	verifier.close();
	const { build, fetch, unchanged } = times;
	return {
		revoked,
		size: size / 1000,
		build: median(build),
		fetch: median(fetch),
		unchanged: median(unchanged),
	};
}
