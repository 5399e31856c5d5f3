// At length: it walks a journey aside, in Chromium.
/** A form that was refused for a while: it says for how long, and sends the same again by itself. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey, type Page } from "../support/browser.ts";
import { accountPage, fillLogin, logInAt } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;
const retries = /^Too many attempts\. This page tries again by itself in \d+ seconds?\.$/;

const said = (page: Page, text: string | RegExp) => page.getByRole("status").getByText(text).waitFor();
const wrongPassword = (page: Page) =>
	page.getByRole("alert").getByText("Username or password is wrong.").waitFor();
const passwordOf = (page: Page) => page.getByLabel("Password", { exact: true });

/** What the page sends to log in from now on: one path for each time. What a passkey would be asked for is no login. */
function sentBy(page: Page): string[] {
	const sent: string[] = [];
	page.on("request", (request) => {
		const { pathname } = new URL(request.url());
		if (request.method() === "POST" && !pathname.endsWith("/options")) sent.push(pathname);
	});
	return sent;
}

/** Lets both clocks run on: that of the service, which then takes what is sent, and that of the page. */
async function pass(service: TestService, page: Page, milliseconds: number): Promise<void> {
	service.travel(milliseconds);
	await page.clock.runFor(milliseconds);
}

/** A Chromium without windows takes every page for visible, also one behind another; so the test tells this page. */
const setHidden = (page: Page, hidden: boolean) =>
	page.evaluate((value) => Object.defineProperty(document, "hidden", { value, configurable: true }), hidden);

