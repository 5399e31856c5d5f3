/** What `@sallyport/verify` costs an API: verifications per second beside jose alone, and the status list of a million sessions. */
import { randomInt } from "node:crypto";
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { encodeStatusList } from "../../packages/server/src/credentials/status-list/encode-status-list.ts";
import { createVerifier } from "../../packages/verify/src/index.ts";
import { median, showSpread } from "../lib/statistics.ts";
import { alignedTable, type Rows } from "../lib/table.ts";
import { defineScenario } from "../scenario.ts";

/** Milliseconds: of each figure. */
type VerifyOptions = { rounds: number; milliseconds: number };

const TOKENS = 200;
const SESSIONS = 1_000_000;
const PLACES = 2 ** 20;
const url = "https://login.example.com";
const listUrl = `${url}/status/bench`;

type Issuer = Awaited<ReturnType<typeof createIssuer>>;

/** As much of the service as a verifier talks to, without a network: keys, metadata and one status list. */
async function createIssuer() {
	const { publicKey, privateKey } = await generateKeyPair("ES256");
	const jwk = { ...(await exportJWK(publicKey)), kid: "bench", alg: "ES256", use: "sig" };
	const metadata = {
		issuer: url,
		jwks_uri: `${url}/jwks`,
		status_list_aggregation_endpoint: `${url}/status`,
		credential_check_endpoint: `${url}/check`,
	};
	let list = { jwt: "", etag: "" };
	const sign = (typ: string, claims: Record<string, unknown>) => {
		const iat = Math.floor(Date.now() / 1000);
		return new SignJWT({ iss: url, iat, exp: iat + 3600, ...claims })
			.setProtectedHeader({ alg: "ES256", typ, kid: "bench" })
			.sign(privateKey);
	};
	return {
		publicKey,
		/** Publishes a new list. Resolves to the size of the signed list, in bytes. */
		async revoke(places: readonly number[]): Promise<number> {
			const status_list = { bits: 1, lst: encodeStatusList(places) };
			const jwt = await sign("statuslist+jwt", { sub: listUrl, ttl: 5, status_list });
			list = { jwt, etag: `"${crypto.randomUUID()}"` };
			return jwt.length;
		},
		/** Good for an hour, each with a place of its own. */
		token(place: number): Promise<string> {
			const [now, id] = [Math.floor(Date.now() / 1000), () => crypto.randomUUID()];
			const about = { sub: id(), aud: url, nbf: now, jti: id(), sid: id(), auth_time: now };
			const status = { status_list: { idx: place, uri: listUrl } };
			return sign("at+jwt", { ...about, amr: ["pwd"], role: "user", status });
		},
		async fetch(given: string | URL | Request, init?: RequestInit): Promise<Response> {
			const request = new Request(given, init);
			const { jwt, etag } = list;
			if (request.url !== listUrl)
				return Response.json(request.url === metadata.jwks_uri ? { keys: [jwk] } : metadata, {
					headers: { "cache-control": "max-age=300" },
				});
			if (request.headers.get("if-none-match") === etag)
				return new Response(null, { status: 304, headers: { etag } });
			return new Response(jwt, { headers: { etag, "content-type": "application/statuslist+jwt" } });
		},
	};
}

export async function measureVerify(options: VerifyOptions): Promise<string> {
	const issuer = await createIssuer();
	await issuer.revoke([]);
	const { warm, cold, bare } = await measureVerifications(issuer, options);
	const whole = (values: number[]) => showSpread(values.map(Math.round));
	const rates = [
		["per second, median (least–most)", "", "of jose"],
		["token seen before", whole(warm), ""],
		["token not seen before", whole(cold), `${Math.round((median(cold) / median(bare)) * 100)} %`],
		["jose's jwtVerify alone", whole(bare), ""],
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
async function measureVerifications({ publicKey, fetch, token }: Issuer, options: VerifyOptions) {
	const { rounds, milliseconds } = options;
	const tokens = await Promise.all(Array.from({ length: TOKENS }, (_, place) => token(place)));
	// As a server gets them: a new string for each request.
	const headers = tokens.map((each) => Buffer.from(`Bearer ${each}`));
	const authorizationOf = (turn: number) => headers[turn % TOKENS]?.toString("latin1") ?? "";
	const requestOf = (turn: number) => ({ headers: { authorization: authorizationOf(turn) } });
	const remembering = createVerifier({ issuer: url, fetch });
	const forgetting = createVerifier({ issuer: url, fetch, tokenCache: 0 });
	const demands = { issuer: url, audience: url, typ: "at+jwt", algorithms: ["ES256"] };
	const acts = {
		cold: (turn: number) => forgetting.verify(requestOf(turn)),
		bare: (turn: number) => jwtVerify(authorizationOf(turn).slice("Bearer ".length), publicKey, demands),
		warm: (turn: number) => remembering.verify(requestOf(turn)),
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

/** What the list weighs, and milliseconds: to encode and sign it; to verify and unpack it; to ask whether it has changed. */
async function measureLists({ revoke, token, fetch }: Issuer, rounds: number): Promise<Rows> {
	const rows: string[][] = [["status list, median", "kB", "build, ms", "fetch, ms", "unchanged, ms"]];
	for (const share of [0, 0.01, 0.1, 0.5]) {
		const places = new Set<number>();
		while (places.size < share * SESSIONS) places.add(randomInt(PLACES));
		let free = 0;
		while (places.has(free)) free += 1;
		const request = { headers: { authorization: `Bearer ${await token(free)}` } };
		let [size, now] = [await revoke([...places]), Date.now()];
		const verifier = createVerifier({ issuer: url, fetch, clock: () => now });
		await verifier.verify(request);
		const times: [number[], number[], number[]] = [[], [], []];
		const build = async () => {
			size = await revoke([...places]);
		};
		const verify = () => verifier.verify(request);
		for (let round = 0; round < rounds; round += 1)
			for (const [index, act] of [build, verify, verify].entries()) {
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
