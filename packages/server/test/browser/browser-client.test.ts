// At length: it walks a journey aside, in Chromium.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey, type Page } from "../support/browser.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startFrontEnd } from "../support/front-end.ts";
import { type GuardedApi, startApi } from "../support/guarded-api.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

type Client = typeof import("../../../client/src/index.ts");

/** What a page receives: strings only, so that it can be handed over. */
interface Given {
	baseUrl: string;
	api: string;
	foreign: string;
	password: string;
}

describe("the client in the page of a front end on another origin", () => {
	let service: TestService;
	let frontEnd: GuardedApi;
	let api: GuardedApi;
	let foreign: GuardedApi;
	before(async () => {
		frontEnd = await startFrontEnd();
		foreign = await startApi(allowing);
		api = await startApi((request, response) => {
			if (request.url === "/moved" && request.method !== "OPTIONS")
				response.setHeader("location", `${foreign.origin}/steal`).statusCode = 307;
			allowing(request, response);
		});
		const settings = {
			...cheap,
			SALLYPORT_ALLOWED_ORIGINS: frontEnd.origin,
			SALLYPORT_CREDENTIAL_ORIGINS: frontEnd.origin,
		};
		service = await startTestService({ prefix: "/analytics", settings });
		await service.addUser("ada");
	});
	after(async () => {
		for (const each of [service, frontEnd, api, foreign]) await each.stop();
	});

	/** As a server of an attacker would, who wants to see everything. */
	function allowing(...[request, response]: Parameters<NonNullable<Parameters<typeof startApi>[0]>>): void {
		response.setHeader("access-control-allow-origin", request.headers.origin ?? "*");
		response.setHeader("access-control-allow-headers", "authorization, csrf, content-type");
		response.setHeader("access-control-allow-credentials", "true");
		response.end("here you are");
	}

	/** Runs `road` there, beside the client; fails if the page complains. */
	async function inFrontEnd<T>(road: (client: Client, given: Given) => Promise<T>): Promise<T> {
		let result: T | undefined;
		const options = {
			baseUrl: frontEnd.origin,
			// Chromium remarks that a logout without cookies has none to clear.
			expects: /^Clear-Site-Data header /,
			alsoVisits: [service, api, foreign].map((each) =>
				"origin" in each ? each.origin : new URL(each.baseUrl).origin,
			),
		};
		await journey(options, async ({ page }) => {
			await page.goto("./");
			result = await run(page, road);
		});
		return result as T;
	}

	function run<T>(page: Page, road: (client: Client, given: Given) => Promise<T>): Promise<T> {
		const given = {
			baseUrl: service.baseUrl,
			api: api.origin,
			foreign: foreign.origin,
			password: ADMIN_PASSWORD,
		};
		// The page gets the text of the function: it may use nothing but its arguments.
		const text = `import("/client/index.js").then((client) => (${road})(client, ${JSON.stringify(given)}))`;
		return page.evaluate<T>(text);
	}

	it("logs in for a token, renews it and logs out", async () => {
		const seen = await inFrontEnd(async ({ createClient }, { baseUrl, password }) => {
			const client = createClient({ baseUrl });
			await client.logIn({ username: "ada", password });
			const { username, session } = await client.session();
			const before = client.token;
			await Promise.all([client.renew(), client.renew()]);
			const own = await client.fetch(`${baseUrl}/api/auth/session`);
			const renewed = client.token !== before;
			await client.logOut();
			const late = await client.session().catch((error) => error.code);
			return [username, session.kind, renewed, own.status, client.token, late];
		});
		assert.deepEqual(seen, ["ada", "token", true, 200, undefined, "unauthenticated"]);
	});

	it("logs in with a cookie, and needs no token from then on", async () => {
		const seen = await inFrontEnd(async ({ createClient }, { baseUrl, password }) => {
			const client = createClient({ baseUrl, mode: "cookie", csrf: "of.an.earlier.page" });
			await client.logIn({ username: "ada", password });
			const { session } = await client.session();
			const unsafe = await client.fetch(`${baseUrl}/api/auth/renew`, { method: "POST" });
			// As after a reload of the page.
			const again = createClient({ baseUrl, mode: "cookie" });
			await again.reauthenticate(password);
			await again.logOut();
			const late = await client.session().catch((error) => error.code);
			return [session.kind, unsafe.status, client.token, document.cookie, late];
		});
		assert.deepEqual(seen, ["cookie", 200, undefined, "", "unauthenticated"]);
	});

	it("shows the token to the named API, and to no other server that this one redirects to", async () => {
		const seen = await inFrontEnd(async ({ createClient }, { baseUrl, api, foreign, password }) => {
			const client = createClient({ baseUrl, origins: [api] });
			await client.logIn({ username: "ada", password });
			const codes = [];
			for (const url of [`${api}/insights`, `${api}/moved`, `${foreign}/insights`]) {
				const answer = await client.fetch(url).catch((error) => error);
				codes.push(answer.code ?? answer.status);
			}
			return { token: client.token ?? "", codes };
		});
		assert.deepEqual(seen.codes, [200, "redirected", 200]);
		const asked = ({ requests }: GuardedApi) =>
			requests
				.filter(({ method }) => method !== "OPTIONS")
				.map(({ path, headers }) => [path, headers.authorization]);
		assert.deepEqual(asked(api), [
			["/insights", `Bearer ${seen.token}`],
			["/moved", `Bearer ${seen.token}`],
		]);
		assert.deepEqual(asked(foreign), [["/insights", undefined]]);
		assert.ok(!JSON.stringify(foreign.requests).includes(seen.token));
	});
});
