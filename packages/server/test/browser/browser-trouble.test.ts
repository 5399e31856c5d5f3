// At length: it walks a journey aside, in Chromium.
import { after, before, describe, it } from "node:test";
import { journey } from "../support/browser.ts";
import { accountPage, fillLogin } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("the login page, when something is wrong", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());

	it("says that the service cannot be reached, and works again when it can", async () => {
		await service.addUser("offline");
		await journey({ ...service, expects: /net::ERR_INTERNET_DISCONNECTED/ }, async ({ page, context }) => {
			await page.goto("login");
			await context.setOffline(true);
			await fillLogin(page, "offline");
			await page.getByRole("alert").getByText("The service cannot be reached.").waitFor();
			await context.setOffline(false);
			await page.getByRole("button", { name: "Log in" }).click();
			await accountPage(page);
		});
	});

	it("repairs itself when it was open for longer than its CSRF token lives", async () => {
		await service.addUser("patient");
		await journey(service, async ({ page }) => {
			await page.goto("login");
			service.travel(3 * 60 * 60_000);
			await fillLogin(page, "patient");
			await accountPage(page);
		});
	});
});
