/** PostgreSQL refuses to compare a text with NUL (SQLSTATE 22021), which SQLite does: no address may bring one as far as a statement. */
// Proves: no-nul
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { form, ONLY_ON } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onPostgres } from "../support/databases.ts";
import { everyRoute, type Route } from "../support/every-route.ts";
import { administrationOf } from "../support/people.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Answer } from "../support/visitor.ts";

onPostgres("An address with NUL", (database) => {
	let service: TestService;
	let routes: Route[];
	before(async () => {
		service = await startTestService({
			databaseUrl: await database.url(),
			settings: { ...cheap, ...ONLY_ON },
		});
		await service.addUser("root");
		await administrationOf(service).users.setRole("root", "admin");
		routes = await everyRoute(service);
	});
	after(() => service.stop());

	for (const [caller, name] of [
		["an unauthenticated client", null],
		["an admin", "root"],
	] as const)
		it(`is no fault of the service for ${caller}, at any route`, async () => {
			const visitor = name === null ? service.visitor() : await service.loggedIn(name);
			const addresses = routes.flatMap(({ method, path, parameters, bodyOf }) => [
				...(path.includes("/x") ? [{ method, at: path.replaceAll(/\/x(?=\/|$)/g, "/%00"), bodyOf }] : []),
				...parameters.map((parameter) => ({ method, at: `${path}?${parameter}=%00`, bodyOf })),
			]);
			assert.ok(addresses.length > 60, `${addresses.length} addresses`);
			const faults: string[] = [];
			for (const { method, at, bodyOf } of addresses) {
				const { status } = await visitor.send(method, at, bodyOf({}));
				if (status >= 500) faults.push(`${method} ${at}: ${status}`);
			}
			assert.deepEqual(faults, []);
		});

	it("and a form with it are those of an unknown application", async () => {
		const visitor = service.visitor();
		const expect = (answer: Answer, status: number, error: string) => {
			assert.equal(answer.status, status, answer.text);
			assert.match(answer.text, new RegExp(error));
		};
		const login = "client_id=%00&response_type=code&scope=openid&redirect_uri=https%3A%2F%2Fa.example";
		expect(await visitor.get(`/oidc/auth?${login}`), 400, "invalid_client");
		expect(await visitor.get("/oidc/session/end?client_id=%00"), 400, "invalid_client");
		const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
		const hint = `${part({ alg: "RS256" })}.${part({ aud: "\0" })}.x`;
		expect(await visitor.get(`/oidc/session/end?id_token_hint=${hint}`), 400, "invalid_client");
		const redeem = { body: "grant_type=refresh_token&refresh_token=%00&client_id=%00", headers: form };
		expect(await visitor.request("POST", "/oidc/token", redeem), 401, "invalid_client");
	});
});
