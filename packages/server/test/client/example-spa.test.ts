// At length: it walks a journey aside, in Chromium.
// With Chromium.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey, type Page } from "../support/browser.ts";
import { fillLogin } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { type Started, startExample } from "../support/examples.ts";
import { ADMIN_PASSWORD, freePort, startTestService, type TestService } from "../support/service.ts";

describe("examples/spa, a front end on another origin", () => {
	let service: TestService;
	/** To http://localhost the first is another origin of the same site, the second another site. */
	let sibling: string;
	let foreign: string;
	/** The same as the first, but it may not send cookies. */
	let halfAllowed: string;
	let apiUrl: string;
	/** The same as the first, but its API knows no keys and lets no caller in. */
	let refused: string;
	let closedApiUrl: string;
	const started: Started[] = [];
	before(async () => {
		const [port, apiPort, secondPort] = [await freePort(), await freePort(), await freePort()];
		sibling = `http://localhost:${port}`;
		halfAllowed = `http://localhost:${secondPort}`;
		foreign = `http://127.0.0.1:${port}`;
		apiUrl = `http://localhost:${apiPort}`;
		const [refusedPort, closedPort] = [await freePort(), await freePort()];
		refused = `http://localhost:${refusedPort}`;
		closedApiUrl = `http://localhost:${closedPort}`;
		const origins = `${sibling},${foreign},${refused}`;
		service = await startTestService({
			settings: {
				...cheap,
				SALLYPORT_ALLOWED_ORIGINS: `${origins},${halfAllowed}`,
				SALLYPORT_CREDENTIAL_ORIGINS: origins,
			},
		});
		await service.addUser("ada");
		const urls = { SALLYPORT_URL: service.baseUrl, API_URL: apiUrl };
		const nowhere = { SALLYPORT_URL: "http://127.0.0.1:1", FRONT_END: refused };
		started.push(
			await startExample("insight-api/server.ts", apiPort, { ...urls, FRONT_END: sibling }),
			await startExample("spa/serve.ts", port, urls),
			await startExample("spa/serve.ts", secondPort, urls),
			await startExample("insight-api/server.ts", closedPort, nowhere),
			await startExample("spa/serve.ts", refusedPort, { ...urls, API_URL: closedApiUrl }),
		);
	});
	after(async () => {
		for (const each of started) await each.stop();
		await service?.stop();
	});

	// Chromium says that a logout without cookies clears no site data, and whom CORS keeps out.
	const expects =
		/^Clear-Site-Data | has been blocked by CORS policy|^Failed to load resource: net::ERR_FAILED/;
	const options = () => ({ alsoVisits: [service.baseUrl, apiUrl, closedApiUrl], expects });
	const visit = (origin: string, road: (page: Page) => Promise<void>) =>
		journey({ baseUrl: origin, ...options() }, async ({ page }) => {
			await page.goto(`${origin}/`);
			await road(page);
		});

	async function logIn(page: Page): Promise<void> {
		await page.getByRole("button", { name: "Log in" }).click();
		await page.waitForURL(`${service.baseUrl}/login?**`);
		await fillLogin(page, "ada");
	}

	it("logs in on the page of the service, calls the API with a token, and logs out", () =>
		visit(sibling, async (page) => {
			await logIn(page);
			await page.getByText("You are ada.").waitFor();
			assert.equal(page.url(), `${sibling}/`);
			await page.getByText("Logins by hour").waitFor();
			await page.getByLabel("Title").fill("Written by hand");
			await page.getByRole("button", { name: "Write" }).click();
			await page.getByText("Written by hand").waitFor();
			await page.getByRole("searchbox").fill("devices");
			await page.getByRole("button", { name: "Search" }).click();
			await page.getByText("Logins by hour").waitFor({ state: "detached" });
			await page.getByText("Devices by country").waitFor();
			await page.getByRole("button", { name: "Log out" }).click();
			await page.getByText("You are logged out.").waitFor();
		}));

	it("shows scripts no cookie, stores no token, and is still logged in after a reload", () =>
		visit(sibling, async (page) => {
			await logIn(page);
			await page.getByText("You are ada.").waitFor();
			const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
			assert.equal(stored, "[{},{}]");
			assert.equal(await page.evaluate(() => document.cookie), "");
			await page.reload();
			await page.getByText("Logins by hour").waitFor();
		}));

	it("says what the API refuses, and keeps what was written", () =>
		visit(refused, async (page) => {
			await logIn(page);
			const message = page.getByRole("status").getByText("(service_unavailable)");
			await message.waitFor();
			await page.getByLabel("Title").fill("Written by hand");
			await page.evaluate(() => document.getElementById("message")?.replaceChildren());
			await page.getByRole("button", { name: "Write" }).click();
			await message.waitFor();
			assert.equal(await page.getByLabel("Title").inputValue(), "Written by hand");
		}));

	it("cannot ask who is logged in unless it may send cookies", () =>
		visit(halfAllowed, (page) => page.getByText("(network_error)").waitFor()));

	it("on another site, browsers send no cookie of the service: it stays logged out, or needs a CSRF token from elsewhere", () =>
		visit(foreign, async (page) => {
			await logIn(page);
			await page.waitForURL(`${foreign}/`);
			await page.getByRole("button", { name: "Log in" }).waitFor();
			const csrf = await service.copiedCsrf(await service.loggedIn("ada"));
			const name = await page.evaluate(
				async ([baseUrl, csrf, password]) => {
					const { createClient } = await import(`${location.origin}/client/index.js`);
					const client = createClient({ baseUrl, csrf });
					await client.logIn({ username: "ada", password });
					return (await client.session()).username;
				},
				[service.baseUrl, csrf, ADMIN_PASSWORD] as const,
			);
			assert.equal(name, "ada");
		}));
});
