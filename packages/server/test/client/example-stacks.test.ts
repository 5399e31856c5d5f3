// At length: it runs the programs of another language.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { examples, type Started, startExample } from "../support/examples.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { ADMIN_PASSWORD, freePort, startTestService, type TestService } from "../support/service.ts";

type Ask = (request: Request) => Response | Promise<Response>;

describe("examples/stacks", () => {
	let service: TestService;
	let ada: { id: string };
	let express: Started;
	const stacks: Record<string, Ask> = {};
	before(async () => {
		service = await startTestService({ settings: cheap });
		ada = await service.addUser("ada");
		process.env.SALLYPORT_URL = service.baseUrl;
		const port = await freePort();
		express = await startExample("stacks/express.ts", port, { SALLYPORT_URL: service.baseUrl });
		stacks.express = (request) =>
			fetch(new Request(request.url.replace("//api", `//localhost:${port}`), request));
		const { app } = (await import(`${examples}stacks/hono.ts`)) as { app: { fetch: Ask } };
		stacks.hono = (request) => app.fetch(request);
		stacks.fetch = ((await import(`${examples}stacks/fetch.ts`)) as { handle: Ask }).handle;
	});
	after(async () => {
		delete process.env.SALLYPORT_URL;
		await express?.stop();
		await service?.stop();
	});

	for (const name of ["express", "hono", "fetch"])
		it(`${name}: closed to unauthenticated clients, open by token and by cookie, which needs its CSRF token to change things`, async () => {
			const ask = async (headers: Record<string, string>, path = "/insight", method = "GET") => {
				const answer = await (stacks[name] as Ask)(new Request(`http://api${path}`, { method, headers }));
				return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
			};
			const anonymous = await ask({});
			assert.deepEqual([anonymous.status, anonymous.body.code], [401, "unauthenticated"]);
			assert.equal((await ask({ authorization: "Bearer x" })).body.code, "invalid_token");

			const bearer = bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD));
			const browser = await service.loggedIn("ada");
			for (const [kind, headers] of [
				["token", bearer],
				["cookie", cookieOf(browser)],
			] as const) {
				const { status, body } = await ask(headers);
				const caller = body.caller as Record<string, unknown>;
				assert.deepEqual([status, caller.userId, caller.kind], [200, ada.id, kind]);
			}
			assert.equal((await ask(bearer, "/reports", "POST")).status, 201);
			const refused = await ask(cookieOf(browser), "/reports", "POST");
			assert.deepEqual([refused.status, refused.body.code], [403, "csrf_missing"]);
			const repaired = { ...cookieOf(browser), csrf: String(refused.body.csrf) };
			assert.equal((await ask(repaired, "/reports", "POST")).status, 201);
		});
});
