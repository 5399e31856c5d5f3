// At length: it looks at every page, in each look and language.
/** What a form says is wrong, where it says it, and what a screen reader learns of it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey, type Page } from "../support/browser.ts";
import { accountPage, fillLogin, fillNewPassword, logInAt, readingOf } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const phone = { viewport: { width: 390, height: 844 } };

describe("a form", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
		await service.addUser("ada");
	});
	after(() => service.stop());

	it("ties a refused login to both of its fields, with the name kept, until one of them is changed", async () => {
		await journey(service, async ({ page }) => {
			await page.goto("login");
			await fillLogin(page, "ada", "not the password at all");
			await page.getByRole("alert").getByText("Username or password is wrong.").waitFor();
			for (const label of ["Username", "Password"]) {
				const found = await readingOf(page, label);
				assert.deepEqual(found, { invalid: "true", read: "Username or password is wrong." }, label);
			}
			assert.equal(await page.getByLabel("Username").inputValue(), "ada");
			assert.equal(await page.getByLabel("Password", { exact: true }).inputValue(), "");
			await page.keyboard.type(ADMIN_PASSWORD);
			for (const label of ["Username", "Password"])
				assert.deepEqual(await readingOf(page, label), { invalid: null, read: "" }, label);
			await page.keyboard.press("Enter");
			await accountPage(page);
		});
	});

	it("says at its field that the current password is wrong, and why a new one was refused, instead of calling it long enough", async () => {
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/security", "ada");
			await page.getByLabel("Current password", { exact: true }).fill("not the password at all");
			await fillNewPassword(page, "brass otter lantern quill");
			await page.getByRole("button", { name: "Change password" }).click();
			await page.getByRole("alert").getByText("The password is wrong.").waitFor();
			const current = await readingOf(page, "Current password");
			assert.deepEqual(current, { invalid: "true", read: "The password is wrong." });

			await page.getByLabel("Current password", { exact: true }).fill(ADMIN_PASSWORD);
			await fillNewPassword(page, "passwordpassword");
			await page.getByText("Long enough").waitFor();
			await page.getByRole("button", { name: "Change password" }).click();
			await page.getByText("Long enough").waitFor({ state: "hidden" });
			const { invalid, read } = await readingOf(page, "New password");
			assert.equal(invalid, "true");
			assert.match(read, /^The password is easy to guess/);
			await page.getByLabel("New password", { exact: true }).press("End");
			await page.keyboard.type(" and more");
			await page.getByText("Long enough").waitFor();
		});
	});

	it("warns while Caps Lock is on", async () => {
		await journey(service, async ({ page }) => {
			await page.goto("login");
			const password = page.getByLabel("Password", { exact: true });
			const hint = page.getByText("Caps Lock is on.");
			await password.dispatchEvent("keydown", { key: "A", modifierCapsLock: true });
			await hint.waitFor();
			await password.dispatchEvent("keyup", { key: "a" });
			await hint.waitFor({ state: "hidden" });
		});
	});

	it("has a button that looks disabled where no script will run", async () => {
		const lookOf = (page: Page) =>
			page
				.getByRole("button", { name: "Log in" })
				.evaluate((button) => getComputedStyle(button).backgroundColor);
		const looks: string[] = [];
		for (const options of [service, { ...service, javaScriptEnabled: false }])
			await journey(options, async ({ page }) => {
				await page.goto("login");
				looks.push(await lookOf(page));
			});
		assert.notEqual(looks[0], looks[1]);
	});

	it("says in place what was copied, covers nothing by it, and shows a command whole on a phone", async () => {
		await journey({ ...service, ...phone }, async ({ page }) => {
			await logInAt(page, "account/programs", "ada");
			await page.locator(".copyable pre").first().waitFor();
			const cutOff = await page
				.locator(".copyable pre")
				.evaluateAll((all) => all.filter((pre) => pre.scrollWidth > pre.clientWidth).length);
			assert.equal(cutOff, 0);
			await page.getByRole("button", { name: "Copy second command" }).click();
			const told = page.getByRole("status").filter({ hasText: /Copied|Press Ctrl/ });
			await told.waitFor({ state: "attached" });
			const over = await page.evaluate(() =>
				[...document.querySelectorAll("body *")]
					.filter((each) => ["fixed", "sticky"].includes(getComputedStyle(each).position))
					.map(({ outerHTML }) => outerHTML),
			);
			assert.deepEqual(over, []);
		});
	});
});
