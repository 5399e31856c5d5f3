import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey, type Page } from "../support/browser.ts";
import { fillLogin, logInAt, pathOf } from "../support/browser-acts.ts";
import {
	confirmPassword,
	dialog,
	findsAll,
	namesIn,
	startConsole,
	toast,
	userNamed,
} from "../support/console-journey.ts";
import { administrationOf } from "../support/people.ts";
import type { TestService } from "../support/service.ts";

const MINUTE = 60_000;
/** Below a path, as behind a proxy: what holds there holds at the root of a host. */
describe("an admin in the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsole();
	});
	after(() => service.stop());

	const inConsole = (path: string, road: (page: Page) => Promise<void>) =>
		journey(service, async ({ page }) => {
			await logInAt(page, path, "ada");
			await page.locator("h1:focus").waitFor();
			await findsAll(page, road);
		});
	const found = (username: string) => userNamed(service, username);

	it("is asked to log in first, and comes to the page that was opened", async () => {
		await journey(service, async ({ page }) => {
			await page.goto("console/users?state=active");
			await fillLogin(page, "ada");
			await page.locator("h1:focus").getByText("Users").waitFor();
			assert.equal(pathOf(page), "/analytics/console/users?state=active");
		});
	});

	it("is the only one who gets in: a user learns why, and another network finds nothing", async () => {
		await journey(service, async ({ page }) => {
			await logInAt(page, "account", "eve");
			assert.equal(await page.getByRole("link", { name: "Administration" }).count(), 0);
			assert.equal((await page.goto("console/users"))?.status(), 403);
			await page.getByRole("heading", { name: "This page is for admins" }).waitFor();
		});
		const far = service.visitor({ "x-forwarded-for": "203.0.113.9" });
		assert.equal((await far.get("/console")).status, 404);
		assert.equal((await far.get("/console/users")).status, 404);
		const ada = await service.loggedIn("ada");
		assert.match((await ada.get("/account")).text, /href="\/analytics\/console"/);
		assert.match((await ada.get("/console/users")).text, /<h1[^>]*>Users<\/h1>/);
	});

	it("goes through a list page by page and back, finds by prefix, and has all of it in the address", async () => {
		await inConsole("console/users", async (page) => {
			await page.getByText("58 users").waitFor();
			const first = await namesIn(page);
			assert.equal(first.length, 50);
			await page.getByRole("link", { name: "Next" }).click();
			await page.locator("caption:focus").waitFor();
			const second = await namesIn(page);
			assert.equal(second.length, 8);
			await page.getByRole("link", { name: "Previous" }).click();
			await page.getByRole("link", { name: "admin", exact: true }).waitFor();
			assert.deepEqual(await namesIn(page), first);
			await page.goBack();
			await page.getByRole("link", { name: "w-64" }).waitFor();
			await page.getByRole("searchbox", { name: "Start of a username" }).fill("w-2");
			await page.getByText("10 users").waitFor();
			assert.equal(pathOf(page), "/analytics/console/users?q=w-2");
			await page.getByLabel("State").selectOption("disabled");
			await page.getByText("Nothing fits these filters.").waitFor();
			await page.getByRole("link", { name: "Clear filters" }).first().click();
			await page.getByText("58 users").waitFor();
			assert.equal(pathOf(page), "/analytics/console/users");
		});
	});

	it("adds a user, sees the link once and then the page of the user, and is asked again for what the form lacks", async () => {
		await inConsole("console/users", async (page) => {
			await page.getByRole("button", { name: "Add a user" }).click();
			const form = dialog(page, "Add a user");
			await form.getByLabel("Username", { exact: true }).fill("ev e");
			await form.getByLabel("Groups").fill("staff, nowhere");
			const add = () => form.getByRole("button", { name: "Add the user" }).click();
			// What the page knows it says before it asks for the password.
			service.travel(16 * MINUTE);
			await add();
			await page.locator("#username:focus").waitFor();
			await form.getByLabel("Username", { exact: true }).fill("eve");
			await form.getByLabel("E-mail address").fill("eve at example.com");
			await add();
			await form.getByText("Write one address, such as ada@example.com.").waitFor();
			await form.getByLabel("E-mail address").fill("");
			await add();
			await form.getByText("There is no such group: nowhere.").waitFor();
			assert.equal(await form.getByLabel("Groups").inputValue(), "staff, nowhere");
			await form.getByRole("button", { name: "Add the group nowhere" }).click();
			await confirmPassword(page);
			await toast(page, "nowhere is added.");
			await add();
			await form.getByText("This username is taken.").waitFor();
			await form.getByLabel("Username", { exact: true }).fill("GRÄCE");
			await add();
			const once = dialog(page, "The link for gräce");
			const link = String(await once.locator("pre").textContent());
			assert.ok(link.startsWith(`${service.baseUrl}/setup#token=`), link);
			await page.keyboard.press("Escape");
			await once.getByRole("button", { name: "I have copied it" }).click();
			await page.locator("h1:focus").getByText("gräce").waitFor();
			await toast(page, "GRÄCE is added as gräce.");
			assert.ok(!(await page.content()).includes(link));
			const { groups, id } = await found("gräce");
			assert.deepEqual(groups, ["nowhere", "staff"]);
			assert.equal(pathOf(page), `/analytics/console/users/${id}`);
		});
	});

	it("puts many into a group at once, takes it back, and deletes many after typing how many", async () => {
		await inConsole("console/users?q=w-3", async (page) => {
			await page.getByLabel("Select all on this page").check();
			await page.getByRole("button", { name: "Add to group" }).click();
			const form = dialog(page, "Add 10 users to a group");
			await form.getByLabel("Group").fill("elsewhere");
			await form.getByRole("button", { name: "Add to group" }).click();
			await form.getByText("There is no such group: elsewhere.").waitFor();
			await form.getByLabel("Group").fill("staff");
			await form.getByRole("button", { name: "Add to group" }).click();
			await toast(page, "10 users added to the group.");
			await page.locator("tbody").getByText("staff").nth(9).waitFor();
			await page.getByRole("button", { name: "Undo" }).click();
			await toast(page, "Undone.");
			await page.locator("tbody").getByText("staff").first().waitFor({ state: "detached" });
			await page.getByLabel("Select w-30").check();
			await page.getByLabel("Select w-31").check();
			await page.getByRole("button", { name: "Delete" }).click();
			const question = dialog(page, "Delete 2 users?");
			await question.getByLabel("Type 2 to confirm").fill("3");
			await question.getByRole("button", { name: "Delete" }).click();
			await question.getByText("This is not 2.").waitFor();
			await question.getByLabel("Type 2 to confirm").fill("2");
			await question.getByRole("button", { name: "Delete" }).click();
			await toast(page, "2 users deleted.");
			await page.locator("tbody th a").nth(8).waitFor({ state: "detached" });
		});
	});

	it("confirms the password in the middle of an act, and the act is done", async () => {
		const { id } = await found("w-41");
		await inConsole(`console/users/${id}?tab=access`, async (page) => {
			service.travel(16 * MINUTE);
			await page.getByRole("button", { name: "Delete" }).click();
			await page.getByLabel("Type w-41 to confirm").fill("w-41");
			await dialog(page, "Delete w-41?").getByRole("button", { name: "Delete" }).click();
			await dialog(page, "Confirm it's you").getByRole("button", { name: "Cancel" }).click();
			assert.equal(await page.getByLabel("Type w-41 to confirm").inputValue(), "w-41");
			await dialog(page, "Delete w-41?").getByRole("button", { name: "Delete" }).click();
			await confirmPassword(page);
			await toast(page, "w-41 is deleted.");
			await page.waitForURL("**/console/users");
		});
	});

	it("sees what failed, with the rows still there, and tries again", async () => {
		await inConsole("console/users?q=w-5", async (page) => {
			await page.getByText("10 users").waitFor();
			const problem = { code: "internal_error", message: "Wrong.", requestId: "r-1" };
			await page.route("**/api/admin/users?*", (route) => route.fulfill({ status: 500, json: problem }));
			await page.getByRole("searchbox").fill("w-55");
			await page.getByText("Reference for the operator: r-1").waitFor();
			assert.equal((await namesIn(page)).length, 10);
			await page.unrouteAll();
			await page.getByRole("button", { name: "Try again" }).click();
			await page.getByRole("link", { name: "w-50" }).waitFor({ state: "detached" });
			assert.deepEqual(await namesIn(page), ["w-55"]);
		});
	});

	it("does it all by keyboard: finds a user, and is led back to the page by Escape", async () => {
		await inConsole("console", async (page) => {
			await page.keyboard.press("Control+k");
			await page.locator("dialog input:focus").waitFor();
			await page.keyboard.type("settings");
			await page.getByRole("dialog").getByRole("link", { name: "System" }).waitFor();
			await page.locator("dialog input").fill("w-64");
			await page.getByRole("dialog").getByRole("link", { name: "w-64" }).waitFor();
			await page.keyboard.press("Enter");
			await page.locator("h1:focus").getByText("w-64").waitFor();
			await page.keyboard.press("Control+k");
			await page.locator("dialog input:focus").fill("w-6");
			await page.keyboard.press("Escape");
			await page.goBack();
			await page.locator("h1:focus").getByText("Overview").waitFor();
		});
	});

	it("sees nothing more as soon as the role is gone, and learns why", async () => {
		await service.addUser("brief");
		await administrationOf(service).users.setRole("brief", "admin");
		await journey(service, async ({ page }) => {
			await logInAt(page, "console/users", "brief");
			await page.getByRole("link", { name: "eve", exact: true }).waitFor();
			await administrationOf(service).users.setRole("brief", "user");
			await page.getByRole("link", { name: "Overview" }).click();
			await page.getByRole("heading", { name: "You are no longer an admin" }).waitFor();
			assert.equal(await page.getByText("w-64").count(), 0);
		});
	});
});
