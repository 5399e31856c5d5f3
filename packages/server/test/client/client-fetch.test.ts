import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { decodeJwt } from "jose";
import { type ClientOptions, createClient, errorOf } from "../../../client/src/index.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { type GuardedApi, startApi, takesTokens } from "../support/guarded-api.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { watchFetch } from "../support/watched-fetch.ts";

const minute = 60_000;
const ada = { username: "ada", password: ADMIN_PASSWORD };
const renewal = "POST /analytics/api/auth/renew";

describe("fetch of the client", () => {
	let service: TestService;
	const apis: GuardedApi[] = [];
	before(async () => {
		service = await startTestService({ prefix: "/analytics", settings: cheap });
		await service.addUser("ada");
	});
	afterEach(async () => {
		for (const api of apis.splice(0)) await api.stop();
	});
	after(() => service.stop());

	async function apiOf(answer?: Parameters<typeof startApi>[0]): Promise<GuardedApi> {
		const api = await startApi(answer);
		apis.push(api);
		return api;
	}

	async function loggedIn(options: Partial<ClientOptions> = {}) {
		const watched = watchFetch();
		const { fetch } = watched;
		const client = createClient({ baseUrl: service.baseUrl, clock: service.now, fetch, ...options });
		await client.logIn(ada);
		return { client, ...watched, renewals: () => watched.count(renewal) };
	}

	const tokens = ({ requests }: GuardedApi) => requests.map(({ headers }) => headers.authorization);

	it("carries the token to the service and to the named origins, beside the headers of the caller", async () => {
		const api = await apiOf();
		const { client } = await loggedIn({ origins: [`${api.origin}/any/path`] });
		for (const own of [
			`${service.baseUrl}/api/auth/session`,
			"api/auth/session",
			"/analytics/api/auth/session",
		]) {
			const answer = await client.fetch(own);
			assert.equal((await answer.json()).username, "ada", own);
		}
		const answer = await client.fetch(new URL("/insights", api.origin), {
			method: "POST",
			headers: { "x-own": "1" },
			body: "question",
		});
		assert.equal(await answer.text(), "here you are");
		await client.fetch(new Request(`${api.origin}/insights`, { headers: { "x-own": "1" } }));
		assert.deepEqual(tokens(api), [`Bearer ${client.token}`, `Bearer ${client.token}`]);
		assert.deepEqual(
			api.requests.map(({ headers, body }) => [headers["x-own"], body]),
			[
				["1", "question"],
				["1", ""],
			],
		);
	});

	it("keeps the caller's own Authorization header, and sends none before the login", async () => {
		const api = await apiOf();
		const { client } = await loggedIn({ origins: [api.origin] });
		await client.fetch(api.origin, { headers: { authorization: "Basic eDp5" } });
		await client.logOut();
		await client.fetch(api.origin);
		assert.deepEqual(tokens(api), ["Basic eDp5", undefined]);
	});

	it("never shows the token to another origin", async () => {
		const foreign = await apiOf();
		const { client } = await loggedIn();
		const other = foreign.origin.replace("127.0.0.1", "localhost");
		for (const url of [foreign.origin, other, `${other}/analytics/api/auth/session`])
			assert.equal(await (await client.fetch(url)).text(), "here you are");
		assert.deepEqual(tokens(foreign), [undefined, undefined, undefined]);
		assert.ok(!JSON.stringify(foreign.requests).includes(client.token ?? ""));
	});

	for (const status of [301, 302, 303, 307, 308]) {
		it(`never follows a ${status} with the token`, async () => {
			const foreign = await apiOf();
			const api = await apiOf((_request, response) => {
				response.writeHead(status, { location: `${foreign.origin}/steal` }).end();
			});
			const { client } = await loggedIn({ origins: [api.origin] });
			await assert.rejects(client.fetch(api.origin, { method: "POST", body: "x" }), (error: Error) => {
				assert.equal((error as { code?: string }).code, "redirected");
				assert.ok(error.message.includes(`${foreign.origin}/steal`));
				return true;
			});
			await assert.rejects(client.fetch(api.origin, { redirect: "follow" }), { code: "redirected", status });
			const seen = await client.fetch(new Request(api.origin, { redirect: "manual" }));
			assert.equal(seen.headers.get("location"), `${foreign.origin}/steal`);
			assert.deepEqual(foreign.requests, []);
		});
	}

	it("follows redirects where no credential is carried", async () => {
		const foreign = await apiOf(({ url }, response) => {
			if (url === "/there") response.end("there");
			else response.writeHead(302, { location: "/there" }).end();
		});
		const { client } = await loggedIn();
		assert.equal(await (await client.fetch(foreign.origin)).text(), "there");
	});

	it("refuses a base URL and origins where the token could be overheard, unless that is allowed", () => {
		const baseUrl = "http://login.example.com";
		assert.throws(() => createClient({ baseUrl }), TypeError);
		assert.throws(
			() => createClient({ baseUrl: service.baseUrl, origins: ["http://api.example"] }),
			TypeError,
		);
		createClient({ baseUrl, allowInsecureHttp: true });
	});

	it("renews beside a use once most of the token's life is over, and not before", async () => {
		const { client, renewals } = await loggedIn();
		const first = client.token ?? "";
		const use = () => client.fetch("api/auth/session");
		service.travel(44 * minute);
		await use();
		assert.equal(renewals(), 0);
		service.travel(2 * minute);
		const renewed = new Promise<void>((resolve) => client.watch(resolve));
		const answers = await Promise.all([use(), use(), use()]);
		assert.deepEqual(
			answers.map(({ status }) => status),
			[200, 200, 200],
		);
		await renewed;
		assert.equal(renewals(), 1);
		assert.equal(decodeJwt(client.token ?? "").sid, decodeJwt(first).sid);
		service.travel(15 * minute);
		assert.equal((await use()).status, 200, "the first token has expired, the client has not noticed");
		assert.equal(renewals(), 1);
	});

	it("does so with a clock that is wrong by hours", async () => {
		const { client, renewals } = await loggedIn({ clock: () => service.now() - 600 * minute });
		await client.fetch("api/auth/session");
		service.travel(46 * minute);
		const renewed = new Promise<void>((resolve) => client.watch(resolve));
		await client.fetch("api/auth/session");
		await renewed;
		assert.equal(renewals(), 1);
	});

	it("keeps using the token while the service cannot renew it, and asks again later", async () => {
		let isAway = false;
		let attempts = 0;
		const { fetch, count } = watchFetch();
		const client = createClient({
			baseUrl: service.baseUrl,
			clock: service.now,
			fetch: (input, init) => {
				const isRenewal = String(input).endsWith("/renew");
				if (isRenewal) attempts += 1;
				return fetch(isAway && isRenewal ? "http://127.0.0.1:1/" : input, init);
			},
		});
		await client.logIn(ada);
		service.travel(46 * minute);
		isAway = true;
		const use = async () => assert.equal((await client.fetch("api/auth/session")).status, 200);
		await use();
		await assert.rejects(client.renew(), { code: "network_error" });
		const before = attempts;
		await use();
		assert.equal(attempts, before, "it asks at each use");
		isAway = false;
		service.travel(minute);
		const renewed = new Promise<void>((resolve) => client.watch(resolve));
		await use();
		await renewed;
		assert.equal(count(renewal), 1);
	});

	it("renews a token that an API does not take any more, once for all who ask, and repeats their requests", async () => {
		const api = await apiOf(takesTokens(() => service.now() + 55 * minute));
		const { client, renewals } = await loggedIn({ origins: [api.origin] });
		const first = client.token;
		service.travel(10 * minute);
		const bodies = ["text", new URLSearchParams("a=1"), new Blob(["blob"]), Buffer.from("bytes"), undefined];
		const answers = await Promise.all(
			bodies.map((body) => client.fetch(api.origin, { method: "POST", body: body ?? null })),
		);
		for (const answer of answers) assert.equal(answer.status, 200);
		assert.equal(renewals(), 1);
		assert.equal(tokens(api).filter((each) => each === `Bearer ${first}`).length, bodies.length);
		const repeated = api.requests.filter(({ headers }) => headers.authorization === `Bearer ${client.token}`);
		assert.deepEqual(repeated.map(({ body }) => body).sort(), ["", "a=1", "blob", "bytes", "text"]);
	});

	it("never repeats in the name of one user what was asked in that of another", async () => {
		await service.addUser("bob");
		const api = await apiOf(takesTokens(() => Number.POSITIVE_INFINITY));
		const switching = watchFetch((what) =>
			what === "GET /" || what === renewal
				? client.logIn({ username: "bob", password: ADMIN_PASSWORD })
				: undefined,
		);
		const { client } = await loggedIn({ origins: [api.origin], fetch: switching.fetch });
		for (const path of ["/", "/other"]) {
			await client.logIn(ada);
			assert.equal((await client.fetch(api.origin + path)).status, 401);
			assert.equal((await client.session()).username, "bob");
		}
		assert.equal(api.requests.length, 2);
	});

	it("says so when a body that was a stream cannot be sent again", async () => {
		const api = await apiOf(takesTokens(() => service.now() + 55 * minute));
		const { client } = await loggedIn({ origins: [api.origin] });
		service.travel(10 * minute);
		const upload = () => ({ method: "POST", body: new Blob(["x"]).stream(), duplex: "half" }) as RequestInit;
		await assert.rejects(client.fetch(api.origin, upload()), { code: "not_repeatable" });
		assert.equal((await client.fetch(api.origin, upload())).status, 200);
		service.travel(10 * minute);
		const request = new Request(api.origin, { method: "POST", body: "x" });
		await assert.rejects(client.fetch(request), { code: "not_repeatable" });
	});

	it("gives up with its caller, while it renews too", async () => {
		const api = await apiOf(takesTokens(() => Number.POSITIVE_INFINITY));
		const caller = new AbortController();
		const { fetch } = watchFetch(async (what) => what === renewal && caller.abort("enough"));
		const { client } = await loggedIn({ origins: [api.origin], fetch });
		const asked = client.fetch(api.origin, { signal: caller.signal });
		await assert.rejects(asked, { code: "aborted", cause: "enough" });
	});

	it("does not wait for the end of a refusal that is no problem document", async () => {
		const api = await apiOf((_request, response) => {
			response.writeHead(401, { "content-type": "text/html" }).write("<h1>Unauthorized</h1>");
		});
		const { client } = await loggedIn({ origins: [api.origin] });
		assert.equal((await client.fetch(api.origin)).status, 401);
	});

	it("repeats once: an API that takes no token at all gets its answer through", async () => {
		const api = await apiOf(takesTokens(() => Number.POSITIVE_INFINITY));
		const { client, renewals } = await loggedIn({ origins: [api.origin] });
		assert.equal((await client.fetch(api.origin)).status, 401);
		assert.deepEqual([api.requests.length, renewals()], [2, 1]);
	});

	it("asks for no renewal after a wrong password or a missing right", async () => {
		const api = await apiOf((_request, response) => {
			response.writeHead(401, { "content-type": "application/problem+json" });
			response.end(JSON.stringify({ code: "invalid_credentials" }));
		});
		const { client, renewals } = await loggedIn({ origins: [api.origin] });
		const answer = await client.fetch(api.origin);
		assert.equal((await errorOf(answer)).code, "invalid_credentials");
		assert.equal((await answer.json()).code, "invalid_credentials", "the answer is still there to be read");
		assert.deepEqual([api.requests.length, renewals()], [1, 0]);
	});

	it("a token that has expired is refused for good: one try to renew it, then no more", async () => {
		const lost: string[] = [];
		const { client, renewals } = await loggedIn({ onSessionLost: (code) => lost.push(code) });
		service.travel(61 * minute);
		const answers = await Promise.all([1, 2, 3].map(() => client.fetch("api/auth/session")));
		for (const answer of answers) assert.equal((await errorOf(answer)).code, "session_expired");
		assert.equal((await client.fetch("api/auth/session")).status, 401);
		assert.equal(renewals(), 1);
		assert.equal(lost[0], "session_expired");
		await client.logIn(ada);
		assert.equal((await client.fetch("api/auth/session")).status, 200);
	});

	it("tells an ended session at once", async () => {
		const lost: string[] = [];
		const { client, renewals } = await loggedIn({ onSessionLost: (code) => lost.push(code) });
		await createClient({ baseUrl: service.baseUrl, token: client.token ?? "" }).logOut();
		assert.equal((await client.fetch("api/auth/session")).status, 401);
		assert.deepEqual([lost, renewals()], [["session_ended"], 0]);
	});

	it("rejects with one kind of error, wherever the request was to go", async () => {
		const { client } = await loggedIn({ origins: ["http://127.0.0.1:1"] });
		const signal = AbortSignal.abort("enough");
		for (const url of ["http://127.0.0.1:1/", "http://127.0.0.2:1/"]) {
			await assert.rejects(client.fetch(url), { name: "SallyportError", code: "network_error" });
			await assert.rejects(client.fetch(url, { signal }), { code: "aborted", cause: "enough" });
		}
		await assert.rejects(client.fetch("http://["), { name: "SallyportError" });
	});
});
