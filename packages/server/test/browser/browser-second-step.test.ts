// At length: it walks a journey aside, in Chromium.
/** Logins that take two steps, as a person goes through them. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { type Authenticator, enrol, wrongCode } from "../support/authenticator.ts";
import { journey, type Page } from "../support/browser.ts";
import { accountPage, fillLogin, fillNewPassword, readingOf } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;
const HINT = "Enter the code that your authenticator app shows now.";
const WRONG = "This code is wrong, or it was used before. Enter the next one that the app shows.";

describe("the second step in a browser", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());

	async function newUser(name: string): Promise<Authenticator> {
		await service.addUser(name);
		return enrol(service, await service.loggedIn(name));
	}

	it("asks for a code in one field that has the focus, and logs in with the right one", async () => {
		const app = await newUser("ada");
		await journey(service, async ({ page }) => {
			await page.goto("login?next=/docs");
			await fillLogin(page, "ada");
			const field = await codeField(page);
			assert.equal(await field.getAttribute("autocomplete"), "one-time-code");
			assert.equal(await field.getAttribute("inputmode"), "numeric");
			assert.deepEqual(await readingOf(page, "Code"), { invalid: null, read: HINT });
			await page.keyboard.type(app.next());
			await page.keyboard.press("Enter");
			await page.waitForURL(({ pathname }) => pathname === "/docs");
		});
	});

	it("says at its field what a code looks like or that it is wrong, empties it, and takes the next one", async () => {
		const app = await newUser("bea");
		await journey(service, async ({ page }) => {
			await page.goto("login");
			await fillLogin(page, "bea");
			await (await codeField(page)).fill("12345");
			await page.keyboard.press("Enter");
			await page.getByRole("alert").getByText("A code has 6 or 8 digits").waitFor();
			assert.equal((await readingOf(page, "Code")).invalid, "true");
			await (await codeField(page)).fill(wrongCode(app));
			await page.keyboard.press("Enter");
			await page.getByRole("alert").getByText(WRONG).waitFor();
			assert.deepEqual(await readingOf(page, "Code"), { invalid: "true", read: `${WRONG} ${HINT}` });
			const field = await codeField(page);
			assert.equal(await field.inputValue(), "");
			await field.fill(app.next());
			await page.keyboard.press("Enter");
			await accountPage(page);
		});
	});

	it("takes a recovery code another way, by keyboard alone", async () => {
		const app = await newUser("dora");
		await journey(service, async ({ page }) => {
			await page.goto("login");
			await fillLogin(page, "dora");
			await codeField(page);
			for (const key of ["Tab", "Tab", "Tab", "Enter"]) await page.keyboard.press(key);
			const field = page.getByLabel("Recovery code", { exact: true });
			await field.and(page.locator(":focus")).waitFor();
			await page.keyboard.type(String(app.recoveryCodes[0]).toLowerCase());
			await page.keyboard.press("Enter");
			await accountPage(page);
		});
	});

	it("leads back to the password, with the name still there: by a button, or with the reason when it took too long", async () => {
		const app = await newUser("fay");
		await journey(service, async ({ page }) => {
			await page.goto("login");
			await fillLogin(page, "fay");
			await codeField(page);
			await page.getByRole("button", { name: "Back" }).click();
			assert.equal(await passwordIsNext(page), "fay");
			await page.keyboard.type(ADMIN_PASSWORD);
			await page.keyboard.press("Enter");
			const field = await codeField(page);
			service.travel(6 * MINUTE);
			await field.fill(app.next());
			await page.keyboard.press("Enter");
			await page.getByRole("alert").getByText("That took too long").waitFor();
			assert.equal(await passwordIsNext(page), "fay");
			await page.keyboard.type(ADMIN_PASSWORD);
			await page.keyboard.press("Enter");
			await (await codeField(page)).fill(app.next());
			await page.keyboard.press("Enter");
			await accountPage(page);
		});
	});

	it("waits after too many wrong codes, and sends none of them again", async () => {
		const app = await newUser("gil");
		await journey(service, async ({ page }) => {
			await page.goto("login");
			await fillLogin(page, "gil");
			const waits = page.getByRole("status").getByText(/Too many attempts\. Try again in \d+ seconds\./);
			for (let tries = 0; tries < 6; tries++) {
				await (await codeField(page)).fill(wrongCode(app));
				await page.keyboard.press("Enter");
				await page.getByRole("alert").getByText(WRONG).or(waits).waitFor();
			}
			await waits.waitFor();
			await page.getByRole("button", { name: "Wait" }).waitFor();
			assert.equal(await page.getByRole("button", { name: "Stop" }).count(), 0);
		});
	});

	it("comes after a new password too, and by then that is saved", async () => {
		const app = await newUser("hal");
		const fresh = "brass otter lantern quill";
		const link = String((await usersOf(service).reset("hal")).setupLink);
		await journey(service, async ({ page }) => {
			await page.goto(link);
			await fillNewPassword(page, fresh);
			await page.getByRole("button", { name: "Save password and log in" }).click();
			await page.getByText("Your password is saved.").waitFor();
			await (await codeField(page)).fill(wrongCode(app));
			await page.keyboard.press("Enter");
			await page.getByText(WRONG).waitFor();
			await page.getByRole("button", { name: "Back" }).click();
			await page.getByText("Log in to continue.").waitFor();
			await fillLogin(page, "hal", fresh);
			await (await codeField(page)).fill(app.next());
			await page.keyboard.press("Enter");
			await accountPage(page);
		});
	});
});

/** The field of the second step, once it has the focus. */
async function codeField(page: Page) {
	const field = page.getByLabel("Code", { exact: true });
	await field.and(page.locator(":focus")).waitFor();
	return field;
}

/** The name in the first step, once the password has the focus. */
async function passwordIsNext(page: Page): Promise<string> {
	await page.getByLabel("Password", { exact: true }).and(page.locator(":focus")).waitFor();
	return page.getByLabel("Username").inputValue();
}
