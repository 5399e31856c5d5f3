/** Acts of the console on many rows at once, and many rows that come at once. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "../support/browser.ts";
import { dialog, inConsole, row, startConsoleOfService, toast } from "../support/console-journey.ts";
import { addManyEvents } from "../support/many-events.ts";
import { addPerson } from "../support/people.ts";
import type { TestService } from "../support/service.ts";

const wrong = { code: "internal_error", message: "Wrong.", requestId: "r-3" };
const again = (page: Page) => page.getByRole("button", { name: "Try again" });

describe("many rows of the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsoleOfService();
	});
	after(() => service.stop());

	it("says whom it left out and why, and tries nothing again for others", async () => {
		await inConsole(service, "users", async (page) => {
			for (const name of ["ada", "eve"]) await page.getByLabel(`Select ${name}`, { exact: true }).check();
			await page.getByRole("button", { name: "Disable" }).click();
			await toast(page, "1 user disabled, and logged out everywhere.");
			const left = dialog(page, "1 user was left out");
			await left.getByText("ada:").waitFor();
			await left.getByRole("button").click();
			// What failed is said of those that are ticked, and of no others.
			const answered = Promise.withResolvers<void>();
			await page.route("**/users/actions", async (route) => {
				await answered.promise;
				await route.fulfill({ status: 500, json: wrong });
			});
			const enable = page.getByRole("button", { name: "Enable" });
			await page.getByLabel("Select eve", { exact: true }).check();
			await enable.click();
			await page.locator(".bulk [aria-busy=true]").getByText("Delete", { exact: true }).waitFor();
			answered.resolve();
			await again(page).waitFor();
			await page.getByLabel("Select ada", { exact: true }).check();
			await page.getByText("2 selected").waitFor();
			assert.equal(await again(page).count(), 0, "what failed for one is said of two");
			await enable.click();
			await again(page).waitFor();
			await page.getByRole("button", { name: "Clear selection" }).click();
			await page.locator("h1:focus").waitFor();
			await page.getByLabel("Select ada", { exact: true }).check();
			await page.getByRole("button", { name: "Disable" }).waitFor();
			assert.equal(await again(page).count(), 0);
		});
	});

	it("takes all rows since the last tick with Shift, up or down, and lets them go so", async () => {
		await inConsole(service, "users", async (page) => {
			const select = (name: string) => page.getByLabel(`Select ${name}`, { exact: true });
			await select("nightly").click();
			await select("ada").click({ modifiers: ["Shift"] });
			await page.getByText("4 selected").waitFor();
			assert.ok(await select("eve").isChecked());
			await select("eve").click({ modifiers: ["Shift"] });
			await page.getByText("1 selected").waitFor();
			assert.ok(await select("nightly").isChecked());
		});
	});

	it("tries nothing again for other members of a group", async () => {
		await addPerson(service, "zoe", { groups: ["staff"] });
		await inConsole(service, "groups/staff", async (page) => {
			const select = (name: string) => page.getByLabel(`Select ${name}`, { exact: true });
			const remove = page.getByRole("button", { name: "Remove from the group" });
			await page.route("**/groups/staff/members", (route) => route.fulfill({ status: 500, json: wrong }));
			await select("eve").check();
			await remove.click();
			await again(page).waitFor();
			await page.getByRole("button", { name: "Clear selection" }).click();
			await select("zoe").check();
			await remove.waitFor();
			assert.equal(await again(page).count(), 0, "what failed for others is tried again");
			await page.unroute("**/groups/staff/members");
			await remove.click();
			await toast(page, "1 user left the group.");
			await select("zoe").waitFor({ state: "detached" });
			await select("eve").waitFor();
		});
	});

	it("takes no one back in who was taken out while Enter looked up another name", async () => {
		await addPerson(service, "amy");
		await addPerson(service, "bob");
		await inConsole(service, "groups/staff", async (page) => {
			await page.getByRole("button", { name: "Add members" }).click();
			const form = dialog(page, "Add members to staff");
			const field = form.getByRole("searchbox");
			await field.fill("amy");
			await field.press("Enter");
			const takeOut = form.getByRole("button", { name: "Take amy out" });
			await takeOut.waitFor();
			const answered = Promise.withResolvers<void>();
			const asked = page.waitForRequest("**/users?*q=bob*");
			await page.route("**/users?*q=bob*", async (route) => {
				await answered.promise;
				await route.continue();
			});
			await field.fill("bob");
			await field.press("Enter");
			await asked;
			await takeOut.click();
			answered.resolve();
			await form.getByRole("button", { name: "Take bob out" }).waitFor();
			assert.equal(await takeOut.count(), 0, "amy is chosen again");
		});
	});

	it("shows a thousand events of one moment, and answers the keyboard", async () => {
		await inConsole(service, "events", async (page) => {
			await page.getByRole("button", { name: "Watch live" }).click();
			await page.getByText("Live", { exact: true }).waitFor();
			await addManyEvents(service.running.deployment.config.databaseUrl, 1000);
			await service.visitor().logIn("eve", "a wrong password of hers");
			await row(page, "Login failed").first().waitFor();
			assert.equal(await row(page, "").count(), 500);
			await page.keyboard.press("Control+k");
			await page.locator("dialog input:focus").waitFor();
		});
	});
});
