/** For how long a forged token opens APIs, by the clock of the wall: two instances, a load balancer, two frameworks. */
// Proves: stolen-signing-key
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import express from "express";
import fastify from "fastify";
import * as forExpress from "../../../verify/src/express.ts";
import * as forFastify from "../../../verify/src/fastify.ts";
import { createVerifier, type Verifier } from "../../../verify/src/index.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { onSqlite } from "../support/databases.ts";
import { invented, opened, stolenKey } from "../support/forge.ts";
import { eventually } from "../support/interleave.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { startTwo, type TwoInstances } from "../support/two-instances.ts";

interface Api {
	url: string;
	stop(): Promise<unknown>;
}

const stacks: Record<string, (verifier: Verifier) => Promise<Api>> = {
	async fastify(verifier) {
		const app = fastify();
		app.addHook("onRequest", forFastify.protect(verifier));
		app.get("/", async (request) => forFastify.principalOf(request).role);
		return { url: await app.listen({ port: 0, host: "127.0.0.1" }), stop: () => app.close() };
	},
	async express(verifier) {
		const app = express();
		app.use(forExpress.protect(verifier));
		app.get("/", (request, response) => void response.send(forExpress.principalOf(request).role));
		const server = createServer(app);
		await once(server.listen(0, "127.0.0.1"), "listening");
		return {
			url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
			async stop() {
				server.closeAllConnections();
				await new Promise((resolve) => server.close(resolve));
			},
		};
	},
};

onSqlite("after `key rotate --compromised`, APIs behind two instances", (database) => {
	let two: TwoInstances;
	let verifiers: Verifier[];
	let apis: Array<[name: string, api: Api]>;
	before(async () => {
		two = await startTwo(await database.url(), cheap);
		await two.instances[0].addUser("ada");
		const names = Object.keys(stacks);
		verifiers = names.map(() => createVerifier({ issuer: two.balancer.baseUrl, timeout: 60_000 }));
		apis = await Promise.all(
			Object.entries(stacks).map(async ([name, start], at): Promise<[string, Api]> => {
				return [name, await start(verifiers[at] as Verifier)];
			}),
		);
	});
	after(async () => {
		for (const [, api] of apis ?? []) await api.stop();
		for (const each of verifiers ?? []) each.close();
		await two?.stop();
	});

	it("refuse the tokens of the attacker, and let users in who log in again", {
		timeout: 120_000,
	}, async (t) => {
		const logIn = async () =>
			String((await two.at(two.instances[1]).logIn("ada", ADMIN_PASSWORD)).body?.token);
		const forged = invented(opened(await logIn()), await stolenKey(two.instances[0]), Date.now());
		const call = (url: string, token: string) =>
			fetch(url, { headers: { authorization: `Bearer ${token}` } });
		for (const [, { url }] of apis) assert.equal(await (await call(url, forged)).text(), "admin");

		const run = createHostedRunner({
			...two.settings,
			SALLYPORT_DATABASE_URL: await database.url(),
			SALLYPORT_SECRET: "a secret of this test, long enough to be one",
		});
		const began = performance.now();
		const rotated = run("key rotate --compromised");
		const refused = apis.map(async ([name, { url }]) => {
			let answer = await call(url, forged);
			await eventually(async () => {
				if (answer.status === 200) answer = await call(url, forged);
				return answer.status !== 200;
			});
			t.diagnostic(
				`${name}: first refusal ${((performance.now() - began) / 1000).toFixed(1)} s after the command was given`,
			);
			assert.equal(((await answer.json()) as { code: string }).code, "invalid_token");
		});
		assert.equal((await rotated).code, 0);
		await Promise.all(refused);
		const again = await logIn();
		for (const [, { url }] of apis) {
			assert.equal(await (await call(url, again)).text(), "user");
			assert.equal((await call(url, forged)).status, 401);
		}
	});
});
