// At length: it walks a journey aside, in Chromium.
// Proves: next
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey, type Page } from "../support/browser.ts";
import { fillLogin } from "../support/browser-acts.ts";
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
		{ next: "/analytics/docs?a=b#c", leadsTo: "/analytics/docs?a=b#c" },
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
		{ next: "/analytics/api/admin/users/export?format=csv", leadsTo: account },
		{ next: "/analytics/%61pi/auth/export", leadsTo: account },
		{ next: "/analytics/oidc/auth?client_id=a", leadsTo: "/analytics/oidc/auth?client_id=a" },
		{ next: "/analytics/reauthenticate", leadsTo: account },
		{ next: "/analytics/reauthenticate?next=/analytics/api/auth/export", leadsTo: account },
		{ next: "/analytics/reauthenticate?next=//evil.example/", leadsTo: account },
		{ next: "/analytics/reauthenticate?next=/analytics/docs", leadsTo: "/analytics/docs" },
	];

	it("is the form to change the password, where a password manager asks for it", async () => {
		await journey(service, async ({ page }) => {
			await page.goto(".well-known/change-password");
			await fillLogin(page, "ada");
			await page.waitForURL("**/analytics/account/security#change-password");
			const { y = -1 } = (await page.getByLabel("Current password").boundingBox()) ?? {};
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
				["change-password", "security"],
				["csrf", "programs"],
				["program", "programs"],
			]) {
				await page.goto(`account#${part}`);
				await page.waitForURL(`**/analytics/account/${name}`);
			}
		});
	});

	/** Both pages go where their source says, which the last test sees; without a word there, to the account page. */
	async function assertSaid(next: string, leadsTo: string, query = ""): Promise<void> {
		const ada = await service.loggedIn("ada");
		for (const page of ["login", "reauthenticate"]) {
			const { status, text } = await ada.get(`/${page}?next=${encodeURIComponent(next)}${query}`);
			assert.equal(status, 200);
			const said = / data-next="([^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? account;
			assert.equal(said, leadsTo, `${page} ${JSON.stringify(next)}`);
		}
	}

	it("is an address of this service, whatever the link said", async () => {
		for (const { next, leadsTo, query } of cases) await assertSaid(next, leadsTo, query);
	});

	it("is one of a front end that may send cookies, and of no origin that looks like it", async () => {
		const { origin } = frontEnd;
		const { host } = new URL(origin);
		await assertSaid(`${origin}/reports`, `${origin}/reports`);
		for (const next of [
			`${origin}@evil.example/`,
			`${origin}.evil.example/`,
			`${origin}0/`,
			`//${host}/`,
			`${origin}\\@evil.example/`,
			`https:${host}/`,
			`javascript:"${origin}/"`,
		])
			await assertSaid(next, account);
	});

	it("is where the page goes: within this service, to a front end, and to no other", async () => {
		const next = `${frontEnd.origin}/reports?a=b&c=//evil.example#part`;
		const confirmation = `/analytics/reauthenticate?next=${encodeURIComponent(next)}`;
		const own = new URL(service.baseUrl).origin;
		await visit(async (page) => {
			for (const [way, leadsTo] of [
				["https://evil.example/", `${own}${account}`],
				["javascript:alert(document.domain)", `${own}${account}`],
				["/analytics/docs?a=b#c", `${own}/analytics/docs?a=b#c`],
				[next, next],
				[confirmation, next],
			] as const) {
				await page.goto(`${service.baseUrl}/login?next=${encodeURIComponent(way)}`);
				await fillLogin(page, "ada");
				await page.waitForURL((url) => !url.pathname.endsWith("/login"), { waitUntil: "commit" });
				assert.equal(page.url(), leadsTo, way);
			}
			await page.goto(new URL(confirmation, service.baseUrl).href);
			await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
			await page.getByRole("button", { name: "Confirm" }).click();
			await page.waitForURL(next);
		});
	});
});
