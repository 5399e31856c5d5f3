/** What fetch of the client must not do when an API requires a stronger or a more recent authentication. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createStepUpWorld, insufficient, proof } from "../support/step-up-world.ts";

describe("fetch of the client, where more is required than it gets", () => {
	const { apiOf, insatiable, loggedIn } = createStepUpWorld();

	it("never asks twice for a request, even if the API is not content", async () => {
		const api = await insatiable();
		const { client, refusals } = await loggedIn((client) => client.reauthenticate(proof), {
			origins: [api.origin],
		});
		assert.equal((await client.fetch(api.origin)).status, 401);
		assert.deepEqual([refusals.length, api.requests.length], [1, 2]);
	});

	const others = [
		{ name: "insufficient_scope", challenge: 'Bearer error="insufficient_scope"' },
		{ name: "no reason", challenge: "Bearer" },
		{ name: "a description alone", challenge: `Bearer error_description="${insufficient}"` },
		{ name: "a 403", challenge: `Bearer error="${insufficient}"`, status: 403 },
	];
	for (const { name, challenge, status = 401 } of others) {
		it(`does not ask after ${name}`, async () => {
			const api = await apiOf((_request, response) => {
				response.writeHead(status, { "www-authenticate": challenge }).end();
			});
			const { client, refusals } = await loggedIn(async () => {}, { origins: [api.origin] });
			assert.equal((await client.fetch(api.origin)).status, status);
			assert.deepEqual([refusals.length, api.requests.length], [0, 1]);
		});
	}

	it("does not ask for what it did not carry: another origin, a token of the caller, no token", async () => {
		const api = await insatiable();
		const { client, refusals } = await loggedIn(async () => {});
		assert.equal((await client.fetch(api.origin)).status, 401);
		const other = await loggedIn(async () => {}, { origins: [api.origin] });
		const headers = { authorization: "Bearer of the caller" };
		assert.equal((await other.client.fetch(api.origin, { headers })).status, 401);
		other.client.token = undefined;
		assert.equal((await other.client.fetch(api.origin)).status, 401);
		assert.deepEqual([refusals.length, other.refusals.length, api.requests.length], [0, 0, 3]);
	});

	it("returns the refusal without an option for it, and when the user declined", async () => {
		const api = await insatiable();
		const [without, declined] = [
			await loggedIn(undefined, { origins: [api.origin] }),
			await loggedIn(async () => false, { origins: [api.origin] }),
		];
		for (const { client } of [without, declined]) assert.equal((await client.fetch(api.origin)).status, 401);
		assert.deepEqual([declined.refusals.length, api.requests.length], [1, 2]);
	});

	it("rejects as the authentication does, and asks anew for the next request", async () => {
		const api = await insatiable();
		const { client, refusals } = await loggedIn((client) => client.reauthenticate("not this one"), {
			origins: [api.origin],
		});
		for (let times = 0; times < 2; times += 1)
			await assert.rejects(client.fetch(api.origin), { code: "invalid_credentials" });
		assert.deepEqual([refusals.length, api.requests.length], [2, 2]);
		const thrower = await loggedIn(
			() => {
				throw new Error("at once");
			},
			{ origins: [api.origin] },
		);
		for (let times = 0; times < 2; times += 1)
			await assert.rejects(thrower.client.fetch(api.origin), /at once/);
		assert.equal(thrower.refusals.length, 2);
	});

	it("does not repeat a request after another login", async () => {
		const api = await insatiable();
		const { client } = await loggedIn((client) => client.logIn({ username: "ada", ...proof }), {
			origins: [api.origin],
		});
		assert.equal((await client.fetch(api.origin)).status, 401);
		assert.equal(api.requests.length, 1);
	});

	it("says so if the body was a stream: only the caller can send it again", async () => {
		const api = await insatiable();
		const { client } = await loggedIn((client) => client.reauthenticate(proof), { origins: [api.origin] });
		const stream = { method: "POST", body: new Blob(["text"]).stream(), duplex: "half" };
		await assert.rejects(client.fetch(api.origin, stream as RequestInit), { code: "not_repeatable" });
		assert.equal(api.requests.length, 1);
	});

	it("lets a caller that stops waiting go, and leaves the question to other callers", async () => {
		const api = await insatiable();
		const caller = new AbortController();
		let answer = (_value: unknown) => {};
		const asked = new Promise<void>((isAsked) => {
			void loggedIn(
				() => {
					isAsked();
					return new Promise((resolve) => {
						answer = resolve;
					});
				},
				{ origins: [api.origin] },
			).then(({ client }) => {
				waiting = client.fetch(api.origin);
				leaving = client.fetch(api.origin, { signal: caller.signal });
				leaving.catch(() => {});
			});
		});
		let waiting: Promise<Response> | undefined;
		let leaving: Promise<Response> | undefined;
		await asked;
		caller.abort();
		await assert.rejects(leaving ?? Promise.resolve(), { code: "aborted" });
		answer(false);
		assert.equal((await waiting)?.status, 401);
	});
});
