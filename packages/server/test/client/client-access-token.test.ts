/** A client with a cookie session that calls other APIs: it gets tokens of the session, and renews them, by itself. */
import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { decodeJwt } from "jose";
import { type Client, type ClientOptions, createClient } from "../../../client/src/index.ts";
import { ada, createClientWorld, tokens } from "../support/client-world.ts";
import { takesTokens } from "../support/guarded-api.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { watchFetch } from "../support/watched-fetch.ts";

const minute = 60_000;
const asking = "POST /analytics/api/auth/token";

describe("the client with a cookie session and other APIs", () => {
	const { service, apiOf } = createClientWorld();
	let isAway = false;
	afterEach(() => {
		isAway = false;
	});

	async function loggedIn(options: Partial<ClientOptions<"cookie">> = {}, remember = false) {
		const watched = watchFetch();
		const cookies: string[] = [];
		const client = createClient({
			baseUrl: service().baseUrl,
			mode: "cookie",
			clock: service().now,
			async fetch(input, init) {
				const isAsking = String(input).endsWith("/token");
				const response = await watched.fetch(isAway && isAsking ? "http://127.0.0.1:1/" : input, init);
				cookies.push(...response.headers.getSetCookie());
				return response;
			},
			...options,
		});
		await client.logIn({ ...ada, remember });
		return { client, cookies, asked: () => watched.count(asking) };
	}
	const authTime = (token: string) => Number(decodeJwt(token).auth_time);
	const inParallel = (client: Client<"cookie">, url: string) =>
		Promise.all(Array.from({ length: 8 }, async () => (await client.fetch(url)).status));

	it("asks once for the token that all of its requests send", async () => {
		const api = await apiOf();
		const { client, asked } = await loggedIn({ origins: [api.origin] });
		assert.deepEqual(new Set(await inParallel(client, api.origin)), new Set([200]));
		const token = await client.accessToken();
		assert.deepEqual(new Set(tokens(api)), new Set([`Bearer ${token}`]));
		assert.equal(asked(), 1);
		assert.equal(client.token, undefined);
		const { session } = await client.session();
		assert.equal(decodeJwt(token).sid, session.id);
	});

	it("asks again after three quarters of its life, once for all that wait, with a clock that is wrong", async () => {
		const api = await apiOf(takesTokens(service().now));
		const clock = () => service().now() - 600 * minute;
		const { client, asked } = await loggedIn({ origins: [api.origin], clock });
		await client.fetch(api.origin);
		service().travel(44 * minute);
		await inParallel(client, api.origin);
		assert.equal(asked(), 1);
		service().travel(2 * minute);
		await inParallel(client, api.origin);
		assert.equal(asked(), 2);
		assert.equal(new Set(tokens(api)).size, 2);
	});

	it("continues with the current token while the service is away, and asks again later", async () => {
		const { client, asked } = await loggedIn();
		const token = await client.accessToken();
		service().travel(46 * minute);
		isAway = true;
		for (let call = 0; call < 3; call++) assert.equal(await client.accessToken(), token);
		service().travel(minute);
		isAway = false;
		assert.notEqual(await client.accessToken(), token);
		assert.equal(asked(), 2);
		isAway = true;
		service().travel(61 * minute);
		await assert.rejects(client.accessToken(), { code: "network_error" });
	});

	it("gets another token if an API refuses the current one, and repeats the request once", async () => {
		let refused: string | undefined;
		const api = await apiOf(({ headers }, response) => {
			refused ??= headers.authorization;
			if (headers.authorization !== refused) return response.end("here you are");
			response.writeHead(401, { "www-authenticate": 'Bearer error="invalid_token"' }).end();
		});
		const { client, asked } = await loggedIn({ origins: [api.origin] });
		assert.equal((await client.fetch(api.origin, { method: "POST", body: "x" })).status, 200);
		assert.equal(asked(), 2);
		assert.deepEqual(
			api.requests.map(({ body }) => body),
			["x", "x"],
		);
	});

	it("repeats no request as another user, who has logged in with the same cookies since", async () => {
		await service().addUser("eve");
		const api = await apiOf((_request, response) => {
			response.writeHead(401, { "www-authenticate": 'Bearer error="invalid_token"' }).end();
		});
		let jar = "";
		/** The cookies of a browser, which all of its tabs share. */
		const shared: typeof fetch = async (input, init) => {
			const headers = new Headers(init?.headers);
			if (init?.credentials === "include") headers.set("cookie", jar);
			const response = await fetch(input, { ...init, headers });
			for (const line of response.headers.getSetCookie())
				if (line.includes("-sid=")) jar = line.split(";", 1)[0] ?? "";
			return response;
		};
		const { client } = await loggedIn({ origins: [api.origin], fetch: shared, csrf: await copied() });
		await client.accessToken();
		const tab = createClient({
			baseUrl: service().baseUrl,
			mode: "cookie",
			fetch: shared,
			csrf: await copied(),
		});
		await tab.logIn({ username: "eve", password: ADMIN_PASSWORD });
		assert.equal((await client.fetch(api.origin)).status, 401);
		assert.equal(api.requests.length, 1);
		await assert.rejects(client.accessToken(), { code: "csrf_invalid" });
	});
	const copied = async () => service().copiedCsrf(await service().loggedIn("ada"));

	it("gives no token of the user before, whose answer came after the login of another one", async () => {
		await service().addUser("fay");
		const late = Promise.withResolvers<void>();
		const asked = Promise.withResolvers<void>();
		const { client } = await loggedIn({
			async fetch(input, init) {
				const response = await fetch(input, init);
				if (!String(input).endsWith("/token")) return response;
				asked.resolve();
				await late.promise;
				return response;
			},
		});
		const first = client.accessToken();
		await asked.promise;
		await client.logIn({ username: "fay", password: ADMIN_PASSWORD });
		late.resolve();
		await first;
		assert.equal(decodeJwt(await client.accessToken()).sub, (await client.session()).id);
	});

	it("asks again after a reauthentication, so that an API sees it", async () => {
		const api = await apiOf(({ headers }, response) => {
			const age = service().now() / 1000 - authTime(headers.authorization ?? "");
			if (age < 60) return response.end("here you are");
			const challenge = 'Bearer error="insufficient_user_authentication", max_age="60"';
			response.writeHead(401, { "www-authenticate": challenge }).end();
		});
		let times = 0;
		const { client } = await loggedIn({
			origins: [api.origin],
			async reauthenticate() {
				times += 1;
				return client.reauthenticate(ADMIN_PASSWORD);
			},
		});
		await client.accessToken();
		service().travel(2 * minute);
		assert.deepEqual(new Set(await inParallel(client, api.origin)), new Set([200]));
		assert.equal(times, 1);
	});

	it("has no token without a session, and says that it is lost", async () => {
		const lost: string[] = [];
		const api = await apiOf();
		const { client } = await loggedIn({ origins: [api.origin], onSessionLost: (code) => lost.push(code) });
		await client.accessToken();
		await client.logOut();
		await assert.rejects(client.fetch(api.origin), { code: "unauthenticated" });
		await assert.rejects(client.accessToken(), { code: "unauthenticated" });
		assert.deepEqual([api.requests.length, lost], [0, ["unauthenticated", "unauthenticated"]]);
	});

	it("gives up waiting for a token when its caller does, and others still get it", async () => {
		const { client, asked } = await loggedIn();
		const waiting = new AbortController();
		const impatient = client.accessToken({ signal: waiting.signal });
		const patient = client.accessToken();
		waiting.abort();
		await assert.rejects(impatient, { code: "aborted" });
		assert.equal(decodeJwt(await patient).sub, (await client.session()).id);
		assert.equal(asked(), 1);
	});

	it("stays logged in if that was asked for at login, which takes a cookie", async () => {
		const lastsIn = (cookies: string[]) => cookies.filter((line) => /-sid=.*; Max-Age=25\d{5}$/.test(line));
		assert.equal(lastsIn((await loggedIn({}, true)).cookies).length, 1);
		assert.equal(lastsIn((await loggedIn()).cookies).length, 0);
		const program = createClient({ baseUrl: service().baseUrl });
		await assert.rejects(program.logIn({ ...ada, remember: true }), { code: "validation_failed" });
	});

	it("in token mode, gives the token of the login", async () => {
		const program = createClient({ baseUrl: service().baseUrl });
		await assert.rejects(program.accessToken(), { code: "unauthenticated" });
		await program.logIn(ada);
		assert.equal(await program.accessToken(), program.token);
	});
});
