/**
 * What `@sallyport/verify` costs an API: verifications per second, a protected route beside an open one, and the status list of
 * a million sessions.
 */
import { randomInt } from "node:crypto";
import { jwtVerify } from "jose";
import { createVerifier } from "../../packages/verify/src/index.ts";
import { type Issuer, startIssuer } from "../lib/issuer.ts";
import { median, showSpread } from "../lib/statistics.ts";
import { alignedTable, type Rows } from "../lib/table.ts";
import type { ApiTasks } from "../load/api-process.ts";
import { startHelper } from "../load/helper.ts";
import type { LoadTasks } from "../load/load-process.ts";
import { defineScenario } from "../scenario.ts";

interface VerifyOptions {
	rounds: number;
	/** Of each figure. */
	milliseconds: number;
}

const TOKENS = 200;
const CONNECTIONS = 20;
const SESSIONS = 1_000_000;
const PLACES = 2 ** 20;

export async function measureVerify(options: VerifyOptions): Promise<string> {
	await using issuer = await startIssuer();
	const { warm, cold, bare } = await measureVerifications(issuer, options);
	const routes = await measureRoutes(issuer, options);
	const whole = (values: number[]) => showSpread(values.map(Math.round));
	const ratio = (ones: number[], others: number[]) =>
		`${Math.round((median(ones) / median(others)) * 100)} %`;
	const rates = [
		["per second, median (least–most)", "", "ratio"],
		["token seen before", whole(warm), ""],
		["token not seen before", whole(cold), ratio(cold, bare)],
		["jose's jwtVerify alone", whole(bare), ""],
		["protected route of Fastify", whole(routes.protected), ratio(routes.protected, routes.open)],
		["the same, unprotected", whole(routes.open), ""],
	];
	return `${alignedTable(rates)}\n\n${alignedTable(await measureLists(issuer, options.rounds))}`;
}

/** Calls per second, one after the other. */
async function rate(act: (turn: number) => Promise<unknown>, milliseconds: number): Promise<number> {
	/** So that looking at the clock costs nothing beside it. */
	const batch = 50;
	const began = performance.now();
	let [turns, passed] = [0, 0];
	while (passed < milliseconds) {
		for (let turn = 0; turn < batch; turn += 1) await act(turns + turn);
		turns += batch;
		passed = performance.now() - began;
	}
	return (turns / passed) * 1000;
}

/** Bearer tokens: seen before, and never seen before beside what jose itself needs for a signature and its claims. */
async function measureVerifications(issuer: Issuer, { rounds, milliseconds }: VerifyOptions) {
	const tokens = await Promise.all(Array.from({ length: TOKENS }, (_, place) => issuer.token(place)));
	// As a server gets them: a new string for each request.
	const headers = tokens.map((token) => Buffer.from(`Bearer ${token}`));
	const authorizationOf = (turn: number) => headers[turn % TOKENS]?.toString("latin1") ?? "";
	const requestOf = (turn: number) => ({ headers: { authorization: authorizationOf(turn) } });
	const remembering = createVerifier({ issuer: issuer.url });
	const forgetting = createVerifier({ issuer: issuer.url, tokenCache: 0 });
	const options = { issuer: issuer.url, audience: issuer.url, typ: "at+jwt", algorithms: ["ES256"] };
	const acts: Record<"cold" | "bare" | "warm", (turn: number) => Promise<unknown>> = {
		cold: (turn) => forgetting.verify(requestOf(turn)),
		bare: (turn) => jwtVerify(authorizationOf(turn).slice("Bearer ".length), issuer.publicKey, options),
		warm: (turn) => remembering.verify(requestOf(turn)),
	};
	const found = { cold: [] as number[], bare: [] as number[], warm: [] as number[] };
	for (const act of Object.values(acts)) await rate(act, milliseconds / 4);
	for (let round = 0; round < rounds; round += 1)
		for (const name of ["cold", "bare", "warm"] as const)
			found[name].push(await rate(acts[name], milliseconds));
	remembering.close();
	forgetting.close();
	return found;
}

/** A protected route beside an open one of the same API, in turns: answers per second. */
async function measureRoutes(issuer: Issuer, { rounds, milliseconds }: VerifyOptions) {
	await using api = startHelper<ApiTasks>("api-process.ts");
	await using load = startHelper<LoadTasks>("load-process.ts");
	const port = await api.ask("start", { issuer: issuer.url });
	// Both get the same requests, so that they differ in nothing else.
	const headers = { authorization: `Bearer ${await issuer.token(1)}` };
	const found = { open: [] as number[], protected: [] as number[] };
	for (let round = -1; round < rounds; round += 1)
		for (const route of ["open", "protected"] as const) {
			const requests = [{ path: `/${route}`, headers }];
			const order = { port, connections: CONNECTIONS, duration: milliseconds, requests };
			const { answered, failed, seconds } = await load.ask("load", order);
			if (failed > 0) throw new Error(`${route}: ${failed} refusals and errors`);
			// The first is a warm-up.
			if (round >= 0) found[route].push(answered / seconds);
		}
	return found;
}

/** What the list weighs, and milliseconds: to encode and sign it; to fetch, verify and unpack; to ask whether it has changed. */
async function measureLists(issuer: Issuer, rounds: number): Promise<Rows> {
	const rows: string[][] = [["status list, median", "kB", "build, ms", "fetch, ms", "unchanged, ms"]];
	for (const share of [0, 0.01, 0.1, 0.5]) {
		const places = new Set<number>();
		while (places.size < share * SESSIONS) places.add(randomInt(PLACES));
		let free = 0;
		while (places.has(free)) free += 1;
		const request = { headers: { authorization: `Bearer ${await issuer.token(free)}` } };
		const revoked = [...places];
		let [size, now] = [await issuer.revoke(revoked), Date.now()];
		const verifier = createVerifier({ issuer: issuer.url, clock: () => now });
		await verifier.verify(request);
		const times: [number[], number[], number[]] = [[], [], []];
		const acts = [
			async () => {
				size = await issuer.revoke(revoked);
			},
			() => verifier.verify(request),
			() => verifier.verify(request),
		];
		for (let round = 0; round < rounds; round += 1)
			for (const [index, act] of acts.entries()) {
				// The list has become too old to decide, so the next request waits for it.
				if (index > 0) now += 9000;
				const began = performance.now();
				await act();
				times[index]?.push(performance.now() - began);
			}
		verifier.close();
		const figures = [size / 1000, ...times.map(median)].map((figure) => figure.toFixed(1));
		rows.push([`${places.size} of ${SESSIONS} revoked`, ...figures]);
	}
	return rows;
}

export const scenario = defineScenario({}, (_values, [rounds = "7"]) =>
	measureVerify({ rounds: Number(rounds), milliseconds: 1000 }),
);
