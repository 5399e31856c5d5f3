// At length: it walks a journey aside, in Chromium.
/** What users do on their profile besides reading it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { journey } from "../support/browser.ts";
import { fillLogin, logIn, pathOf } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { rowsOf } from "../support/event-rows.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { wordsIn } from "../support/words.ts";

const MINUTE = 60_000;

describe("the profile", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ prefix: "/analytics", settings: cheap });
	});
	after(() => service.stop());

	it("gives users a file of all their data, after it has asked for the password again", async () => {
		await service.addUser("ada");
		await journey(service, async ({ page }) => {
			await logIn(page, "ada");
			service.travel(16 * MINUTE);
			await page.getByRole("button", { name: "Download my data" }).click();
			const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
			await dialog.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
			assert.deepEqual(await rowsOf(service, "user_data_exported"), []);
			const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
			assert.match(download.suggestedFilename(), /^account-\d{4}-\d\d-\d\d\.json$/);
			const { user } = JSON.parse(readFileSync(await download.path(), "utf8")) as {
				user: { username: string };
			};
			assert.equal(user.username, "ada");
			await dialog.waitFor({ state: "detached" });
		});
		assert.equal((await rowsOf(service, "user_data_exported")).length, 1);
	});

	it("lets users choose the language by the keyboard, at once, and the focus stays there", async () => {
		await service.addUser("kim");
		await journey({ ...service, locale: "en-GB", expects: /net::ERR_FAILED/ }, async ({ page }) => {
			let isCut = false;
			await page.route("**/api/auth/locale", (route) => (isCut ? route.abort() : route.continue()));
			await page.goto("account?lang=en-XA");
			const longer = wordsIn["en-XA"]?.profileTexts.details ?? assert.fail();
			await fillLogin(page, "kim");
			const pseudo = page.getByLabel(longer.language);
			await pseudo.focus();
			assert.deepEqual(await pseudo.locator("option").allInnerTexts(), [
				longer.byBrowser,
				"English",
				"Deutsch",
			]);
			await page.keyboard.press("End");
			await page.getByRole("heading", { name: "Hallo kim" }).waitFor();
			const german = page.getByLabel("Sprache").and(page.locator(":focus"));
			await german.waitFor();
			assert.equal(await german.inputValue(), "de");
			assert.equal(pathOf(page), "/analytics/account");

			isCut = true;
			await page.keyboard.press("ArrowUp");
			await page.getByRole("alert").getByText("Der Dienst ist nicht erreichbar").waitFor();
			await german.waitFor();
			assert.equal(await german.inputValue(), "de");
			isCut = false;
			await page.keyboard.press("Home");
			await page.getByRole("heading", { name: "Hello, kim" }).waitFor();
			assert.equal(await page.getByLabel("Language").inputValue(), "");
		});
	});

	it("says how long to wait after too many copies of the data", async () => {
		await service.addUser("bea");
		await journey(service, async ({ page }) => {
			await logIn(page, "bea");
			const button = page.getByRole("button", { name: "Download my data" });
			for (let copies = 0; copies < 5; copies += 1)
				await Promise.all([page.waitForEvent("download"), button.click()]);
			await button.click();
			await page.getByRole("status").getByText("Try again in 60 minutes").waitFor();
		});
	});
});
