/** An admin who is faster than the console: what is typed or chosen while it is at work is not lost. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey, type Page } from "../support/browser.ts";
import { logInAt } from "../support/browser-acts.ts";
import {
	dialog,
	formIsWhole,
	inConsole,
	startConsole,
	toast,
	userNamed,
} from "../support/console-journey.ts";
import { administrationOf } from "../support/people.ts";
import { ADMIN_PASSWORD, type TestService } from "../support/service.ts";

describe("a fast admin in the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsole();
	});
	after(() => service.stop());

	it("A page that opens takes the focus at once, and none from a field that was chosen since", async () => {
		await inConsole(service, "groups", async (page) => {
			const seen = await firstSight(page, ".filters");
			await page.getByRole("link", { name: "Users", exact: true }).click();
			assert.equal((await seen()).focused, "h1");
		});
	});

	it("A filter shows at once what the address says, and not over what was typed since", async () => {
		await inConsole(service, "users?group=staff&q=e", async (page) => {
			await page.getByRole("link", { name: "eve", exact: true }).waitFor();
			const seen = await firstSight(page, ".filters:not(:has(> a))");
			await page.getByRole("link", { name: "Clear filters" }).click();
			assert.deepEqual((await seen()).texts, ["", ""]);
		});
	});

	it("What is pasted and too long is not cut: it stays in its field, which says how long it may be", async () => {
		const { id } = await userNamed(service, "w-43");
		await inConsole(service, `users/${id}`, async (page) => {
			const field = page.getByLabel("Name for people");
			await field.fill("");
			await page.keyboard.insertText("n".repeat(300));
			await page.getByRole("button", { name: "Save" }).click();
			await page.getByText("It may have at most 254 characters.").waitFor();
			assert.equal(await field.inputValue(), "n".repeat(300));
			assert.equal(await field.getAttribute("aria-invalid"), "true");
			await field.fill("Short");
			await page.getByRole("button", { name: "Save" }).click();
			await toast(page, "Saved.");
		});
	});

	it("An admin whose session is over logs in again, and what was typed is still there", async () => {
		await inConsole(service, "users?q=w-5", async (page) => {
			// Else what the page reads would be the first to meet the end of the session.
			await page.getByText("10 users").waitFor();
			await page.getByRole("link", { name: "w-50" }).waitFor();
			await page.getByRole("button", { name: "Add a user" }).click();
			await dialog(page, "Add a user").getByLabel("Username", { exact: true }).fill("late");
			await formIsWhole(page);
			await administrationOf(service).users.endSessions("ada");
			await dialog(page, "Add a user").getByRole("button", { name: "Add the user" }).click();
			const over = dialog(page, "Your session has ended");
			await over.getByLabel("Password", { exact: true }).fill("wrong password");
			await over.getByRole("button", { name: "Log in" }).click();
			await over.getByText("The password is wrong.").waitFor();
			await over.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
			await over.getByRole("button", { name: "Log in" }).click();
			await dialog(page, "The link for late").getByRole("button").last().click();
			await page.locator("h1:focus").getByText("late").waitFor();
		});
	});

	it("An admin who comes back to the page learns at once that the session is over, or the role gone", async () => {
		await service.addUser("former");
		const { users } = administrationOf(service);
		await users.setRole("former", "admin");
		await journey(service, async ({ page }) => {
			await logInAt(page, "console/users", "former");
			await page.getByRole("link", { name: "eve", exact: true }).waitFor();
			// As the browser tells it; with its driver, a page is always in front.
			const comeBack = () => page.evaluate(() => dispatchEvent(new Event("focus")));
			await users.endSessions("former");
			await comeBack();
			const over = dialog(page, "Your session has ended");
			await over.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
			await page.keyboard.press("Enter");
			await over.waitFor({ state: "detached" });
			await users.setRole("former", "user");
			await comeBack();
			await page.getByRole("heading", { name: "You are no longer an admin" }).waitFor();
			assert.equal(await page.getByRole("link", { name: "eve", exact: true }).count(), 0);
		});
	});

	it("A search that leads back to the first page of a list leaves the focus in its field", async () => {
		await inConsole(service, "users", async (page) => {
			await page.getByRole("link", { name: "Next" }).click();
			await page.locator("caption:focus").waitFor();
			await page.getByRole("searchbox", { name: "Start of a username" }).pressSequentially("w-2");
			await page.getByRole("link", { name: "w-20" }).waitFor();
			await page.keyboard.type("1");
			await page.getByText("1 user", { exact: true }).waitFor();
		});
	});

	it("A double click on a button does once what it says, and not what the button says then", async () => {
		const { id } = await userNamed(service, "eve");
		await inConsole(service, `users/${id}`, async (page) => {
			const disable = page.getByRole("button", { name: "Disable", exact: true });
			const { x, y, width, height } = (await disable.boundingBox()) ?? assert.fail("there is no button");
			await page.mouse.click(x + width / 2, y + height / 2);
			await page.getByRole("button", { name: "Enable", exact: true }).waitFor();
			await page.mouse.down({ clickCount: 2 });
			await page.mouse.up({ clickCount: 2 });
			await page.getByRole("link", { name: "Access", exact: true }).click();
			await page.getByText("The account is disabled").waitFor();
			assert.notEqual((await userNamed(service, "eve")).disabledAt, null);
			await page.getByRole("button", { name: "Enable", exact: true }).click();
			await toast(page, "eve is enabled.");
		});
	});

	it("A user who is chosen while another is looked up is chosen as well", async () => {
		await inConsole(service, "groups/staff", async (page) => {
			await page.getByRole("button", { name: "Add members" }).click();
			const members = dialog(page, "Add members to staff");
			await members.getByRole("searchbox").fill("w-1");
			const choice = members.getByRole("button", { name: "Choose w-12" });
			await choice.waitFor();
			const looked = Promise.withResolvers<void>();
			await page.route(/\/users\?.*q=w-1/, (route) => looked.promise.then(() => route.continue()));
			await page.keyboard.press("Enter");
			await choice.click();
			looked.resolve();
			await members.getByText("w-10", { exact: true }).waitFor();
			await members.getByRole("button", { name: "Add 2 users" }).waitFor();
		});
	});
});

/** What is on a page, and has the focus, as soon as the page has an element: before it is painted. */
async function firstSight(page: Page, selector: string) {
	const seen = await page.evaluateHandle(
		(selector) => ({
			answer: new Promise<{ focused: string | undefined; texts: string[] }>((tell) => {
				new MutationObserver((_, observer) => {
					if (document.querySelector(selector) === null) return;
					observer.disconnect();
					const fields = document.querySelectorAll<HTMLInputElement>(".filters input");
					const texts = Array.from(fields, ({ value }) => value);
					tell({ focused: document.activeElement?.localName, texts });
				}).observe(document.body, { subtree: true, childList: true });
			}),
		}),
		selector,
	);
	return () => seen.evaluate(({ answer }) => answer);
}
