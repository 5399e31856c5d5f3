// At length: it walks a journey aside, in Chromium.
/** Users who stay logged in, in a browser. */
// Proves: stay-logged-in
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Authenticator, enrol } from "../support/authenticator.ts";
import { type Journey, journey, type Page } from "../support/browser.ts";
import { accountPage, fillLogin, logInAt, logOut, sessionsPage } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { deviceOf } from "../support/virtual-authenticator.ts";

describe("on the login page, a user who stays logged in", () => {
	let service: TestService;
	let app: Authenticator;
	before(async () => {
		service = await startTestService({ settings: cheap });
		for (const name of ["ada", "bea"]) await service.addUser(name);
		app = await enrol(service, await service.loggedIn("bea"));
	});
	after(() => service.stop());

	const box = (page: Page) => page.getByRole("checkbox", { name: "Stay logged in" });
	const tag = (page: Page) =>
		page.locator(".sessions li", { hasText: "This one" }).getByText("Stays logged in");

	/** Whether the session cookie outlives the browser. */
	async function outlives({ context }: Journey): Promise<boolean> {
		const cookie = (await context.cookies()).find(({ name }) => name === "sallyport-sid");
		assert.ok(cookie !== undefined);
		return cookie.expires > 0;
	}

	it("ticks a box, and gets a cookie that outlives the browser; the list of sessions says so", async () => {
		await journey(service, async (being) => {
			const { page } = being;
			await page.goto("login");
			assert.equal(await box(page).isChecked(), false);
			await fillLogin(page, "ada");
			await accountPage(page);
			assert.equal(await outlives(being), false);
			await sessionsPage(page);
			assert.equal(await tag(page).count(), 0);
			await logOut(page);
			await box(page).check();
			await fillLogin(page, "ada", "not the password");
			await page.getByText("Username or password is wrong.").waitFor();
			assert.equal(await box(page).isChecked(), true);
			await fillLogin(page, "ada");
			await accountPage(page);
			assert.equal(await outlives(being), true);
			await sessionsPage(page);
			await tag(page).waitFor();
		});
	});

	it("chooses before the second step, and finds the choice again on the way back", async () => {
		await journey(service, async (being) => {
			const { page } = being;
			await page.goto("login");
			await box(page).check();
			await fillLogin(page, "bea");
			await page.getByRole("button", { name: "Back" }).click();
			assert.equal(await box(page).isChecked(), true);
			await fillLogin(page, "bea");
			await page.getByLabel("Code", { exact: true }).fill(app.next());
			await page.keyboard.press("Enter");
			await accountPage(page);
			assert.equal(await outlives(being), true);
		});
	});

	it("may still tick the box while the passkey is asked for", async () => {
		await journey(service, async (being) => {
			const { page, ends } = being;
			await deviceOf(being);
			await logInAt(page, "account/security", "ada");
			await page.getByRole("button", { name: "Add a passkey", exact: true }).click();
			await page.getByText("The passkey is added.").waitFor();
			// Chromium's authenticator confirms at once: the page lets its user tick the box just then.
			const tick = await page.addInitScript(() => {
				const credentials = navigator.credentials;
				const get = credentials.get.bind(credentials);
				credentials.get = async (options) => {
					for (const box of document.querySelectorAll<HTMLInputElement>("[name=remember]"))
						box.checked = true;
					return get(options);
				};
			});
			ends.use(tick);
			await logOut(page);
			await page.getByRole("button", { name: "Use a passkey" }).click();
			await accountPage(page);
			assert.equal(await outlives(being), true);
		});
	});

	it("is offered nothing where the service keeps no user logged in", async () => {
		const without = await startTestService({ settings: { ...cheap, SALLYPORT_REMEMBER: "0s" } });
		try {
			await without.addUser("ada");
			await journey(without, async (being) => {
				const { page } = being;
				const response = await page.goto("login");
				assert.doesNotMatch((await response?.text()) ?? "", /remember|checkbox/);
				await fillLogin(page, "ada");
				await accountPage(page);
				assert.equal(await outlives(being), false);
			});
		} finally {
			await without.stop();
		}
	});
});
