/** The whole road: a front end and an app log in once, and are still logged in when everything was restarted. */
// Proves: stay-logged-in, token-of-a-cookie-session
// With Chromium.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import fastify from "fastify";
import { allowFrontEnd } from "../../../../examples/insight-api/allow-front-end.ts";
import { protect } from "../../../verify/src/fastify.ts";
import { createVerifier } from "../../../verify/src/index.ts";
import { journey, type Page } from "../support/browser.ts";
import { fillLogin } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { examples, type Started, startExample } from "../support/examples.ts";
import { ADMIN_PASSWORD, freePort, startTestService, type TestService } from "../support/service.ts";
import { createVisitor } from "../support/visitor.ts";

describe("a user who stays logged in", () => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-stay-"));
	let service: TestService;
	let frontEnd: Started;
	let origin: string;
	let settings: Record<string, string>;
	const api = fastify();
	let apiUrl: string;
	/** By how much the clocks of service and API are ahead (ms). */
	let ahead = 0;
	/** What the API was sent last. */
	let authorization = "";

	before(async () => {
		const [port, servicePort] = [await freePort(), await freePort()];
		origin = `http://localhost:${port}`;
		settings = {
			...cheap,
			SALLYPORT_BASE_URL: `http://localhost:${servicePort}`,
			SALLYPORT_PORT: String(servicePort),
			SALLYPORT_ALLOWED_ORIGINS: origin,
			SALLYPORT_CREDENTIAL_ORIGINS: origin,
		};
		service = await start();
		await service.addUser("ada");

		const verifier = createVerifier({ issuer: service.baseUrl, clock: () => Date.now() + ahead });
		api.addHook("onRequest", allowFrontEnd(origin));
		api.addHook("onRequest", async (request) => {
			if (request.method !== "OPTIONS") authorization = request.headers.authorization ?? "";
		});
		api.addHook("onRequest", protect(verifier));
		api.get("/search", async () => ({ found: [{ title: "Logins by hour" }] }));
		apiUrl = await api.listen({ port: 0, host: "127.0.0.1" });
		const urls = { SALLYPORT_URL: service.baseUrl, API_URL: apiUrl };
		frontEnd = await startExample("spa/serve.ts", port, urls);
	});
	after(async () => {
		await frontEnd?.stop();
		await api.close();
		await service?.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	async function start(): Promise<TestService> {
		const databaseUrl = `sqlite:${join(folder, "sallyport.db")}`;
		const started = await startTestService({ databaseUrl, settings });
		started.travel(ahead);
		return started;
	}
	async function restart(): Promise<void> {
		await service.stop();
		service = await start();
	}

	/** In a browser that is started now, with what it has kept. */
	const inBrowser = (road: (page: Page) => Promise<void>) =>
		journey(
			{
				baseUrl: origin,
				alsoVisits: [service.baseUrl, apiUrl],
				profile: join(folder, "profile"),
				// Chromium says that a logout has cleared the caches.
				expects: /^Clear-Site-Data /,
			},
			async ({ page }) => {
				await page.goto("/");
				await road(page);
			},
		);

	async function logIn(page: Page): Promise<void> {
		await page.getByRole("button", { name: "Log in" }).click();
		await page.getByRole("checkbox", { name: "Stay logged in" }).check();
		await fillLogin(page, "ada");
		await page.waitForURL(`${origin}/`);
		await isIn(page);
	}

	/** With what the API has answered to a token. */
	async function isIn(page: Page): Promise<void> {
		await page.getByText("You are ada.").waitFor();
		await page.getByText("Logins by hour").waitFor();
	}

	/** What the API answers to a token ten seconds later. */
	async function answerTo(authorization: string): Promise<unknown[]> {
		ahead += 10_000;
		service.travel(10_000);
		const { status, body } = await createVisitor(apiUrl).get("/search", { authorization });
		return [status, body?.code];
	}

	it("comes back to the front end, on the same page, after a restart of the browser and of the service", async () => {
		await inBrowser(logIn);
		const first = authorization;
		await restart();
		await inBrowser(async (page) => {
			await isIn(page);
			assert.notEqual(authorization, first);
			assert.equal(await page.evaluate(() => document.cookie), "");
			assert.deepEqual(await answerTo(authorization), [200, undefined]);
			await page.getByRole("button", { name: "Log out" }).click();
			await page.getByText("You are logged out.").waitFor();
		});
		for (const token of [authorization, first])
			assert.deepEqual(await answerTo(token), [401, "session_ended"]);
	});

	it("comes back to an app that keeps cookies, and is refused by the API after the logout", async () => {
		const run = async (act: string) => {
			const env = {
				PATH: process.env.PATH,
				SALLYPORT_URL: service.baseUrl,
				API_URL: `${apiUrl}/search`,
				COOKIES: join(folder, "cookies.json"),
				...(act === "log-in" && { SALLYPORT_USERNAME: "ada", SALLYPORT_PASSWORD: ADMIN_PASSWORD }),
			};
			const script = join(examples, "stay-logged-in.mjs");
			return (await promisify(execFile)(process.execPath, [script, act], { env })).stdout;
		};
		assert.match(await run("log-in"), /^Logged in until 20/);
		assert.match(await run("call"), /^The API answered 200: .*Logins by hour/);
		await restart();
		assert.match(await run("call"), /^The API answered 200: /);
		assert.deepEqual(await answerTo(authorization), [200, undefined]);
		await run("log-out");
		assert.deepEqual(await answerTo(authorization), [401, "session_ended"]);
		await assert.rejects(run("call"), /401 unauthenticated/);
	});
});
