// At length: it walks a journey aside, in Chromium.
/** In a browser: a device that its user trusts, so that later logins leave the second step out. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Authenticator, enrol, wrongCode } from "../support/authenticator.ts";
import { journey, type Page } from "../support/browser.ts";
import { accountPage, fillLogin, logOut } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { addUserOf } from "../support/enrolment.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

describe("a trusted device in a browser", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: { ...cheap, SALLYPORT_SECOND_FACTOR_TRUST: "30d" } });
	});
	after(() => service.stop());

	const codeField = (page: Page) => page.getByLabel("Code", { exact: true });
	const box = (page: Page) => page.getByRole("checkbox", { name: /^Trust this device for 30 days/ });

	async function newUser(name: string, role: "user" | "admin" = "user"): Promise<Authenticator> {
		await addUserOf(service, name, role);
		return enrol(service, await service.loggedIn(name));
	}

	async function sendCode(page: Page, code: string): Promise<void> {
		await codeField(page).fill(code);
		await page.keyboard.press("Enter");
	}

	it("takes the password alone once the box was ticked, also after a wrong code", async () => {
		const app = await newUser("ada");
		await journey(service, async ({ page }) => {
			await page.goto("login");
			await fillLogin(page, "ada");
			await box(page).check();
			await sendCode(page, wrongCode(app));
			await page.getByText("This code is wrong").waitFor();
			assert.ok(await box(page).isChecked());
			await sendCode(page, app.next());
			await accountPage(page);
			await logOut(page);
			await fillLogin(page, "ada");
			await accountPage(page);
		});
	});

	it("keeps what was ticked when the user takes another way", async () => {
		const app = await newUser("bea");
		await journey(service, async ({ page }) => {
			await page.goto("login");
			await fillLogin(page, "bea");
			await box(page).check();
			await page.getByRole("button", { name: "Use a recovery code" }).click();
			assert.ok(await box(page).isChecked());
			await page.getByLabel("Recovery code", { exact: true }).fill(String(app.recoveryCodes[0]));
			await page.keyboard.press("Enter");
			await accountPage(page);
			await logOut(page);
			await fillLogin(page, "bea");
			await accountPage(page);
		});
	});

	it("is none unless the box was ticked", async () => {
		const app = await newUser("cleo");
		await journey(service, async ({ page }) => {
			await page.goto("login");
			await fillLogin(page, "cleo");
			assert.equal(await box(page).isChecked(), false);
			await sendCode(page, app.next());
			await accountPage(page);
			await logOut(page);
			await fillLogin(page, "cleo");
			await codeField(page).waitFor();
		});
	});

	it("is not offered to an admin, or to a user who only authenticates again", async () => {
		await newUser("root2", "admin");
		const app = await newUser("dora");
		await journey(service, async ({ page }) => {
			await page.goto("login");
			await fillLogin(page, "root2");
			await codeField(page).waitFor();
			assert.equal(await page.getByRole("checkbox").count(), 0);
			await page.goto("login");
			await fillLogin(page, "dora");
			await sendCode(page, app.next());
			await accountPage(page);
			await page.goto("reauthenticate");
			await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
			await page.getByRole("button", { name: "Confirm" }).click();
			await codeField(page).waitFor();
			assert.equal(await page.getByRole("checkbox").count(), 0);
		});
	});
});
