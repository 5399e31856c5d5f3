/** What fetch of the client does when an API requires a stronger or a more recent authentication. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeJwt } from "jose";
import { type Client, createClient } from "../../../client/src/index.ts";
import { createStepUpWorld, insufficient, proof } from "../support/step-up-world.ts";

const minute = 60_000;

describe("fetch of the client, where more is required", () => {
	const { service, app, guarded, apiOf, insatiable, loggedIn } = createStepUpWorld();

	it("asks once, and repeats the request with the new token of the same session", async () => {
		const { url } = await guarded({ maxAge: 5 * minute });
		const { client, refusals } = await loggedIn((client) => client.reauthenticate(proof), { origins: [url] });
		const before = client.token ?? "";
		assert.equal((await client.fetch(`${url}/insights`)).status, 200);
		assert.equal(refusals.length, 0);
		service().travel(6 * minute);
		const answer = await client.fetch(`${url}/insights`, { method: "POST", body: "{}" });
		assert.equal(answer.status, 200);
		assert.equal(refusals.length, 1);
		assert.notEqual(client.token, before);
		assert.equal(decodeJwt(client.token ?? "").sid, decodeJwt(before).sid);
	});

	it("tells what is required, by the problem document or by the challenge alone", async () => {
		const { url } = await guarded({ acr: "aal2", maxAge: 5 * minute });
		const { origin } = await insatiable(', acr_values="aal2 phr", max_age="300"');
		const { client, refusals } = await loggedIn(async () => false, { origins: [url, origin] });
		assert.equal((await client.fetch(`${url}/insights`)).status, 401);
		assert.equal((await client.fetch(origin)).status, 401);
		for (const { code, status, acr, maxAge } of refusals)
			assert.deepEqual([code, status, acr, maxAge], [insufficient, 401, "aal2", 300]);
		assert.equal(refusals[0]?.reauthenticateAt, `${service().baseUrl}/reauthenticate?acr=aal2`);
		assert.equal(refusals.length, 2);
	});

	it("with a code, too", async () => {
		const { url } = await guarded({ acr: "aal2", maxAge: 5 * minute });
		const again = (client: Client) => client.reauthenticate({ ...proof, code: app().next() });
		const { client, refusals } = await loggedIn(again, { name: "bob", origins: [url] });
		service().travel(6 * minute);
		assert.equal((await client.fetch(`${url}/insights`)).status, 200);
		assert.equal(refusals.length, 1);
	});

	it("asks once for all requests that wait for it", async () => {
		const { url } = await guarded({ maxAge: 5 * minute });
		const { client, refusals } = await loggedIn((client) => client.reauthenticate(proof), { origins: [url] });
		service().travel(6 * minute);
		const answers = await Promise.all(Array.from({ length: 8 }, () => client.fetch(`${url}/insights`)));
		assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
		assert.equal(refusals.length, 1);
	});

	it("does not ask again for a request that was under way already", async () => {
		let first: string | undefined;
		let refuseSlow = () => {};
		const isHeld = Promise.withResolvers<void>();
		const api = await apiOf(({ headers, url }, response) => {
			first ??= headers.authorization;
			if (headers.authorization !== first) return response.end("here you are");
			const challenge = `Bearer error="${insufficient}"`;
			const refuse = () => response.writeHead(401, { "www-authenticate": challenge }).end();
			if (url !== "/slow") return refuse();
			refuseSlow = refuse;
			return isHeld.resolve();
		});
		const { client, refusals } = await loggedIn((client) => client.reauthenticate(proof), {
			origins: [api.origin],
		});
		const slow = client.fetch(`${api.origin}/slow`);
		await isHeld.promise;
		assert.equal((await client.fetch(`${api.origin}/quick`)).status, 200);
		refuseSlow();
		assert.equal((await slow).status, 200);
		assert.equal(refusals.length, 1);
	});

	it("in cookie mode, repeats the request with the cookie in force", async () => {
		const { client, refusals } = await loggedInByCookie();
		service().travel(6 * minute);
		const answer = await client.fetch(`${service().baseUrl}/api/auth/check?maxAge=300`);
		assert.deepEqual([answer.status, refusals()], [204, 1]);
	});

	async function loggedInByCookie() {
		let asked = 0;
		const client: Client<"cookie"> = createClient({
			baseUrl: service().baseUrl,
			clock: service().now,
			mode: "cookie",
			reauthenticate() {
				asked += 1;
				return client.reauthenticate(proof);
			},
		});
		await client.logIn({ username: "ada", ...proof });
		return { client, refusals: () => asked };
	}
});