describe("a form refused for too many attempts", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: { ...cheap, SALLYPORT_ACCOUNT_FAILURES: "1" } });
	});
	after(() => service.stop());

	/** A login page that was refused once, and waits for 30 seconds with `password` in it. */
	async function waiting(page: Page, username: string, password = ADMIN_PASSWORD): Promise<string[]> {
		await service.addUser(username);
		await page.clock.install();
		await page.goto("login");
		await fillLogin(page, username, "not the password at all");
		await wrongPassword(page);
		const sent = sentBy(page);
		await fillLogin(page, username, password);
		await said(page, retries);
		return sent;
	}

	it("says how long, shows a clock that is not read out, and logs in by itself", async () => {
		await journey({ ...service, movesClock: true }, async ({ page }) => {
			const sent = await waiting(page, "ada");
			const told = await page.locator("form > [role=status]").textContent();
			await page.clock.runFor(10_000);
			// Neither what is read out on its own nor the name of the button that has the focus changes with the clock.
			assert.equal(await page.locator("form > [role=status]").textContent(), told);
			const button = page.getByRole("button", { name: "Wait", exact: true });
			assert.match(String(await button.textContent()), /^Wait\s0:(1\d|2[01])$/);
			await passwordOf(page).press("Enter");
			assert.equal(sent.length, 1);

			await pass(service, page, 31_000);
			await accountPage(page);
			assert.deepEqual(sent, ["/api/auth/login", "/api/auth/login"]);
		});
	});

	it("is stopped by typing, and says when it can be sent again", async () => {
		await journey({ ...service, movesClock: true }, async ({ page }) => {
			const sent = await waiting(page, "typing", "almost the password");
			await passwordOf(page).press("x");
			await said(page, /^Stopped\. You can try again in \d+ seconds\.$/);
			await pass(service, page, 31_000);
			await said(page, "You can try again now.");
			assert.equal(sent.length, 1);
			await fillLogin(page, "typing");
			await accountPage(page);
		});
	});

	it("is stopped by a button, which leaves the focus at the form", async () => {
		await journey({ ...service, movesClock: true }, async ({ page }) => {
			const sent = await waiting(page, "stopped");
			await page.getByRole("button", { name: "Stop" }).press("Enter");
			await said(page, /^Stopped\. /);
			assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("type")), "submit");
			await pass(service, page, 31_000);
			await said(page, "You can try again now.");
			assert.equal(sent.length, 1);
			await page.keyboard.press("Enter");
			await accountPage(page);
		});
	});

	it("stays as it is when the user typed before the refusal came", async () => {
		await journey({ ...service, movesClock: true }, async ({ page }) => {
			const sent = await waiting(page, "hasty");
			await passwordOf(page).press("x");
			await pass(service, page, 31_000);
			await service.visitor().logIn("hasty", "not the password");
			const typed = Promise.withResolvers<void>();
			await page.route("**/api/auth/login", async (route) => {
				await typed.promise;
				await route.continue();
			});
			await page.getByRole("button", { name: "Log in" }).click();
			await passwordOf(page).press("y");
			typed.resolve();
			await said(page, /^Too many attempts\. Try again in (1 minute|\d+ seconds)\.$/);
			await pass(service, page, 2 * MINUTE);
			await said(page, "You can try again now.");
			assert.equal(sent.length, 2);
		});
	});

	it("never sends a password again that was found wrong", async () => {
		await journey({ ...service, movesClock: true }, async ({ page }) => {
			const sent = await waiting(page, "mistaken", "not the password either");
			await pass(service, page, 31_000);
			await wrongPassword(page);
			await pass(service, page, 10 * MINUTE);
			assert.equal(sent.length, 2);
			assert.equal(await page.evaluate(() => document.activeElement?.id), "password");
			assert.equal(await passwordOf(page).inputValue(), "");
		});
	});

	it("gives up after three times, until the user sends it again", async () => {
		await journey({ ...service, movesClock: true }, async ({ page }) => {
			const sent = await waiting(page, "unlucky");
			for (const time of [1, 2, 3]) {
				// Only the clock of the page: at the service the wait is not over.
				const refused = page.waitForResponse((response) => response.status() === 429);
				await page.clock.runFor(31_000);
				await refused;
				await said(page, time < 3 ? retries : /^Too many attempts\. Try again in \d+ seconds\.$/);
			}
			await page.clock.runFor(31_000);
			await said(page, "You can try again now.");
			assert.equal(sent.length, 4);
			await page.getByRole("button", { name: "Log in" }).click();
			await said(page, retries);
		});
	});

	it("only counts down when the wait is too long for a user to sit out", async () => {
		await service.addUser("closed");
		const attacker = service.visitor();
		for (const wait of [30, 60, 120, 240, 0]) {
			assert.equal((await attacker.logIn("closed", "not the password")).status, 401);
			service.travel(wait * 1000);
		}
		await journey({ ...service, movesClock: true }, async ({ page }) => {
			await page.clock.install();
			await page.goto("login");
			const sent = sentBy(page);
			await fillLogin(page, "closed");
			await said(page, "Too many attempts. Try again in 8 minutes.");
			assert.equal(await page.getByRole("button", { name: "Stop" }).count(), 0);
			await pass(service, page, 8 * MINUTE + 1000);
			await said(page, "You can try again now.");
			assert.equal(sent.length, 1);
			await page.getByRole("button", { name: "Log in" }).click();
			await accountPage(page);
		});
	});

	it("waits until the user looks at the page again", async () => {
		await journey({ ...service, movesClock: true }, async ({ page }) => {
			const sent = await waiting(page, "elsewhere");
			await setHidden(page, true);
			await pass(service, page, 40_000);
			assert.equal(sent.length, 1);
			await setHidden(page, false);
			await page.clock.runFor(1000);
			await accountPage(page);
		});
	});

	it("sends nothing more once it is closed", async () => {
		await service.addUser("grace");
		await journey({ ...service, movesClock: true }, async ({ page }) => {
			await page.clock.install();
			await service.loggedIn("grace");
			await logInAt(page, "account/sessions", "grace");
			const endOthers = page.getByRole("button", { name: "End all others" });
			// The list is there: else the page would give up loading it while the time passes.
			await endOthers.waitFor();
			await pass(service, page, 16 * MINUTE);
			await endOthers.click();
			const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
			const sent = sentBy(page);
			for (const password of ["not the password", ADMIN_PASSWORD]) {
				await dialog.getByLabel("Password", { exact: true }).fill(password);
				await page.keyboard.press("Enter");
				const answer = password === ADMIN_PASSWORD ? retries : "The password is wrong.";
				await dialog.getByText(answer).waitFor();
			}
			await dialog.getByRole("button", { name: "Cancel" }).click();
			await dialog.waitFor({ state: "hidden" });
			await pass(service, page, 31_000);
			assert.equal(sent.length, 2);
		});
	});
});
