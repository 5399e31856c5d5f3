// Proves: next
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey, type Page } from "../support/browser.ts";
import { fillLogin, pathOf } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startFrontEnd } from "../support/front-end.ts";
import type { GuardedApi } from "../support/guarded-api.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

describe("the address to go to after a login", () => {
	let service: TestService;
	let frontEnd: GuardedApi;
	before(async () => {
		frontEnd = await startFrontEnd();
		const { origin } = frontEnd;
		const settings = { ...cheap, SALLYPORT_ALLOWED_ORIGINS: origin, SALLYPORT_CREDENTIAL_ORIGINS: origin };
		service = await startTestService({ prefix: "/analytics", settings });
		await service.addUser("ada");
	});
	after(async () => {
		await service.stop();
		await frontEnd.stop();
	});
	const visit = (road: (page: Page) => Promise<void>) =>
		journey({ baseUrl: service.baseUrl, alsoVisits: [frontEnd.origin] }, ({ page }) => road(page));
	const account = "/analytics/account";

	const cases: Array<{ next: string; leadsTo: string; query?: string }> = [
		{ next: "/analytics/docs", query: "&next=//evil.example/", leadsTo: account },
		{ next: "/analytics/docs", leadsTo: "/analytics/docs" },
		{ next: "/analytics/docs?a=b#c", leadsTo: "/analytics/docs?a=b" },
		{ next: "/analytics/account/sessions?lang=en", leadsTo: "/analytics/account/sessions?lang=en" },
		{ next: "https://evil.example/", leadsTo: account },
		{ next: "//evil.example/", leadsTo: account },
		{ next: "/\\evil.example/", leadsTo: account },
		{ next: "\\\\evil.example/", leadsTo: account },
		{ next: "/\t/evil.example/", leadsTo: account },
		{ next: "\u0000//evil.example/", leadsTo: account },
		{ next: "/analytics//evil.example/", leadsTo: account },
		{ next: "/analytics/%2f%2fevil.example/", leadsTo: account },
		{ next: "/analytics/../elsewhere", leadsTo: account },
		{ next: "/analyticsevil", leadsTo: account },
		{ next: "javascript:alert(document.domain)", leadsTo: account },
		{ next: "data:text/html,<script>alert(1)</script>", leadsTo: account },
		{ next: "@evil.example/", leadsTo: account },
		{ next: "/analytics/login", leadsTo: account },
		{ next: "/analytics/reauthenticate?next=/analytics/docs", leadsTo: "/analytics/docs" },
	];

	it("is the form to change the password, where a password manager asks for it", async () => {
		await journey(service, async ({ page }) => {
			await page.goto(".well-known/change-password");
			await fillLogin(page, "ada");
			await page.waitForURL("**/analytics/account#change-password");
			await page.getByText(/^Last login|^This is your first login/).waitFor();
			const { y = -1 } = (await page.getByRole("heading", { name: "Change password" }).boundingBox()) ?? {};
			assert.ok(y >= 0 && y < 720, `the form is ${y} pixels from the top of the window`);
		});
	});

	it("is the page that has what was once a part of the account page", async () => {
		await visit(async (page) => {
			await page.goto("account#sessions");
			await fillLogin(page, "ada");
			await page.waitForURL("**/analytics/account/sessions");
			for (const [part, name] of [
				["security", "security"],
				["csrf", "programs"],
				["program", "programs"],
			]) {
				await page.goto(`account#${part}`);
				await page.waitForURL(`**/analytics/account/${name}`);
			}
		});
	});

	it("is an address of this service, whatever the link said", async () => {
		await visit(async (page) => {
			for (const { next, query = "", leadsTo } of cases) {
				await page.goto(`login?next=${encodeURIComponent(next)}${query}`);
				await fillLogin(page, "ada");
				await page.waitForURL((url) => !url.pathname.endsWith("/login"), { waitUntil: "commit" });
				assert.equal(pathOf(page), leadsTo, JSON.stringify(next));
				assert.equal(new URL(page.url()).origin, new URL(service.baseUrl).origin);
			}
		});
	});

	it("is one of a front end that may send cookies, and of no origin that looks like it", async () => {
		const { origin } = frontEnd;
		const { host } = new URL(origin);
		const looksLike = [`${origin}@evil.example/`, `${origin}.evil.example/`, `${origin}0/`, `//${host}/`];
		await visit(async (page) => {
			for (const next of [
				...looksLike,
				`${origin}\\@evil.example/`,
				`https:${host}/`,
				`javascript:"${origin}/"`,
			]) {
				await page.goto(`login?next=${encodeURIComponent(next)}`);
				await fillLogin(page, "ada");
				await page.waitForURL((url) => !url.pathname.endsWith("/login"), { waitUntil: "commit" });
				assert.equal(page.url(), `${service.baseUrl}/account`, next);
			}
			const next = `${origin}/reports?a=b&c=//evil.example#part`;
			const confirmation = `/analytics/reauthenticate?next=${encodeURIComponent(next)}`;
			for (const way of [next, confirmation]) {
				await page.goto(`${service.baseUrl}/login?next=${encodeURIComponent(way)}`);
				await fillLogin(page, "ada");
				await page.waitForURL(next);
			}
			await page.goto(new URL(confirmation, service.baseUrl).href);
			await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
			await page.getByRole("button", { name: "Confirm" }).click();
			await page.waitForURL(next);
		});
	});
});
