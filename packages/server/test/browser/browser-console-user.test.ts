/** What an admin does on the page of one user. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import {
	hostile,
	inConsole,
	row,
	startConsoleOfService,
	toast,
	userNamed,
} from "../support/console-journey.ts";
import { addPerson } from "../support/people.ts";
import type { TestService } from "../support/service.ts";

describe("an admin on the page of a user", () => {
	let service: TestService;
	before(async () => {
		service = await startConsoleOfService();
	});
	after(() => service.stop());

	it("gets all data of a user as a file, and an event tells who did", async () => {
		const { id } = await userNamed(service, "eve");
		await inConsole(service, `users/${id}`, async (page) => {
			const saved = page.waitForEvent("download");
			await page.getByRole("button", { name: "Export data" }).click();
			const file = await saved;
			assert.equal(file.suggestedFilename(), "eve.json");
			const { user } = JSON.parse(await readFile(await file.path(), "utf8"));
			assert.equal(user.id, id);
			await page.getByRole("link", { name: "Events", exact: true }).last().click();
			await row(page, "Data downloaded").getByText("ada").waitFor();
		});
	});

	it("finds from the role who gave it, among many other events", async () => {
		await addPerson(service, "leaver");
		for (let login = 0; login < 3; login++) await service.loggedIn("leaver");
		const { id } = await userNamed(service, "leaver");
		await inConsole(service, `users/${id}?tab=access`, async (page) => {
			await page.getByRole("button", { name: "Make an admin" }).click();
			await page.getByRole("dialog").getByRole("button", { name: "Make an admin" }).click();
			await toast(page, "leaver has the role Admin now.");
			await page.getByRole("link", { name: "Admin", exact: true }).click();
			await row(page, "User → Admin").getByText("ada").waitFor();
			assert.equal(await row(page, "Logged in").count(), 0);
			await row(page, "User added").waitFor();
		});
	});

	it("disables a user and takes it back, and cannot do it to the own account", async () => {
		const { id } = await userNamed(service, "eve");
		await inConsole(service, `users/${id}`, async (page) => {
			await page.getByText(hostile).waitFor();
			await page.getByRole("button", { name: "Disable" }).click();
			await toast(page, "eve is disabled, and logged out everywhere.");
			assert.notEqual((await userNamed(service, "eve")).disabledAt, null);
			await page.getByRole("button", { name: "Undo" }).click();
			await toast(page, "Undone.");
			assert.equal((await userNamed(service, "eve")).disabledAt, null);
			await page.getByRole("link", { name: "Users", exact: true }).first().click();
			await page.getByRole("link", { name: "ada", exact: true }).click();
			await page.getByRole("link", { name: "Access", exact: true }).click();
			await page.getByText("You cannot take access from your own account.").waitFor();
			assert.equal(await page.locator("main .access, main .acts").getByRole("button").count(), 0);
		});
	});
});
