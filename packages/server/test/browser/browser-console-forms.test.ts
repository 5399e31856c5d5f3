/** What an admin types or brings, and what becomes of it when something else comes first or is wrong in it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { pathOf } from "../support/browser-acts.ts";
import {
	deadMail,
	dialog,
	inConsole,
	row,
	startConsole,
	toast,
	userNamed,
} from "../support/console-journey.ts";
import { insertApp } from "../support/enrolment.ts";
import { eventually } from "../support/interleave.ts";
import { administrationOf } from "../support/people.ts";
import type { TestService } from "../support/service.ts";

describe("forms of the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsole(deadMail);
	});
	after(() => service.stop());

	const found = (username: string) => userNamed(service, username);

	it("Another change that came first is shown beside what was typed, and nothing is lost", async () => {
		const { users } = administrationOf(service);
		const { id } = await found("w-40");
		await inConsole(service, `users/${id}`, async (page) => {
			await page.getByLabel("Name for people").fill("Mine");
			await users.set("w-40", { displayName: "Theirs", locale: "de" });
			await page.getByRole("button", { name: "Save" }).click();
			const both = dialog(page, "This has changed since you opened it");
			assert.match(await both.locator("tbody").innerText(), /Name for people\s+Mine\s+Theirs/);
			// Where they are not beside each other, each is named.
			await page.setViewportSize({ width: 320, height: 640 });
			assert.match(await both.locator("tbody").innerText(), /people\s+Yours\s+Mine\s+Now\s+Theirs/);
			await both.getByRole("button", { name: "Save mine" }).click();
			await toast(page, "Saved.");
			await page.getByRole("button", { name: "Save" }).and(page.locator(":focus")).waitFor();
			const { displayName, locale } = await found("w-40");
			assert.deepEqual({ displayName, locale }, { displayName: "Mine", locale: "de" });
			// A change of something else is no reason to ask. What is said next is not what was said before.
			await page.getByRole("button", { name: "Dismiss" }).click();
			await page.getByLabel("External ID").fill("4711");
			await users.disable("w-40");
			await page.keyboard.press("Enter");
			await toast(page, "Saved.");
			await page.getByLabel("External ID").and(page.locator(":focus")).waitFor();
			assert.equal((await found("w-40")).externalId, "4711");
			await page.getByRole("link", { name: "Access", exact: true }).click();
			await page.getByText("The account is disabled").waitFor();
			assert.equal(await page.getByRole("button", { name: "Make an admin" }).count(), 0);
		});
	});

	it("An act that another change came before is pressed again, not repeated as it was", async () => {
		const { id } = await found("w-42");
		await inConsole(service, `users/${id}`, async (page) => {
			await administrationOf(service).users.set("w-42", { displayName: "Theirs" });
			const disable = page.getByRole("button", { name: "Disable", exact: true });
			await disable.click();
			await page.locator(".failure").getByText("Another change came first.").waitFor();
			assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
			await disable.click();
			await page.getByRole("button", { name: "Enable", exact: true }).waitFor();
			assert.notEqual((await found("w-42")).disabledAt, null);
		});
	});

	it("A profile that was changed is not left by a link or the way back without a question, and is left once it is saved", async () => {
		const { id } = await found("w-41");
		await inConsole(service, "users?q=w-41", async (page) => {
			await page.getByRole("link", { name: "w-41" }).click();
			const name = page.getByLabel("Name for people");
			await name.fill("Forty-one");
			const question = dialog(page, "Leave without saving?");
			const access = page.getByRole("link", { name: "Access", exact: true });
			await access.click();
			const cancel = question.getByRole("button", { name: "Cancel" });
			// Asked again before the page has heard that the first question is closed.
			const link = await access.elementHandle();
			await cancel.evaluate((button: HTMLElement, again) => {
				button.click();
				(again as HTMLElement | null)?.click();
			}, link);
			await cancel.click();
			assert.equal(await name.inputValue(), "Forty-one");
			await page.goBack();
			await question.getByRole("button", { name: "Cancel" }).click();
			assert.equal(await name.inputValue(), "Forty-one");
			assert.equal(pathOf(page), `/analytics/console/users/${id}`);
			await page.goBack();
			await question.getByRole("button", { name: "Leave" }).click();
			await page.waitForURL("**/console/users?q=w-41");
			await page.getByRole("link", { name: "w-41" }).click();
			assert.equal(await name.inputValue(), "w-41");
			// An address that the mail server does not know is another one as soon as it is saved.
			await administrationOf(service).users.set("w-41", { email: "w@exampel.com" });
			const { database } = service.running.deployment.opened;
			const refused = { email_refused: "w@exampel.com" };
			await database.updateTable("users").set(refused).where("id", "=", id).execute();
			await page.reload();
			await page.getByText("The mail server does not know this address.").waitFor();
			await page.getByLabel("E-mail address").fill("w@example.com");
			// What is saved is so before the page has looked at the user again.
			const looked = Promise.withResolvers<void>();
			await page.route(`**/api/*/users/${id}`, async (route) => {
				if (route.request().method() === "GET") await looked.promise;
				await route.continue();
			});
			await page.getByRole("button", { name: "Save" }).click();
			await toast(page, "Saved.");
			assert.equal(await page.getByText("The mail server does not know this address.").count(), 0);
			await page.getByRole("link", { name: "Access", exact: true }).click();
			await page.getByText("Never set").waitFor();
			looked.resolve();
		});
	});

	it("A user whose address is typed is invited by mail, unless another way was chosen; their page opens, and the mail is found by its state", async () => {
		await inConsole(service, "users", async (page) => {
			await page.getByRole("button", { name: "Add a user" }).click();
			const form = dialog(page, "Add a user");
			const way = form.getByLabel("Link to set a password");
			assert.equal(await way.inputValue(), "link");
			await form.getByLabel("E-mail address").fill("tilda@example.com");
			assert.equal(await way.inputValue(), "mail");
			await form.getByLabel("E-mail address").fill("");
			assert.equal(await way.inputValue(), "link");
			await form.getByLabel("E-mail address").fill("tilda@example.com");
			await form.getByLabel("Username", { exact: true }).fill("tilda");
			await form.getByRole("button", { name: "Add the user" }).click();
			await toast(page, "tilda is added. The invitation goes to tilda@example.com.");
			await page.locator("h1:focus").getByText("tilda").waitFor();
			await page.getByRole("link", { name: "Access", exact: true }).click();
			await page.getByRole("button", { name: "Make a link" }).click();
			assert.equal(await page.getByRole("dialog").getByLabel("The link").inputValue(), "mail");
			// After a reset, which may be for fear of an attacker in the mailbox, a mail is chosen by hand.
			const { id } = await found("eve");
			await administrationOf(service).users.set("eve", { email: "eve@example.com" });
			await insertApp(service, "eve");
			await page.goto(`console/users/${id}?tab=access`);
			const reset = dialog(page, "Reset the password of eve?");
			await page.getByRole("button", { name: "Lost?" }).click();
			assert.equal(await reset.getByLabel("The link").inputValue(), "link");
			await reset.getByLabel("The link").selectOption("mail");
			await page.getByText("Authenticator app, never used").waitFor();
			assert.ok(await reset.getByLabel("All second factors too").isChecked());
			await reset.getByRole("button", { name: "Reset the password" }).click();
			await toast(page, "The link goes to eve@example.com.");
			await page.getByText("Authenticator app, never used").waitFor({ state: "detached" });
			// The button that asked is no longer there.
			await page.locator("h1:focus").getByText("eve").waitFor();
			await page.goto("console/mails");
			await row(page, "Invitation").waitFor();
			// The mail server takes no connection.
			await page.getByLabel("State").selectOption("failed");
			await page.getByText("Nothing fits these filters.").waitFor();
			await page.getByLabel("State").selectOption("waiting");
			await row(page, "Invitation").getByText("tilda").waitFor();
			assert.equal(pathOf(page), "/analytics/console/mails?state=waiting");
			const user = page.getByLabel("User", { exact: true });
			await user.fill("w-10");
			await user.press("Enter");
			await page.getByText("Nothing fits these filters.").waitFor();
			const { id: another } = await found("w-10");
			assert.equal(pathOf(page), `/analytics/console/mails?state=waiting&user=${another}`);
			await page.goto("console/users?add=1");
			await way.selectOption("none");
			await form.getByLabel("E-mail address").fill("lin@example.com");
			assert.equal(await way.inputValue(), "none");
		});
	});

	it("An invitation to a wrong address is not sent again after it was corrected: a new link goes to the new one", async () => {
		const { users } = administrationOf(service);
		const profile = { email: "mia@exampel.com" };
		await users.add({ name: "mia", role: "user", passwordHash: null, profile, invite: "mail" });
		const { id } = await found("mia");
		await inConsole(service, `users/${id}`, async (page) => {
			await page.getByLabel("E-mail address").fill("mia@example.com");
			await page.getByRole("button", { name: "Save" }).click();
			await toast(page, "Saved.");
			// While it is sent, it is not one that waits.
			const { database } = service.running.deployment.opened;
			const tried = database.selectFrom("deliveries").select("last_status").where("subject_id", "=", id);
			await eventually(async () => (await tried.executeTakeFirst())?.last_status != null);
			await page.goto("console/mails");
			const again = page.getByRole("button", { name: "Send again: Invitation, mia" });
			// By itself it is tried again after half a minute, and then fails for the same reason.
			const failed = row(page, "mia").getByText("The address has changed since");
			await again.or(failed).first().click();
			await page.getByText("Its link works no more").or(failed).first().waitFor();
			assert.equal(await page.locator(".toast").count(), 0, "nothing was sent again");
			await page.getByRole("link", { name: "Make a new link" }).first().click();
			await page.getByRole("button", { name: "Make a link" }).click();
			const form = dialog(page, "A link for mia");
			await form.getByRole("button", { name: "Make a link" }).click();
			await toast(page, "The link goes to mia@example.com.");
			// Where one has failed, the overview leads to it.
			await database
				.updateTable("deliveries")
				.set({ state: "failed", lease_until: null })
				.where("subject_id", "=", id)
				.execute();
			await page.getByRole("link", { name: "Overview" }).click();
			await page.getByRole("link", { name: /^\d+ failed/ }).click();
			// Those that were counted, wrong codes too, and no older ones.
			const counting = /\?event=authn_login_fail%2Cauthn_factor_fail&since=\d{4}-\d\d-\d\dT\d\d%3A00/;
			assert.match(pathOf(page), counting);
			const chosen = page.locator("option:checked", { hasText: "Login failed, Second factor wrong" });
			await chosen.waitFor({ state: "attached" });
			await page.goBack();
			// What is counted leads there, not the number alone.
			const counted = page.locator(".numbers > div").filter({ hasText: "Live token sessions" });
			await counted.getByRole("link").waitFor();
			await counted.click({ position: { x: 4, y: 4 } });
			assert.equal(pathOf(page), "/analytics/console/sessions?kind=token");
			await page.goBack();
			const finding = page.locator(".findings li").filter({ hasText: /[1-9] failed/ });
			await finding.getByRole("link", { name: "See them" }).click();
			await row(page, "mia").getByText("Failed").first().waitFor();
			assert.equal(pathOf(page), "/analytics/console/mails?state=failed");
			// One that is sent again is still there, whatever the filter.
			const all = await row(page, "mia").count();
			// A failure is said above the list, and seen where the button was pressed far below.
			await page.setViewportSize({ width: 320, height: 320 });
			const json = { code: "internal_error", message: "Wrong.", requestId: "r-2" };
			await page.route("**/retry", (route) => route.fulfill({ status: 500, json }));
			await row(page, "mia").getByRole("button").first().click();
			await page.waitForFunction(
				() => (document.querySelector(".failure p")?.getBoundingClientRect().top ?? -1) >= 0,
			);
			await page.unrouteAll();
			await page.getByRole("button", { name: "Try again" }).click();
			await row(page, "mia").getByText("Waiting").waitFor();
			assert.equal(await row(page, "mia").count(), all);
		});
	});
});
