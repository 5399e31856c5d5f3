/** Users who are faster than the pages of their account. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey, type Route } from "../support/browser.ts";
import { logInAt } from "../support/browser-acts.ts";
import { addApp, card, securityPage, shownRecoveryCodes } from "../support/browser-security.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("a fast user on the pages of the account", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());

	it("gets recovery codes once by a double click: those that are shown are good", async () => {
		await service.addUser("codes");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/security", "codes");
			await securityPage(page);
			await addApp(page, service);
			await card(page).getByRole("button", { name: "Turn off" }).click();
			await page.getByRole("dialog").getByRole("button").first().click();
			const made: string[] = [];
			page.on("request", (request) => made.push(request.url()));
			await card(page).getByRole("button", { name: "Turn on two-step login" }).dblclick();
			await shownRecoveryCodes(page);
			const asked = made.filter((url) => url.endsWith("/recovery-codes"));
			assert.equal(asked.length, 1);
		});
	});

	it("sees no session again that has ended, though the list before it is answered last", async () => {
		await service.addUser("ends");
		for (let times = 0; times < 2; times++) await service.loggedIn("ends");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/sessions", "ends");
			const others = page.getByRole("button", { name: /^End session:/ });
			await others.nth(1).waitFor();
			const late = Promise.withResolvers<void>();
			const asked = Promise.withResolvers<void>();
			const hold = async (route: Route) => {
				const response = await route.fetch();
				asked.resolve();
				await late.promise;
				await route.fulfill({ response });
			};
			await page.route("**/api/auth/sessions", hold, { times: 1 });
			await others.first().click();
			await asked.promise;
			await others.nth(1).click();
			await others.first().waitFor({ state: "detached" });
			const answered = page.waitForResponse("**/api/auth/sessions");
			late.resolve();
			await (await answered).finished();
			await page.evaluate(() => new Promise(requestAnimationFrame));
			assert.equal(await others.count(), 0);
		});
	});

	it("is where the card begins after recovery codes were not stored, and two-step login stays off", async () => {
		await service.addUser("stays");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/security", "stays");
			await securityPage(page);
			await addApp(page, service);
			await card(page).getByRole("button", { name: "Turn off" }).click();
			await page.getByRole("dialog").getByRole("button").first().click();
			await card(page).getByRole("button", { name: "Turn on two-step login" }).click();
			await shownRecoveryCodes(page);
			await card(page).getByRole("button", { name: "Cancel" }).click();
			await card(page).getByRole("heading", { name: "Two-step login" }).and(page.locator(":focus")).waitFor();
		});
	});
});
