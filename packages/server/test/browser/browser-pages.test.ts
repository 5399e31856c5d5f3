// Proves: browser-pages
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey } from "../support/browser.ts";
import { logIn } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const account = ["account", "account/security", "account/sessions", "account/programs"];
const pages = [...account, "docs", "login", "reauthenticate", "setup"];

describe("the pages as served", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
		await service.addUser("ada");
	});
	after(() => service.stop());

	// Proves: csrf-stolen-token, csrf-breach
	it("all carry, for a logged-in user, a CSRF token that works from elsewhere until that user logs out", async () => {
		const ada = await service.loggedIn("ada");
		const found: string[] = [];
		for (const name of pages) {
			const { text } = await ada.get(`/${name}`);
			const values = [...text.matchAll(/<meta name="csrf-token" content="([A-Za-z0-9._-]{1,512})">/g)];
			assert.equal(values.length, 1, `${name} as served`);
			found.push(String(values[0]?.[1]));
		}
		assert.equal(new Set(found).size, pages.length, "a value came twice");
		for (const csrf of found) assert.equal((await tokenLogin(csrf)).status, 200);

		assert.equal((await ada.post("/api/auth/logout")).status, 200);
		for (const csrf of found) assertProblem(await tokenLogin(csrf), "csrf_invalid");
	});

	const tokenLogin = (csrf: string) =>
		service.visitor().post("/api/auth/login", { username: "ada", password: ADMIN_PASSWORD }, { csrf });

	// Proves: csrf-login
	it("carry, before login, a token that is worthless without its cookie", async () => {
		for (const name of ["login", "setup", "docs"]) {
			const { text } = await service.visitor().get(`/${name}`);
			const csrf = /<meta name="csrf-token" content="([^"]+)">/.exec(text)?.[1] ?? "";
			assert.notEqual(csrf, "", name);
			assertProblem(await tokenLogin(csrf), "csrf_invalid");
		}
	});

	for (const locale of ["en", "de"])
		it(`cost, to log in, at most 20 kB over the network, head lines included: ${locale}`, async () => {
			await journey({ ...service, locale, alone: true }, async ({ page, context }) => {
				const network = await context.newCDPSession(page);
				await network.send("Network.enable");
				let bytes = 0;
				const loaded: string[] = [];
				network.on("Network.responseReceived", ({ response }) => void loaded.push(response.url));
				network.on("Network.loadingFinished", ({ encodedDataLength }) => {
					bytes += encodedDataLength;
				});
				await page.goto("login", { waitUntil: "networkidle" });
				assert.ok(bytes > 5000 && bytes <= 20_000, `${bytes} bytes: ${loaded.join(" ")}`);
			});
		});

	it("are as narrow as a form only where there is nothing else", async () => {
		await journey(service, async ({ page }) => {
			const width = () => page.locator("main").evaluate((main) => main.clientWidth);
			await logIn(page, "ada");
			const widths: number[] = [];
			for (const name of [...pages, "nowhere"]) {
				await page.goto(name);
				widths.push(await width());
			}
			assert.deepEqual(
				widths.map((each) => each > 500),
				[...pages, "nowhere"].map((name) => [...account, "docs"].includes(name)),
			);
		});
	});

	it("show an operation of the API to which an address leads, with a command that takes the CSRF token of the page", async () => {
		const permissions = ["clipboard-read", "clipboard-write"];
		await journey({ ...service, permissions }, async ({ page }) => {
			await logIn(page, "ada");
			await page.goto("docs#logIn");
			await page.getByRole("button", { name: "Copy example of “Log in”" }).click();
			await page.getByRole("button", { name: "Copy example of “Log in”" }).getByText("Copied").waitFor();
			const command = await page.evaluate(() => navigator.clipboard.readText());
			assert.ok(command.startsWith(`curl -X POST '${service.baseUrl}/api/auth/login'`), command);
			const csrf = /-H 'csrf: ([^']+)'/.exec(command)?.[1] ?? "";
			assert.equal((await tokenLogin(csrf)).status, 200);
		});
	});

	it("show the API without JavaScript too", async () => {
		await journey({ ...service, javaScriptEnabled: false }, async ({ page }) => {
			await page.goto("docs");
			const entry = page.locator("#endSession");
			await entry.locator("summary").click();
			await entry.getByText("session_ended", { exact: true }).waitFor();
			assert.ok(await entry.getByRole("button").isDisabled());
			assert.equal(await page.locator("noscript").count(), 0);
			assert.match(String(await page.locator("#logIn").textContent()), /-H 'csrf: CSRF_VALUE'/);
		});
	});

	it("say without JavaScript that they need it, and name no command to those who only log in", async () => {
		await journey({ ...service, javaScriptEnabled: false }, async ({ page }) => {
			await page.goto("login");
			assert.equal(await page.locator(".without-script").innerText(), "This page needs JavaScript.");
			assert.ok(await page.getByRole("button", { name: "Log in" }).isDisabled());
		});
	});
});
