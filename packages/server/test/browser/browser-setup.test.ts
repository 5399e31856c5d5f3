import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { journey, type Page } from "../support/browser.ts";
import { accountPage, fillNewPassword } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

describe("the setup page, when something is wrong with the link", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: { ...cheap, SALLYPORT_SUPPORT_URL: help } });
	});
	after(() => service.stop());

	async function invite(name: string, role: "user" | "admin" = "user"): Promise<string> {
		const user = { name, role, passwordHash: null } as const;
		return String((await usersOf(service).add(user)).setupLink);
	}

	it("says at once that a link without its token is incomplete, and takes the whole one in the same tab", async () => {
		await journey(service, async ({ page }) => {
			await page.goto("setup#username=admin");
			await told(page, "This link is incomplete. Open the whole link, up to its last character.");
			assert.equal(await page.getByLabel("New password", { exact: true }).count(), 0);
			await page.goto(String(service.running.setupLink));
			await save(page);
			await page.waitForURL("**/console");
		});
	});

	it("says that a link is used or invalid before a password is typed, also when the link changes", async () => {
		await journey(service, async ({ page }) => {
			const open = await invite("fay");
			await page.goto(open);
			await fillNewPassword(page, ADMIN_PASSWORD);
			assert.equal(await page.getByRole("link", { name: "Ask for help" }).count(), 0);
			// Used by another browser while this one had the form.
			await service.visitor().post("/api/auth/setup", { token: tokenOf(open), password: ADMIN_PASSWORD });
			await page.getByRole("button", { name: "Save password and log in" }).click();
			await told(page, used);
			await page.reload();
			await told(page, used);
			assert.equal(await page.getByRole("link", { name: "Ask for help" }).getAttribute("href"), help);
			await noForm(page);
			await page.goto("setup#token=unknown");
			await told(page, invalid);
			await noForm(page);
			await page.goto(`setup#token=${"x".repeat(200)}`);
			await told(page, invalid);
			await noForm(page);
			await page.getByRole("link", { name: "Go to the login" }).click();
			await page.waitForURL("**/login");
		});
	});

	it("leaves an open link as it was, however often its page is opened, and leads a later admin too to the profile or to next", async () => {
		const open = await invite("eve", "admin");
		await journey(service, async ({ page }) => {
			for (let opened = 1; opened <= 3; opened++) {
				const checked = page.waitForResponse("**/api/auth/setup/check");
				await page.goto("login");
				await page.goto(open);
				assert.equal((await checked).status(), 204);
			}
			await save(page);
			await accountPage(page);
			const named = await invite("gus");
			await page.goto(named.replace("#", "?next=/docs#"));
			await save(page);
			await page.waitForURL(({ pathname }) => pathname === "/docs");
		});
	});
});

const help = "mailto:help@example.com";
const used =
	"This link has already been used. Log in with your password, or ask the operator of this service for a new link.";
const invalid = "This link is no longer valid. Ask the operator of this service for a new one.";

const noForm = async (page: Page) =>
	assert.equal(await page.getByLabel("New password", { exact: true }).count(), 0);
const told = (page: Page, words: string) =>
	page.getByRole("alert").getByText(words, { exact: true }).waitFor();

async function save(page: Page): Promise<void> {
	await fillNewPassword(page, ADMIN_PASSWORD);
	await page.getByRole("button", { name: "Save password and log in" }).click();
}
