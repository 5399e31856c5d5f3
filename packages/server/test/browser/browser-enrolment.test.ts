// At length: it walks a journey aside, in Chromium.
/** On the pages: a second factor that the service requires, before and after the time for it is over. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { journey } from "../support/browser.ts";
import { accountPage, fillLogin, fillNewPassword, logIn, logOut } from "../support/browser-acts.ts";
import { appOf, card, securityPage, sendCode } from "../support/browser-security.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { makeOverdue } from "../support/enrolment.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { deviceOf } from "../support/virtual-authenticator.ts";

type Page = Parameters<typeof logIn>[0];

describe("a second factor that the service requires", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: { ...cheap, SALLYPORT_SECOND_FACTOR: "everybody" } });
	});
	after(() => service.stop());

	/** From the offer on the page to the account. */
	async function addApp(page: Page): Promise<void> {
		await page.getByRole("button", { name: "Add an authenticator app" }).click();
		await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
		const secret = await page.locator(".copyable code").innerText();
		await sendCode(page, appOf(service, secret).code());
		await storeCodes(page);
	}

	/** On to the account, which is protected then. */
	async function storeCodes(page: Page): Promise<void> {
		await page.getByRole("heading", { name: "Store your recovery codes" }).waitFor();
		const columnWidth = () =>
			page.locator("pre.codes").evaluate((codes) => Number.parseFloat(getComputedStyle(codes).columnWidth));
		assert.ok((await columnWidth()) > 0, "the styles of the codes came along");
		assert.equal((await page.locator("pre.codes").innerText()).split("\n").length, 10);
		await page.getByLabel("I have stored these codes").check();
		await page.getByRole("button", { name: "Done" }).click();
		await accountPage(page);
		await securityPage(page);
		await card(page).getByText("Two-step login is on").waitFor();
		assert.equal(await card(page).getByRole("button", { name: "Turn off two-step login" }).count(), 0);
	}

	it("is announced on the profile and where it is turned on, and added at a login in the same browser when it is overdue", async () => {
		await service.addUser("ada");
		await journey(service, async ({ page }) => {
			await logIn(page, "ada");
			const announced = page.getByText(/^This service requires two-step login\. Turn it on before /);
			await announced.getByRole("link", { name: "Turn it on" }).click();
			await card(page).waitFor();
			await announced.waitFor();
			await logOut(page);
			await makeOverdue(service, "ada");
			await fillLogin(page, "ada");
			await page.getByText("This service requires a second step, and you have none yet.").waitFor();
			await addApp(page);
		});
	});

	it("is refused in a browser that the user has never logged in with, which says what to do", async () => {
		await service.addUser("bob");
		await service.loggedIn("bob");
		await makeOverdue(service, "bob");
		await journey(service, async ({ page }) => {
			await page.goto(`${service.baseUrl}/login`);
			await fillLogin(page, "bob");
			await page.getByRole("alert").getByText("ask the operator for a setup link").waitFor();
		});
	});

	it("is added after a setup link, which has set the password; a passkey will do", async () => {
		await service.addUser("carla");
		await service.loggedIn("carla");
		await makeOverdue(service, "carla");
		const { setupLink } = await usersOf(service).reset("carla");
		await journey(service, async (being) => {
			const { page } = being;
			await deviceOf(being);
			await page.goto(String(setupLink));
			await fillNewPassword(page, "five words nobody else has");
			await page
				.getByRole("button", { name: /password/i })
				.last()
				.click();
			await page.getByRole("button", { name: "Add a passkey" }).click();
			await storeCodes(page);
		});
	});
});
