import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey } from "../support/browser.ts";
import { fillLogin, pathOf } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("the address to go to after a login", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ prefix: "/analytics", settings: cheap });
		await service.addUser("ada");
	});
	after(() => service.stop());

	const cases = [
		{ next: "/analytics/docs", leadsTo: "/analytics/docs" },
		{ next: "/analytics/docs?a=b#c", leadsTo: "/analytics/docs?a=b" },
		{ next: "https://evil.example/", leadsTo: "/analytics/account" },
		{ next: "//evil.example/", leadsTo: "/analytics/account" },
		{ next: "/\\evil.example/", leadsTo: "/analytics/account" },
		{ next: "\\\\evil.example/", leadsTo: "/analytics/account" },
		{ next: "/\t/evil.example/", leadsTo: "/analytics/account" },
		{ next: "\u0000//evil.example/", leadsTo: "/analytics/account" },
		{ next: "/analytics//evil.example/", leadsTo: "/analytics/account" },
		{ next: "/analytics/%2f%2fevil.example/", leadsTo: "/analytics/account" },
		{ next: "/analytics/../elsewhere", leadsTo: "/analytics/account" },
		{ next: "/analyticsevil", leadsTo: "/analytics/account" },
		{ next: "javascript:alert(document.domain)", leadsTo: "/analytics/account" },
		{ next: "data:text/html,<script>alert(1)</script>", leadsTo: "/analytics/account" },
		{ next: "@evil.example/", leadsTo: "/analytics/account" },
		{ next: "/analytics/login", leadsTo: "/analytics/account" },
		{ next: "/analytics/reauthenticate?next=/analytics/docs", leadsTo: "/analytics/docs" },
	];

	it("is the form to change the password, where a password manager asks for it", async () => {
		await journey(service, async ({ page }) => {
			await page.goto(".well-known/change-password");
			await fillLogin(page, "ada");
			await page.waitForURL("**/analytics/account#change-password");
			await page.getByRole("button", { name: "End all others" }).or(page.getByText("no other")).waitFor();
			const { y = -1 } = (await page.getByRole("heading", { name: "Change password" }).boundingBox()) ?? {};
			assert.ok(y >= 0 && y < 720, `the form is ${y} pixels from the top of the window`);
		});
	});

	it("is an address of this service, whatever the link said", async () => {
		await journey(service, async ({ page }) => {
			for (const { next, leadsTo } of cases) {
				await page.goto(`login?next=${encodeURIComponent(next)}`);
				await fillLogin(page, "ada");
				await page.waitForURL((url) => !url.pathname.endsWith("/login"), { waitUntil: "commit" });
				assert.equal(pathOf(page), leadsTo, JSON.stringify(next));
				assert.equal(new URL(page.url()).origin, new URL(service.baseUrl).origin);
			}
		});
	});
});
