/** An admin who goes back, or on, while something is still to be seen, to be done or to be taken back. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { pathOf } from "../support/browser-acts.ts";
import { dialog, inConsole, row, startConsole, toast, userNamed } from "../support/console-journey.ts";
import type { TestService } from "../support/service.ts";

describe("an admin who leaves a page of the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsole();
	});
	after(() => service.stop());

	it("A link that is shown once stays there, whatever way the browser goes, until it is stored", async () => {
		await inConsole(service, "groups", async (page) => {
			await page.getByRole("link", { name: "Users", exact: true }).click();
			await page.getByRole("button", { name: "Add a user" }).click();
			await dialog(page, "Add a user").getByLabel("Username", { exact: true }).fill("once");
			await dialog(page, "Add a user").getByRole("button", { name: "Add the user" }).click();
			const shown = dialog(page, "The link for once");
			await shown.getByText("#token=").waitFor();
			await page.goBack();
			await page.evaluate(() => new Promise(requestAnimationFrame));
			assert.match(await shown.locator("code").first().innerText(), /#token=/);
			await shown.getByRole("button").last().click();
			await page.locator("h1:focus").getByText("once").waitFor();
			await page.goBack();
			await page.locator("h1:focus").getByText("Users").waitFor();
		});
	});

	it("A dialog with something typed asks before the browser goes back, and keeps it or loses it", async () => {
		await inConsole(service, "users", async (page) => {
			await page.getByRole("link", { name: "Groups", exact: true }).click();
			await page.getByRole("button", { name: "Add a group" }).click();
			const adding = dialog(page, "Add a group");
			await adding.getByLabel("Name", { exact: true }).fill("half-typed");
			const question = dialog(page, "Leave without saving?");
			await page.goBack();
			await question.getByRole("button", { name: "Cancel" }).click();
			await question.waitFor({ state: "detached" });
			assert.equal(await adding.getByLabel("Name", { exact: true }).inputValue(), "half-typed");
			assert.equal(pathOf(page), "/analytics/console/groups");
			await page.goBack();
			await question.getByRole("button").last().click();
			await page.locator("h1:focus").getByText("Users").waitFor();
			assert.equal(await page.getByRole("dialog").count(), 0);

			await page.getByRole("link", { name: "Groups", exact: true }).click();
			await page.getByRole("button", { name: "Add a group" }).click();
			await adding.waitFor();
			await page.goBack();
			await page.locator("h1:focus").getByText("Users").waitFor();
		});
	});

	it("What is taken back from another page is seen on that page", async () => {
		const { id } = await userNamed(service, "w-30");
		await inConsole(service, `users/${id}`, async (page) => {
			await page.getByRole("button", { name: "Disable", exact: true }).click();
			await toast(page, "w-30 is disabled");
			await page.getByRole("link", { name: "Users", exact: true }).first().click();
			const disabled = row(page, "w-30").locator(".status.disabled");
			await page.getByRole("link", { name: "Next" }).click();
			await page.getByRole("link", { name: "Previous" }).click();
			await disabled.waitFor();
			await page.getByRole("button", { name: "Undo" }).click();
			await toast(page, "Undone");
			await disabled.waitFor({ state: "detached" });
		});
	});

	it("Enter opens the user who is typed, and not one who was found for fewer letters", async () => {
		const { id } = await userNamed(service, "w-42");
		await inConsole(service, "groups", async (page) => {
			await page.getByRole("button", { name: "Find" }).click();
			await page.keyboard.type("w-");
			await page.getByRole("dialog").getByRole("link", { name: "w-10" }).waitFor();
			await page.keyboard.type("42");
			await page.keyboard.press("Enter");
			await page.locator("h1:focus").getByText("w-").waitFor();
			assert.equal(pathOf(page), `/analytics/console/users/${id}`);
		});
	});

	it("A page that still sends the users of a file asks before it is left, and sends no more then", async () => {
		// Of the next piece is the last one alone.
		const names = Array.from({ length: 1001 }, (_, at) => `sent-${at}`);
		const file = {
			name: "people.csv",
			mimeType: "text/csv",
			buffer: Buffer.from(`username\n${names.join("\n")}\n`),
		};
		await inConsole(service, "users/import", async (page) => {
			await page.getByLabel("File").setInputFiles(file);
			await page.getByRole("button", { name: "Try it out" }).click();
			const sent = Promise.withResolvers<void>();
			await page.getByText("All 1,001 users can be imported.").waitFor();
			await page.route("**/users/import?*", (route) => sent.promise.then(() => route.continue()));
			await page.getByRole("button", { name: "Import 1,001 users" }).click();
			const leave = () => page.getByRole("link", { name: "Groups", exact: true }).click();
			const question = dialog(page, "Leave without saving?");
			await leave();
			await question.getByRole("button", { name: "Cancel" }).click();
			await question.waitFor({ state: "detached" });
			await leave();
			const answered = page.waitForResponse("**/users/import?*");
			await question.getByRole("button", { name: "Leave" }).click();
			await page.locator("h1:focus").getByText("Groups").waitFor();
			sent.resolve();
			await (await answered).finished();
			await page.getByRole("link", { name: "Users", exact: true }).click();
			await page.locator("h1:focus").getByText("Users").waitFor();
			await userNamed(service, "sent-999");
			await assert.rejects(userNamed(service, "sent-1000"), /there is no sent-1000/);
		});
	});

	it("A name that is looked up for a filter leads back to no page that was left since", async () => {
		await inConsole(service, "events", async (page) => {
			const found = Promise.withResolvers<void>();
			const user = page.getByLabel("User", { exact: true });
			await user.fill("w-31");
			const asked = page.waitForRequest(/q=w-31/);
			await page.route(/q=w-31/, (route) => found.promise.then(() => route.continue()));
			await page.keyboard.press("Enter");
			await asked;
			await page.getByRole("link", { name: "Groups", exact: true }).click();
			await page.locator("h1:focus").getByText("Groups").waitFor();
			// What was asked for suggestions ends with the page.
			const answered = page.waitForEvent("requestfinished", (request) => /q=w-31/.test(request.url()));
			found.resolve();
			await answered;
			await page.evaluate(() => new Promise(requestAnimationFrame));
			assert.equal(pathOf(page), "/analytics/console/groups");
		});
	});

	it("The link to the content of a page asks nothing of a form that has changed", async () => {
		const { id } = await userNamed(service, "w-32");
		await inConsole(service, `users/${id}`, async (page) => {
			await page.getByLabel("Name for people").fill("Changed");
			await page.getByRole("link", { name: "Skip to content" }).focus();
			await page.keyboard.press("Enter");
			await page.evaluate(() => new Promise(requestAnimationFrame));
			assert.equal(await page.getByRole("dialog").count(), 0);
			assert.equal(await page.getByLabel("Name for people").inputValue(), "Changed");
			await page.getByRole("button", { name: "Save" }).click();
			await toast(page, "Saved.");
		});
	});

	it("The way back waits for an answer that is on its way: a link in it would be lost", async () => {
		await inConsole(service, "groups", async (page) => {
			await page.getByRole("link", { name: "Users", exact: true }).click();
			await page.getByRole("button", { name: "Add a user" }).click();
			await dialog(page, "Add a user").getByLabel("Username", { exact: true }).fill("waits");
			const sent = Promise.withResolvers<void>();
			await page.route("**/api/admin/users", (route) => sent.promise.then(() => route.continue()));
			const asked = page.waitForRequest("**/api/admin/users");
			await dialog(page, "Add a user").getByRole("button", { name: "Add the user" }).click();
			await asked;
			await page.goBack();
			sent.resolve();
			await dialog(page, "The link for waits").getByText("#token=").waitFor();
		});
	});

	it("Shift takes rows since a tick on the same page of a list, and none since one on the page before", async () => {
		await inConsole(service, "users", async (page) => {
			const tick = (nth: number) => page.getByRole("row").nth(nth).getByRole("checkbox");
			await tick(1).click();
			await page.getByRole("link", { name: "Next" }).click();
			await page.locator("caption:focus").waitFor();
			await tick(3).click({ modifiers: ["Shift"] });
			await page.getByText("2 selected").waitFor();
			await tick(5).click({ modifiers: ["Shift"] });
			await page.getByText("4 selected").waitFor();
		});
	});
});
