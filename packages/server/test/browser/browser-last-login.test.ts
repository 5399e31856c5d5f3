// At length: it walks a journey aside, in Chromium.
/** Whether it was really them: what the profile tells its user about the login before (ASVS 6.3.5). */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey } from "../support/browser.ts";
import { fillLogin, logIn, logOut } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startTestService, type TestService } from "../support/service.ts";

const lastLogin = /^Last login \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d from (127\.0\.0\.1|::1)\.$/;
const failures = "3 failed attempts to log in as you since then.";

describe("the profile", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());

	it("says that the first login is the first, and later where from and when the last one was", async () => {
		await service.addUser("ada");
		await journey(service, async ({ page }) => {
			await logIn(page, "ada");
			await page.getByRole("status").getByText("This is your first login.").waitFor();
			await logOut(page);
			await logIn(page, "ada");
			await page.getByRole("status").getByText(lastLogin).waitFor();
			assert.equal(await page.getByText("failed attempt").count(), 0);
		});
	});

	it("tells how many logins have failed since, and what to do; once", async () => {
		await service.addUser("grace");
		await service.loggedIn("grace");
		for (const attempt of [1, 2, 3]) await service.visitor().logIn("grace", `not the password ${attempt}`);
		await journey(service, async ({ page }) => {
			await logIn(page, "grace");
			const notice = page.getByRole("status").filter({ hasText: failures });
			await notice.getByText("change your password, and end the sessions you do not recognize").waitFor();
			await notice.getByText(lastLogin).waitFor();
			await page.reload();
			await notice.waitFor();

			await logOut(page);
			await logIn(page, "grace");
			await page.getByRole("status").getByText(lastLogin).waitFor();
			assert.equal(await notice.count(), 0);
		});
	});

	it("tells a user who stays logged in how many attempts have failed since", async () => {
		await service.addUser("joan");
		await journey(service, async ({ page }) => {
			await logIn(page, "joan");
			await page.getByRole("status").getByText("This is your first login.").waitFor();
			for (const attempt of [1, 2]) await service.visitor().logIn("joan", `not the password ${attempt}`);
			service.travel(5000);
			await page.reload();
			const notice = page.getByRole("status").filter({ hasText: "2 failed attempts since you logged in." });
			await notice.getByText("change your password, and end the sessions you do not recognize").waitFor();
		});
	});

	it("keeps the place of that line free until it is known, in wide windows and narrow ones", async () => {
		await service.addUser("still");
		await service.loggedIn("still");
		await journey(service, async ({ page }) => {
			const known = Promise.withResolvers<void>();
			await page.route("**/api/auth/session", async (route) => {
				await known.promise;
				await route.continue();
			});
			await page.goto("login");
			await fillLogin(page, "still");
			const below = page.getByRole("heading", { name: "Your details" });
			await below.waitFor();
			const places = async () => {
				const found: unknown[] = [];
				for (const width of [320, 1280]) {
					await page.setViewportSize({ width, height: 720 });
					found.push(await below.boundingBox());
				}
				return found;
			};
			const before = await places();
			known.resolve();
			await page.getByRole("status").getByText(lastLogin).waitFor();
			assert.deepEqual(await places(), before);
		});
	});
});
