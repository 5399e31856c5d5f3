/** Access keys in the console: a key is made for a service account, shown once, and ended. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey } from "../support/browser.ts";
import { logInAt } from "../support/browser-acts.ts";
import { dialog, inConsole, row, startConsoleOfService, toast } from "../support/console-journey.ts";
import type { TestService } from "../support/service.ts";

describe("the access keys of service accounts in the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsoleOfService();
	});
	after(() => service.stop());

	it("A key of a service account is made, shown once with commands that work, and ended", async () => {
		await inConsole(service, "access-keys", async (page) => {
			await page.getByText("There are no access keys yet.").waitFor();
			const form = dialog(page, "Access key for a service account");
			const known = Promise.withResolvers<void>();
			await page.route(/admin\/access-keys/, (route) => known.promise.then(() => route.continue()));
			await page.reload();
			await page.getByRole("button", { name: "Make a key" }).click();
			// Scopes are not known yet: a key made now might do everything.
			assert.equal(await form.count(), 0);
			known.resolve();
			await form.getByRole("button", { name: "Choose nightly" }).click();
			await page.locator("#name:focus").waitFor();
			assert.equal(await form.getByRole("searchbox").count(), 0);
			await form.getByLabel("Name of the key").fill("report");
			// What it may do is asked when it is known what it is for.
			assert.equal(await form.getByRole("checkbox").count(), 0);
			await form.getByLabel("What it is for").selectOption("apis");
			await form.getByLabel("reports:read").check();
			await form.getByLabel("What it is for").selectOption("administer");
			// What was ticked of the other kind is not sent.
			assert.equal(await form.getByLabel("reports:read").count(), 0);
			await form.getByLabel("Only from these addresses").fill("127.0.0.1 anywhere");
			await form.getByRole("button", { name: "Make the key" }).click();
			await page.locator("#addresses:focus").waitFor();
			await form.getByLabel("Only from these addresses").fill("127.0.0.1");
			await form.getByRole("button", { name: "Make the key" }).click();
			await form.getByText("Tick at least one.").waitFor();
			await form.getByLabel("See users and groups sallyport:users:read").check();
			await form.getByRole("button", { name: "Make the key" }).click();
			const once = dialog(page, "Store the key report");
			await once.waitFor();
			const [key = "", csrf = "", login = ""] = await once.locator("pre").allInnerTexts();
			assert.ok(login.includes(key) && login.includes(csrf), login);
			const { status } = await service
				.visitor({ csrf })
				.post("/api/auth/login", { username: "nightly", password: key });
			assert.equal(status, 200);
			await once.getByRole("button", { name: "I have stored it" }).click();
			await row(page, "sallyport:users:read").waitFor();
			assert.ok(!(await page.content()).includes(key));
			await page.getByRole("button", { name: "Make a key" }).click();
			await form.getByRole("searchbox").fill("Nightly");
			await form.getByLabel("Name of the key").fill("backup of every report");
			await form.getByLabel("What it is for").selectOption("apis");
			await form.getByRole("group", { name: "Scopes" }).getByLabel("reports:write").check();
			await form.getByRole("button", { name: "Make the key" }).click();
			await dialog(page, "Store the key backup of every report")
				.getByRole("button", { name: "I have stored it" })
				.click();
			await row(page, "backup").getByText("reports:write").waitFor();
			// Not even the last column is out of sight.
			const cut = ({ scrollWidth, clientWidth }: HTMLElement | SVGElement) => scrollWidth - clientWidth;
			assert.equal(await page.locator(".rows").evaluate(cut), 0);
			// From the page of the account, which is chosen then.
			await page.goto("console/users?kind=service");
			await page.getByRole("link", { name: "nightly" }).click();
			await page.getByRole("link", { name: "Access", exact: true }).click();
			await page.getByRole("link", { name: "Make a key" }).click();
			await form.getByRole("button", { name: "Take nightly out" }).waitFor();
			await form.getByRole("link", { name: "Add a service account" }).click();
			// It is added on its own page, and has its key made next.
			const account = dialog(page, "Add a user");
			assert.equal(await account.getByLabel("Kind").inputValue(), "service");
			await account.getByLabel("Username", { exact: true }).fill("weekly");
			await account.getByRole("button", { name: "Add the user" }).click();
			await form.getByRole("button", { name: "Take weekly out" }).waitFor();
			await page.locator("#name:focus").waitFor();
			// What was closed stays closed.
			await page.keyboard.press("Escape");
			await page.waitForURL((address) => !address.searchParams.has("make"));
			await page.reload();
			await page.getByText("Nothing fits these filters.").waitFor();
			assert.equal(await form.count(), 0);
			await page.goto("console/access-keys");
			await row(page, "sallyport:users:read").waitFor();
			await page.getByLabel("Unused").selectOption("never used");
			await row(page, "sallyport:users:read").waitFor({ state: "detached" });
			await page.getByRole("link", { name: "Clear filters" }).click();
			await page.getByRole("button", { name: "End report of nightly" }).click();
			await dialog(page, "End report?").getByRole("button", { name: "End the key" }).click();
			await toast(page, "report has ended. 1 session ended.");
			await row(page, "Ended by an admin").waitFor();
		});
	});

	it("A filter that is chosen as soon as it is in sight narrows the list", () =>
		journey({ ...service, alone: true }, async ({ page }) => {
			await logInAt(page, "console", "ada");
			await page.addInitScript(() => {
				const watch = new MutationObserver(() => {
					const filter = document.querySelector<HTMLSelectElement>("main select");
					if (filter === null) return;
					watch.disconnect();
					filter.selectedIndex = 1;
					filter.dispatchEvent(new Event("change", { bubbles: true }));
				});
				watch.observe(document, { childList: true, subtree: true });
			});
			await page.goto("console/access-keys");
			await page.getByRole("link", { name: "Clear filters" }).first().waitFor();
		}));
});
