/** In front of every gateway of examples/: the promises of the contract, and how it refuses by itself. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { conform } from "../../../conform/src/conform.ts";
import { assertRefused, type GatewayWorld } from "./gateway-world.ts";
import type { GatewayProgram } from "./gateways.ts";
import { rawRequest, sendRaw } from "./raw.ts";
import { ADMIN_PASSWORD } from "./service.ts";

export function describePromises(
	{ refusesItself, server }: GatewayProgram,
	started: () => GatewayWorld,
): void {
	it("keeps every promise of the contract", async () => {
		const { service } = started();
		const user = { name: "ämy", password: ADMIN_PASSWORD };
		await service.addUser(user.name);
		await service.running.deployment.administration.users.setRole(user.name, "admin");
		const { results } = await conform({ baseUrl: service.baseUrl, user });
		const of = (outcome: string) => results.filter((each) => each.outcome === outcome);
		const broken = of("failed").map(({ id, seen }) => `${id}: ${seen}`);
		assert.deepEqual(
			[broken, of("left out").map(({ id }) => id)],
			[[], ["own-factors.passkey", "own-factors.app", "headers.hsts"]],
		);
	});

	it("refuses by itself in the words of the service", async () => {
		const { at, service } = started();
		const refused = await at("/insight/a%2fb");
		assertRefused(refused, "bad_request");
		for (const { headers } of [refused, await at("/login")]) assert.equal(headers.get("server"), server);
		assertRefused(await at("/login", { headers: [["x-long", "x".repeat(20_000)]] }), "headers_too_large");
		for (const [lines, code] of refusesItself) {
			const answer = await sendRaw(Number(new URL(service.baseUrl).port), rawRequest(lines));
			assertRefused(answer, code);
			assert.equal(answer.headers.has("allow"), code === "method_not_allowed");
		}
	});
}
