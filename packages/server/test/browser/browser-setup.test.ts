import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { tokenOf } from "../support/administration.ts";
import { closeBrowser, journey, type Page } from "../support/browser.ts";
import { accountPage, fillNewPassword } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

describe("the setup page, when something is wrong with the link", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(async () => {
		await closeBrowser();
		await service.stop();
	});

	it("says at once that a link without its token is incomplete, and takes the whole one in the same tab", async () => {
		await journey(service, async ({ page }) => {
			await page.goto("setup#username=admin");
			await told(page, "This link is incomplete. Open the whole link, up to its last character.");
			assert.equal(await page.getByLabel("New password", { exact: true }).count(), 0);
			await page.goto(String(service.running.setupLink));
			await save(page);
			await accountPage(page);
		});
	});

	it("sends a user with a used or an invalid link to the administrator", async () => {
		const token = tokenOf(service.running.setupLink);
		await service.visitor().post("/api/auth/setup", { token, password: ADMIN_PASSWORD });
		await journey(service, async ({ page }) => {
			await page.goto(String(service.running.setupLink));
			await save(page);
			await told(
				page,
				"This link has already been used. Log in with your password, or ask the administrator for a new link (sallyport user reset NAME).",
			);
			await page.goto("setup#token=unknown");
			await save(page);
			await told(
				page,
				"This link is no longer valid. Ask the administrator for a new one (sallyport user reset NAME).",
			);
		});
	});
});

const told = (page: Page, words: string) =>
	page.getByRole("alert").getByText(words, { exact: true }).waitFor();

async function save(page: Page): Promise<void> {
	await fillNewPassword(page, ADMIN_PASSWORD);
	await page.getByRole("button", { name: "Save password and log in" }).click();
}
