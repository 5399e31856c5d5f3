// At length: it adds 500 users, and walks journeys aside, in Chromium.
/** What gets in the way of an admin in the middle of an act: many users, no network, and limits. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Journey, journey, type Page } from "../support/browser.ts";
import { logInAt } from "../support/browser-acts.ts";
import { dialog, startConsoleOfService, toast, userNamed } from "../support/console-journey.ts";
import { administrationOf } from "../support/people.ts";
import type { TestService } from "../support/service.ts";

const MINUTE = 60_000;
const noNetwork = /net::ERR_(INTERNET_DISCONNECTED|FAILED)/;

describe("an admin in trouble", () => {
	let service: TestService;
	before(async () => {
		service = await startConsoleOfService();
	});
	after(() => service.stop());

	const inConsole = (path: string, road: (journey: Journey) => Promise<void>, movesClock = false) =>
		journey({ ...service, reducedMotion: "reduce", movesClock, expects: noNetwork }, async (being) => {
			const { page } = being;
			if (movesClock) await page.clock.install();
			await logInAt(page, `console/${path}`, "ada");
			await page.locator("h1:focus").waitFor();
			await road(being);
		});
	const found = (username: string) => userNamed(service, username);
	const save = (page: Page) => page.getByRole("button", { name: "Save" });
	const groupsOf = async (username: string) => (await found(username)).groups;

	it("500 users are ticked on ten pages and put into a group at once; one more is too many", async () => {
		const { users } = administrationOf(service);
		for (let number = 100; number < 601; number++)
			await users.add({ name: `w-${number}`, role: "user", passwordHash: null });
		await inConsole("users?q=w-", async ({ page }) => {
			for (let pages = 1; pages <= 10; pages++) {
				await page.getByLabel("Select all on this page").check();
				await page.getByText(`${50 * pages} selected`).waitFor();
				const next = page.getByRole("link", { name: "Next" });
				await next.click();
				await page.getByRole("link", { name: `w-${100 + 50 * pages}` }).waitFor();
			}
			await page.getByLabel("Select w-600").click();
			await toast(page, "500 users at a time.");
			assert.equal(await page.getByLabel("Select w-600").isChecked(), false);
			// All that fit are 501.
			assert.equal(await page.getByRole("button", { name: /^Select all/ }).count(), 0);
			await page.getByRole("button", { name: "Add to group" }).click();
			const form = dialog(page, "Add 500 users to a group");
			await form.getByLabel("Group").fill("staff");
			await form.getByRole("button", { name: "Add to group" }).click();
			await toast(page, "500 users added to the group.");
			const all = await Promise.all(["w-100", "w-599", "w-600"].map(groupsOf));
			assert.deepEqual(all, [["staff"], ["staff"], []]);
			// Another filter is another list: what cannot be seen any more is not ticked.
			await page.getByLabel("Select w-600").check();
			await page.getByLabel("State").selectOption("active");
			await page.getByText("1 selected").waitFor({ state: "detached" });
		});
	});

	it("All that fit the filters are selected by two presses, on whatever pages they are", async () => {
		const { users } = administrationOf(service);
		for (let number = 10; number < 64; number++)
			await users.add({ name: `v-${number}`, role: "user", passwordHash: null });
		await inConsole("users?q=v-", async ({ page }) => {
			await page.getByLabel("Select all on this page").check();
			await page.getByText("50 selected").waitFor();
			await page.getByRole("button", { name: "Select all 54" }).click();
			await page.getByText("54 selected").waitFor();
			await page.getByRole("button", { name: "Clear selection" }).click();

			// Another filter is chosen while they are read: nothing is selected that is not on the page.
			const search = page.getByLabel("Start of a username, or a whole e-mail address");
			await page.getByLabel("Select all on this page").check();
			await page.route("**/api/admin/users?*limit=200*", async (route) => {
				await search.fill("v-1");
				await page.locator("tbody tr").nth(10).waitFor({ state: "detached" });
				await route.continue();
			});
			const read = page.waitForResponse("**/api/admin/users?*limit=200*");
			await page.getByRole("button", { name: "Select all 54" }).click();
			await (await read).finished();
			await page.getByLabel("Select v-10").check();
			await page.getByText("1 selected").waitFor();
			await search.fill("v-");
			await page.locator("tbody tr").nth(10).waitFor();
			await page.unroute("**/api/admin/users?*limit=200*");
			await page.getByLabel("Select all on this page").check();
			await page.getByRole("button", { name: "Select all 54" }).click();
			await page.getByText("54 selected").waitFor();
			await page.getByRole("button", { name: "Disable" }).click();
			await toast(page, "54 users disabled, and logged out everywhere.");
			assert.notEqual((await found("v-63")).disabledAt, null);
		});
	});

	it("The network goes away in the middle of a save: the words stay, and what was done is not done twice", async () => {
		const { id } = await found("eve");
		await inConsole(`users/${id}`, async ({ page, context }) => {
			const name = page.getByLabel("Name for people");
			await name.fill("Evelyn");
			await context.setOffline(true);
			await save(page).click();
			const alert = page.locator("main form [role=alert]").filter({ hasText: /./ });
			await alert.waitFor();
			assert.equal(await name.inputValue(), "Evelyn");
			await context.setOffline(false);
			// It arrives, and its answer does not.
			await page.route("**/api/admin/users/*", async (route) => {
				if (route.request().method() === "PATCH") await route.fetch();
				await route.abort();
			});
			await save(page).click();
			await alert.waitFor();
			await page.unrouteAll();
			const { displayName, version } = await found("eve");
			assert.equal(displayName, "Evelyn");
			await save(page).click();
			await toast(page, "Saved.");
			assert.equal((await found("eve")).version, version);
			assert.equal(await name.inputValue(), "Evelyn");
		});
	});

	it("The code of a page does not come: it is there once the admin tries again", async () => {
		await inConsole("", async ({ page }) => {
			await page.route("**/assets/console-rest-*", (route) => route.abort());
			await page.getByRole("banner").getByRole("link", { name: "Users" }).click();
			const again = page.getByRole("main").getByRole("button", { name: "Try again" });
			await again.waitFor();
			await page.unrouteAll();
			await again.click();
			await page.locator("tbody tr").first().waitFor();
		});
	});

	it("Too many acts in a minute: the page says how long to wait, keeps the words, and saves them then", async () => {
		const { id } = await found("eve");
		const ada = await service.loggedIn("ada");
		await inConsole(
			`users/${id}`,
			async ({ page }) => {
				for (let acts = 0; acts < 60; acts++)
					await ada.send("PATCH", "/api/admin/groups/staff", { description: `${acts}` });
				await page.getByLabel("External ID").fill("4711");
				await save(page).click();
				await page.getByRole("button", { name: "Wait" }).waitFor();
				assert.match(await page.getByRole("status").filter({ hasText: "Try again in" }).innerText(), /\d/);
				await page.getByLabel("External ID").press("Enter");
				assert.equal((await found("eve")).externalId, null);
				service.travel(MINUTE);
				await page.clock.runFor(MINUTE);
				await save(page).click();
				await toast(page, "Saved.");
				assert.equal((await found("eve")).externalId, "4711");
			},
			true,
		);
	});
});
