/** The pages of the console beside users: one service, whose admin goes from one to the next. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { pathOf } from "../support/browser-acts.ts";
import { dialog, hostile, inConsole, row, startConsoleOfService, toast } from "../support/console-journey.ts";
import { administrationOf } from "../support/people.ts";
import { ADMIN_PASSWORD, type TestService } from "../support/service.ts";

describe("the pages of the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsoleOfService();
	});
	after(() => service.stop());

	it("A group is added, gets a member found by prefix, loses it with undo, and is deleted by its typed name", async () => {
		await inConsole(service, "groups", async (page) => {
			await row(page, "staff").getByText(hostile).waitFor();
			await page.getByRole("button", { name: "Add a group" }).click();
			const form = dialog(page, "Add a group");
			await form.getByLabel("Name", { exact: true }).fill("Staff");
			await form.getByRole("button", { name: "Add the group" }).click();
			await form.getByText("Use 1 to 48 characters").waitFor();
			await form.getByLabel("Name", { exact: true }).fill("staff");
			await form.getByRole("button", { name: "Add the group" }).click();
			await form.getByText("This group exists already.").waitFor();
			await form.getByLabel("Name", { exact: true }).fill("auditors");
			await form.getByRole("button", { name: "Add the group" }).click();
			await page.getByText("This group has no members yet.").waitFor();
			assert.equal(pathOf(page), "/console/groups/auditors");
			assert.equal(await page.getByRole("searchbox").count(), 0);
			await page.getByRole("button", { name: "Add members" }).click();
			const members = dialog(page, "Add members to auditors");
			await members.getByRole("button", { name: "Add" }).click();
			await members.getByText("Choose a user from the list.").waitFor();
			await members.getByRole("searchbox").fill("ev");
			await members.getByText(hostile).waitFor();
			await page.keyboard.press("Enter");
			// Typed and not chosen: it is said, or taken where it is the whole name or the only one that begins so.
			await members.getByRole("searchbox").fill("zz");
			await members.getByRole("button", { name: "Add 1 user" }).click();
			await members.getByText("Choose a user from the list.").waitFor();
			await members.getByRole("searchbox").fill("");
			// A list that was copied: those who exist are chosen, the others stay in the field.
			const looked = Promise.withResolvers<void>();
			await page.route(/\/users\?.*q=zoe/, (route) => looked.promise.then(() => route.continue()));
			await members.getByRole("searchbox").evaluate((field) => {
				const clipboardData = new DataTransfer();
				clipboardData.setData("text", "Ada, zoe\n eve");
				field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
			});
			// One that is taken out while others are looked up stays out.
			await members.getByRole("button", { name: "Take ada out" }).click();
			// A form that is sent before all are looked up adds no user.
			await members.getByRole("button", { name: "Add 1 user" }).click();
			looked.resolve();
			await members.getByText("Choose a user from the list.").waitFor();
			await page.waitForFunction(() => document.querySelector<HTMLInputElement>("#pick")?.value === "zoe");
			await page.unroute(/\/users\?.*q=zoe/);
			await members.getByRole("button", { name: "Take ada out" }).waitFor({ state: "detached" });
			await members.getByRole("searchbox").fill("nigh");
			await members.getByRole("button", { name: "Add 1 user" }).click();
			await toast(page, "2 users joined the group.");
			await page.getByLabel("Select eve").check();
			await page.getByRole("button", { name: "Remove from the group" }).click();
			await toast(page, "1 user left the group.");
			await page.getByRole("button", { name: "Undo" }).click();
			await page.getByLabel("Select eve").waitFor();
			await page.locator("h1:focus").getByText("auditors").waitFor();
			await page.getByRole("button", { name: "Delete" }).click();
			const question = dialog(page, "Delete auditors?");
			await question.getByRole("textbox").fill("staff");
			await question.getByRole("button", { name: "Delete auditors" }).click();
			await question.getByText("This is not auditors.").waitFor();
			await question.getByRole("textbox").fill("auditors");
			await question.getByRole("button", { name: "Delete auditors" }).click();
			await toast(page, "auditors is deleted.");
			await row(page, "staff").waitFor();
			assert.deepEqual(
				(await administrationOf(service).groups.list()).map(({ name }) => name),
				["staff"],
			);

			// On a phone too, a filter that is set can be read in full.
			await page.setViewportSize({ width: 320, height: 640 });
			// No filter takes the room of the list.
			await page.goto("console/users");
			await page.getByText("Filters", { exact: true }).waitFor();
			assert.equal(await page.getByLabel("Role").isVisible(), false);
			await page.getByRole("searchbox").fill("ev");
			await page.getByRole("link", { name: "ada", exact: true }).waitFor({ state: "detached" });
			assert.equal(await page.getByLabel("Role").isVisible(), false);
			await page.getByText("Filters", { exact: true }).click();
			assert.equal(await page.getByLabel("Role").isVisible(), true);
			await page.goto("console/users?group=analysts-of-the-north");
			const filter = page.getByLabel("Group");
			assert.ok(await filter.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
			// The beginning of one name is enough; of none or of several, it is said which.
			await filter.fill("zz");
			await filter.press("Enter");
			await page.getByText("Nothing begins with that.").waitFor();
			await administrationOf(service).groups.add("sta");
			await filter.fill("st");
			await filter.press("Enter");
			await page.getByText("Choose one of the names.").waitFor();
			await page.getByLabel("Role").selectOption("user");
			await page.getByText("Choose one of the names.").waitFor({ state: "detached" });
			await filter.fill("staf");
			await filter.press("Enter");
			await page.getByRole("link", { name: "eve", exact: true }).waitFor();
			assert.equal(pathOf(page), "/console/users?group=staff&role=user");
			// The next one can be typed at once.
			await page.keyboard.press("Control+a");
			await page.keyboard.type("Sta\n");
			await page.waitForURL("**/users?group=sta&role=user");
		});
	});

	it("A session of another user is found by name and ended; all of them end after typed words, with a new login", async () => {
		await service.loggedIn("eve");
		await inConsole(service, "sessions", async (page) => {
			await row(page, "This one").getByRole("button").click();
			await page.getByRole("dialog").getByText("You are logged out here at once.").waitFor();
			await page.keyboard.press("Escape");
			await page.getByLabel("User", { exact: true }).fill("ev");
			await page.keyboard.press("Tab");
			await row(page, "ada").first().waitFor({ state: "detached" });
			assert.match(pathOf(page), /^\/console\/sessions\?user=[\da-f-]{36}$/);
			await page.getByRole("button", { name: /^End session of eve/ }).click();
			const one = dialog(page, "End session of eve");
			// The one way is before the other, for the eye and for the keyboard.
			const focused = page.locator(":focus");
			await one.getByRole("button", { name: "Cancel" }).and(focused).press("Tab");
			await one.getByRole("button", { name: "End the session" }).and(focused).press("Shift+Tab");
			await page.keyboard.press("Enter");
			assert.equal(await row(page, "eve").count(), 1);
			await page.getByRole("button", { name: /^End session of eve/ }).click();
			await one.getByRole("button", { name: "End the session" }).click();
			await toast(page, "1 session ended.");
			await page.locator(".nothing:focus").getByText("Nothing fits these filters.").waitFor();
			await page.getByLabel("State").selectOption("ended");
			await row(page, "Ended by an admin").first().getByRole("link", { name: "eve" }).click();
			await page.locator("main").getByRole("link", { name: "Events", exact: true }).click();
			await page.getByRole("link", { name: "Filter or export these events" }).click();
			await row(page, "Session ended").first().waitFor();
			assert.match(pathOf(page), /^\/console\/events\?user=[\da-f-]{36}$/);
			await page.goBack();
			await page.goBack();
			await page.getByLabel("State").selectOption("ended");
			// In words, with the codes by which a log is searched.
			const ended = row(page, "Ended by an admin").first();
			assert.equal(await ended.getByText("password").getAttribute("title"), "pwd");
			assert.equal(await ended.getByText("Ended by an admin").getAttribute("title"), "revoked_by_admin");
			await page.goBack();
			await page.goBack();
			await page.getByRole("button", { name: "End all sessions" }).click();
			const question = dialog(page, "End all sessions of all users?");
			await question.getByRole("textbox").fill("end all sessions");
			await question.getByRole("button", { name: "End all sessions" }).click();
			const over = dialog(page, "Your session has ended");
			await over.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
			await page.keyboard.press("Enter");
			await over.waitFor({ state: "detached" });
			await row(page, "Ended by an admin").first().waitFor();
		});
	});

	it("The live view shows a failed login by itself, waits while a row is read, and leads to what belongs together", async () => {
		await inConsole(service, "events", async (page) => {
			await page.getByRole("button", { name: "Watch live" }).click();
			await page.getByText("Live", { exact: true }).waitFor();
			await service.visitor().logIn("eve", "a wrong password of hers");
			await page.getByRole("link", { name: "Login failed" }).first().click();
			const opened = page.getByRole("complementary", { name: "Login failed" });
			await opened.getByRole("heading", { name: "Login failed: Wrong password" }).waitFor();
			await opened.getByText('"wrong_password"').waitFor();
			const failed = row(page, "Login failed").first();
			assert.match(await failed.innerText(), /Wrong password\s+Warning\s+not logged in/);
			assert.equal(await failed.getByText("Wrong password").getAttribute("title"), "wrong_password");
			await page.locator("tbody a.opens").first().focus();
			await service.visitor().logIn("eve", "a wrong password of hers");
			await page.getByText("Paused, 1 new").waitFor();
			await page.keyboard.press("Escape");
			await opened.getByRole("button", { name: "Close" }).click();
			await page.getByText("Live", { exact: true }).waitFor();
			await page.getByRole("link", { name: "Login failed" }).nth(1).waitFor();
			await page.getByRole("link", { name: "Login failed" }).first().click();
			await opened.getByRole("link", { name: "Same request" }).click();
			await page.getByLabel("Request").and(page.locator("[value]")).waitFor();
			await page.locator("h1:focus").getByText("Events").waitFor();
			await page.getByRole("link", { name: "Logged in" }).first().waitFor({ state: "detached" });
			assert.match(pathOf(page), /^\/console\/events\?request=/);
			await page.getByRole("link", { name: "Clear filters" }).click();
			await page.getByLabel("From").focus();
			await page.keyboard.type("01022026");
			await page.getByLabel("From").blur();
			await page.getByText("Give a date and a time.").waitFor();
			await page.getByRole("combobox", { name: "Time" }).selectOption("Yesterday");
			await page.getByText("Nothing fits these filters.").waitFor();
			await administrationOf(service).groups.add("limit");
			await page.getByRole("combobox", { name: "Time" }).selectOption("Today");
			await page.getByRole("link", { name: "Logged in" }).first().waitFor();
			// A group is called as it is, also where its name is a word for why.
			assert.match(await row(page, "Group added").first().innerText(), /limit/);
			const exporting = page.getByRole("button", { name: "Export as NDJSON" });
			const again = page.getByRole("button", { name: "Try again" });
			await page.route("**/events/export?*", (route) =>
				route.fulfill({ status: 500, json: { code: "internal_error", message: "Wrong.", requestId: "r-4" } }),
			);
			await exporting.click();
			await again.waitFor();
			await page.unroute("**/events/export?*");
			await page.getByLabel("Level").selectOption("warn");
			await page.getByRole("link", { name: "Logged in" }).first().waitFor({ state: "detached" });
			assert.equal(await again.count(), 0, "the file of other filters is tried again");
			const saved = page.waitForEvent("download");
			await exporting.click();
			assert.equal((await saved).suggestedFilename(), "events.ndjson");
		});
	});

	it("Mails, keys and settings say how they stand; a key that is too new is rotated only by typed words", async () => {
		await inConsole(service, "mails", async (page) => {
			await page.locator("tbody tr, .nothing").first().waitFor();
			await page.getByRole("link", { name: "Signing keys", exact: true }).click();
			await page.getByRole("button", { name: "Rotate" }).first().click();
			await page.getByRole("dialog").getByRole("button", { name: "Rotate", exact: true }).click();
			await page.getByText("others may not know it yet").waitFor();
			assert.equal(await page.locator(".timeline .retired").count(), 0);
			await page.getByRole("button", { name: "Rotate all the same…" }).click();
			await page.getByRole("dialog").getByRole("textbox").fill("rotate");
			await page.getByRole("dialog").getByRole("button", { name: "Rotate all the same" }).click();
			await page.locator(".timeline .retired").waitFor();
			await page.getByRole("link", { name: "System", exact: true }).click();
			await row(page, service.running.deployment.opened.dialect === "sqlite" ? "SQLite" : "PostgreSQL")
				.getByText("Good")
				.first()
				.waitFor();
			await page.getByRole("searchbox", { name: "Part of a name" }).fill("secret");
			const secret = row(page, "SALLYPORT_SECRET").first();
			await secret.waitFor();
			assert.ok(!(await page.content()).includes("a secret of this test"));
		});
	});
});
