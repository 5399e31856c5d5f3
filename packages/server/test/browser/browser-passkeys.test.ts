/** Passkeys in Chromium, whose virtual authenticator takes the place of a fingerprint reader or a security key. */
// Proves: passkey-alone
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { type Journey, journey, type Page } from "../support/browser.ts";
import { accountPage, fillLogin, logIn, logInAt, logOut } from "../support/browser-acts.ts";
import { storeRecoveryCodes, turnOn } from "../support/browser-security.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { rowsOf } from "../support/event-rows.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { deviceOf } from "../support/virtual-authenticator.ts";

const MINUTE = 60_000;

describe("passkeys in a browser", () => {
	let service: TestService;
	let users = 0;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());

	const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

	/** A new user on the page of login security, with a passkey. */
	async function withPasskey(being: Journey, offers?: { offersInField: boolean }) {
		users += 1;
		const name = `user${users}`;
		await service.addUser(name);
		const device = await deviceOf(being, offers);
		await logInAt(being.page, "account/security", name);
		await button(being.page, "Add a passkey").click();
		await being.page.getByText("The passkey is added.").waitFor();
		return { name, device };
	}

	it("are offered in the username field, once the user does something", async () => {
		await journey(service, async (being) => {
			const { page } = being;
			const { name } = await withPasskey(being, { offersInField: true });
			await logOut(page);
			assert.equal(await page.getByLabel("Username").getAttribute("autocomplete"), "username webauthn");
			// The authenticator confirms at once whatever the browser offers.
			await page.mouse.move(10, 10);
			await page.getByRole("heading", { name: `Hello, ${name}` }).waitFor();
		});
	});

	it("are asked for once when the service fails to check them, and the page says whom to tell", async () => {
		await journey(service, async (being) => {
			const { page } = being;
			await withPasskey(being, { offersInField: true });
			await logOut(page);
			const asked: string[] = [];
			page.on("request", (request) => {
				const { pathname } = new URL(request.url());
				if (pathname.startsWith("/api/auth/login/passkey")) asked.push(pathname);
			});
			const problem = { code: "internal_error", message: "It failed.", requestId: "r-7", status: 500 };
			await page.route("**/api/auth/login/passkey", (route) =>
				route.fulfill({ status: 500, contentType: "application/problem+json", json: problem }),
			);
			// The authenticator confirms at once whatever the browser offers.
			await page.mouse.move(10, 10);
			const told = page.getByRole("alert").filter({ hasText: "Something went wrong on our side." });
			await told.getByText("tell the operator. Reference for the operator: r-7").waitFor();
			// Time enough for many more: each takes as long as one of these.
			for (let times = 0; times < 30; times++)
				await page.evaluate(async () => void (await fetch("/api/auth/csrf")));
			assert.deepEqual(asked, ["/api/auth/login/passkey/options", "/api/auth/login/passkey"]);
			await told.waitFor();
		});
	});

	it("are the second step by a press, after recovery codes were stored and two-step login turned on", async () => {
		await journey(service, async (being) => {
			const { page } = being;
			const { name, device } = await withPasskey(being);
			const card = page.getByRole("region", { name: "Two-step login" });
			await card.getByText("Two-step login is off", { exact: true }).waitFor();
			await card.getByText("Your password alone is enough to log in as you.").waitFor();
			await turnOn(page);
			await device.isTouched(false);
			await logOut(page);
			await fillLogin(page, name);
			await page.getByText("Confirm with your passkey").waitFor();
			await button(page, "Use a recovery code").waitFor();
			await device.isTouched(true);
			await button(page, "Use the passkey").click();
			await accountPage(page);
		});
	});

	it("confirm in place of the password, in a dialog and on the page for front ends, and count as all that a login requires", async () => {
		await journey(service, async (being) => {
			const { page } = being;
			const { device } = await withPasskey(being);
			service.travel(20 * MINUTE);
			await button(page, "Turn on two-step login").click();
			const dialog = page.getByRole("dialog");
			await device.verifies(false);
			await dialog.getByRole("button", { name: "Use a passkey instead" }).click();
			await dialog.getByRole("alert").getByText("No passkey was used.").waitFor();
			await device.verifies(true);
			await dialog.getByRole("button", { name: "Use a passkey instead" }).click();
			await storeRecoveryCodes(page, "Turn on two-step login");

			service.travel(20 * MINUTE);
			await page.goto("reauthenticate?next=/docs");
			await button(page, "Use a passkey instead").click();
			await page.waitForURL(({ pathname }) => pathname === "/docs");
			const { session } = (await page.evaluate(async () => (await fetch("/api/auth/session")).json())) as {
				session: { acr: string; authenticatedAt: string };
			};
			assert.equal(session.acr, "phr");
			assert.ok(service.now() - Date.parse(session.authenticatedAt) < MINUTE);
		});
	});

	it("are not offered there to users who have none", async () => {
		await journey(service, async ({ page }) => {
			users += 1;
			await service.addUser(`user${users}`);
			await logIn(page, `user${users}`);
			await page.goto("reauthenticate", { waitUntil: "networkidle" });
			await page.getByLabel("Password", { exact: true }).waitFor();
			assert.equal(await button(page, "Use a passkey instead").count(), 0);
		});
	});

	it("that are not confirmed leave the password", async () => {
		await journey(service, async (being) => {
			const { page } = being;
			const { name, device } = await withPasskey(being);
			await device.isTouched(false);
			await logOut(page);
			await button(page, "Use a passkey").click();
			// No finger comes, and the browser asks on and on.
			await page.locator("button[aria-busy=true]").waitFor();
			await fillLogin(page, name);
			await accountPage(page);
		});
	});

	// Proves: passkey-forged
	it("are made once for each device, and neither made nor used for a user whom it has not verified", async () => {
		await journey(service, async (being) => {
			const { page } = being;
			const { device } = await withPasskey(being);
			await button(page, "Add a passkey").click();
			await page.getByText("This device has a passkey for you already.").waitFor();
			const [made] = await device.credentials();
			assert.ok(made !== undefined);
			await device.clear();
			await device.verifies(false);
			await button(page, "Add a passkey").click();
			await page.getByText("No passkey was made.").waitFor();
			assert.deepEqual(await device.credentials(), []);
			await device.restore(made);
			await logOut(page);
			await button(page, "Use a passkey").click();
			await page.getByText("No passkey was used.").waitFor();
		});
	});

	// Proves: passkey-once
	it("are added on the page of login security and log in by a button; a copy does not, since its counter lags behind", async () => {
		await journey(service, async (being) => {
			const { page } = being;
			const { name, device } = await withPasskey(being);
			const [copy] = await device.credentials();
			assert.ok(copy !== undefined);
			assert.equal(copy.rpId, "localhost");
			assert.equal(copy.isResidentCredential, true);
			await logOut(page);
			await button(page, "Use a passkey").click();
			await page.getByRole("heading", { name: `Hello, ${name}` }).waitFor();
			await logOut(page);
			await device.clear();
			await device.restore({ ...copy, signCount: 0 });
			await button(page, "Use a passkey").click();
			await page.getByRole("alert").getByText("passkey").waitFor();
			assert.equal((await rowsOf(service, "authn_passkey_clone")).length, 1);
		});
	});

	it("that are removed log in no more, and the browser forgets them", async () => {
		await journey(service, async (being) => {
			const { page } = being;
			const { name, device } = await withPasskey(being);
			const [kept] = await device.credentials();
			await button(page, "Remove Passkey").click();
			await button(page, "Remove").click();
			await page.getByText("Removed.").waitFor();
			await until(async () => (await device.credentials()).length === 0);
			await logOut(page);
			assert.ok(kept !== undefined);
			await device.restore(kept);
			await button(page, "Use a passkey").click();
			await page.getByText("This service does not know the passkey").waitFor();
			await until(async () => (await device.credentials()).length === 0);
			await fillLogin(page, name);
			await accountPage(page);
		});
	});

	it("of a user who was removed log in no more, and the browser forgets them", async () => {
		await journey(service, async (being) => {
			const { page } = being;
			const { name, device } = await withPasskey(being);
			await logOut(page);
			await usersOf(service).remove(name);
			await button(page, "Use a passkey").click();
			await page.getByText("This service does not know the passkey").waitFor();
			await until(async () => (await device.credentials()).length === 0);
		});
	});

	it("are not spoken of where browsers make none", async () => {
		await journey(service, async ({ page, ends }) => {
			ends.use(await page.addInitScript("delete globalThis.PublicKeyCredential"));
			users += 1;
			await service.addUser(`user${users}`);
			await logInAt(page, "account/security", `user${users}`);
			await button(page, "Add an authenticator app").waitFor();
			assert.equal(await button(page, "Add a passkey").count(), 0);
			await logOut(page);
			assert.equal(await button(page, "Use a passkey").count(), 0);
		});
	});
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
	while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
