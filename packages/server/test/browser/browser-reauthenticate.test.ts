// At length: it walks a journey aside, in Chromium.
/** The page that front ends send a user to whose last login is too old for what comes next. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enrol } from "../support/authenticator.ts";
import { journey, type Page } from "../support/browser.ts";
import { fillLogin, logIn } from "../support/browser-acts.ts";
import { appOf, sendCode, shownRecoveryCodes } from "../support/browser-security.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { deviceOf } from "../support/virtual-authenticator.ts";

const MINUTE = 60_000;

describe("the page that authenticates again", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ prefix: "/analytics", settings: cheap });
		await service.addUser("ada");
	});
	after(() => service.stop());

	it("asks for the password and leads to where it was asked to", async () => {
		await journey(service, async ({ page }) => {
			await logIn(page, "ada");
			service.travel(20 * MINUTE);
			await page.goto("reauthenticate?next=/analytics/docs?a=b");
			await page.getByRole("heading", { name: "Confirm it's you" }).waitFor();
			await confirm(page, "not the password at all");
			await page.getByRole("alert").getByText("The password is wrong.").waitFor();
			const before = await ageOfLogin(page);
			await confirm(page);
			await page.waitForURL(({ pathname, search }) => pathname + search === "/analytics/docs?a=b");
			assert.ok(before >= 20 * MINUTE);
			assert.ok((await ageOfLogin(page)) < MINUTE);
		});
	});

	it("asks for the code too where the login takes two steps", async () => {
		await service.addUser("bea");
		const app = await enrol(service, await service.loggedIn("bea"));
		await journey(service, async ({ page }) => {
			await page.goto("login");
			await fillLogin(page, "bea");
			await page.getByLabel("Code", { exact: true }).fill(app.next());
			await page.keyboard.press("Enter");
			await page.waitForURL("**/account");
			service.travel(20 * MINUTE);
			await page.goto("reauthenticate?next=/analytics/docs");
			await confirm(page);
			await page.getByLabel("Code", { exact: true }).and(page.locator(":focus")).waitFor();
			assert.ok((await ageOfLogin(page)) >= 20 * MINUTE, "the password alone changes nothing");
			await page.keyboard.type(app.next());
			await page.keyboard.press("Enter");
			await page.waitForURL(({ pathname }) => pathname === "/analytics/docs");
			assert.ok((await ageOfLogin(page)) < MINUTE);
		});
	});

	for (const { button, acr, add } of [
		{ button: "Add an authenticator app", acr: "aal2", add: addApp },
		{ button: "Add a passkey", acr: "phr", add: addPasskey },
	])
		it(`leads a user who has no second factor through one and on: ${button}`, async () => {
			const name = `lacks-${acr}`;
			await service.addUser(name);
			await journey(service, async (being) => {
				const { page } = being;
				await deviceOf(being);
				await logIn(page, name);
				await page.goto("reauthenticate?acr=aal2&next=/analytics/docs?a=b");
				await confirm(page);
				await page.getByText("takes a second step, and you have none yet").waitFor();
				// What is asked for now is no confirmation.
				assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "One more step");
				await page.getByRole("button", { name: button }).click();
				await add(page);
				await page.waitForURL(({ pathname, search }) => pathname + search === "/analytics/docs?a=b");
				assert.equal((await sessionOf(page)).acr, acr);
			});
		});

	it("asks for more than the password where more is asked for, though logins take one step", async () => {
		await service.addUser("cid");
		const user = await service.loggedIn("cid");
		const app = await enrol(service, user);
		assert.equal((await user.send("PUT", "/api/auth/second-factor", { on: false })).status, 200);
		await journey(service, async ({ page }) => {
			await logIn(page, "cid");
			await page.goto("reauthenticate?acr=aal2&next=/analytics/docs");
			await confirm(page);
			await page.getByLabel("Code", { exact: true }).fill(app.next());
			await page.keyboard.press("Enter");
			await page.waitForURL(({ pathname }) => pathname === "/analytics/docs");
			assert.equal((await sessionOf(page)).acr, "aal2");
		});
	});

	async function addApp(page: Page): Promise<void> {
		const secret = await page.locator(".copyable code").innerText();
		await sendCode(page, appOf(service, secret).code());
		assert.equal((await shownRecoveryCodes(page)).length, 10);
		await page.getByLabel("I have stored these codes").check();
		await page.getByRole("button", { name: "Done" }).click();
	}

	it("leads to the account page where it was asked to lead elsewhere", async () => {
		await journey(service, async ({ page }) => {
			await logIn(page, "ada");
			await page.goto(`reauthenticate?next=${encodeURIComponent("https://evil.example/")}`);
			await confirm(page);
			await page.waitForURL(`${service.baseUrl}/account`);
		});
	});

	it("leads a visitor who is not logged in to the login, which is as good", async () => {
		await journey(service, async ({ page }) => {
			await page.goto("reauthenticate?next=/analytics/docs");
			assert.equal(new URL(page.url()).pathname, "/analytics/login");
			await fillLogin(page, "ada");
			await page.waitForURL(({ pathname }) => pathname === "/analytics/docs");
		});
	});

	/** Milliseconds since all that a login requires was proven last. */
	async function ageOfLogin(page: Page): Promise<number> {
		return service.now() - Date.parse((await sessionOf(page)).authenticatedAt);
	}
});

const sessionOf = (page: Page) =>
	page.evaluate(async () => {
		const answer = await fetch("/analytics/api/auth/session");
		return ((await answer.json()) as { session: { acr: string; authenticatedAt: string } }).session;
	});

async function addPasskey(page: Page): Promise<void> {
	await page.getByText("The passkey is added.").waitFor();
	await page.getByRole("button", { name: "Use the passkey" }).click();
}

async function confirm(page: Page, password = ADMIN_PASSWORD): Promise<void> {
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Confirm" }).click();
}
