/** How fetch of the client renews its token, and when it sends a request again. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeJwt } from "jose";
import { createClient, errorOf } from "../../../client/src/index.ts";
import { ada, createClientWorld, renewal, tokens } from "../support/client-world.ts";
import { takesTokens } from "../support/guarded-api.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { watchFetch } from "../support/watched-fetch.ts";

const minute = 60_000;

describe("fetch of the client", () => {
	const { service, apiOf, loggedIn } = createClientWorld();

	it("renews beside a use once most of the token's life is over, and not before", async () => {
		const { client, renewals } = await loggedIn();
		const first = client.token ?? "";
		const use = () => client.fetch("api/auth/session");
		service().travel(44 * minute);
		await use();
		assert.equal(renewals(), 0);
		service().travel(2 * minute);
		const renewed = new Promise<void>((resolve) => client.watch(resolve));
		const answers = await Promise.all([use(), use(), use()]);
		assert.deepEqual(
			answers.map(({ status }) => status),
			[200, 200, 200],
		);
		await renewed;
		assert.equal(renewals(), 1);
		assert.equal(decodeJwt(client.token ?? "").sid, decodeJwt(first).sid);
		service().travel(15 * minute);
		assert.equal((await use()).status, 200, "the first token has expired, the client has not noticed");
		assert.equal(renewals(), 1);
	});

	it("renews in time with a clock that is wrong by hours", async () => {
		const { client, renewals } = await loggedIn({ clock: () => service().now() - 600 * minute });
		await client.fetch("api/auth/session");
		service().travel(46 * minute);
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
			baseUrl: service().baseUrl,
			clock: service().now,
			fetch: (input, init) => {
				const isRenewal = String(input).endsWith("/renew");
				if (isRenewal) attempts += 1;
				return fetch(isAway && isRenewal ? "http://127.0.0.1:1/" : input, init);
			},
		});
		await client.logIn(ada);
		service().travel(46 * minute);
		isAway = true;
		const use = async () => assert.equal((await client.fetch("api/auth/session")).status, 200);
		await use();
		await assert.rejects(client.renew(), { code: "network_error" });
		const before = attempts;
		await use();
		assert.equal(attempts, before, "it asks at each use");
		isAway = false;
		service().travel(minute);
		const renewed = new Promise<void>((resolve) => client.watch(resolve));
		await use();
		await renewed;
		assert.equal(count(renewal), 1);
	});

	it("renews a token that an API does not take any more, once for all who ask, and repeats their requests", async () => {
		const api = await apiOf(takesTokens(() => service().now() + 55 * minute));
		const { client, renewals } = await loggedIn({ origins: [api.origin] });
		const first = client.token;
		service().travel(10 * minute);
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
		await service().addUser("bob");
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
		const api = await apiOf(takesTokens(() => service().now() + 55 * minute));
		const { client } = await loggedIn({ origins: [api.origin] });
		service().travel(10 * minute);
		const upload = () => ({ method: "POST", body: new Blob(["x"]).stream(), duplex: "half" }) as RequestInit;
		await assert.rejects(client.fetch(api.origin, upload()), { code: "not_repeatable" });
		assert.equal((await client.fetch(api.origin, upload())).status, 200);
		service().travel(10 * minute);
		const request = new Request(api.origin, { method: "POST", body: "x" });
		await assert.rejects(client.fetch(request), { code: "not_repeatable" });
	});

	it("gives up when its caller does, also during a renewal", async () => {
		const api = await apiOf(takesTokens(() => Number.POSITIVE_INFINITY));
		const caller = new AbortController();
		const { fetch } = watchFetch(async (what) => what === renewal && caller.abort("enough"));
		const { client } = await loggedIn({ origins: [api.origin], fetch });
		const asked = client.fetch(api.origin, { signal: caller.signal });
		await assert.rejects(asked, { code: "aborted", cause: "enough" });
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
		service().travel(61 * minute);
		const answers = await Promise.all([1, 2, 3].map(() => client.fetch("api/auth/session")));
		for (const answer of answers) assert.equal((await errorOf(answer)).code, "session_expired");
		assert.equal((await client.fetch("api/auth/session")).status, 401);
		assert.equal(renewals(), 1);
		assert.equal(lost[0], "session_expired");
		await client.logIn(ada);
		assert.equal((await client.fetch("api/auth/session")).status, 200);
	});

	it("reports an ended session at once", async () => {
		const lost: string[] = [];
		const { client, renewals } = await loggedIn({ onSessionLost: (code) => lost.push(code) });
		await createClient({ baseUrl: service().baseUrl, token: client.token ?? "" }).logOut();
		assert.equal((await client.fetch("api/auth/session")).status, 401);
		assert.deepEqual([lost, renewals()], [["session_ended"], 0]);
	});
});
