/** Two-step login on its page, from the first app to the end of it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enrol } from "../support/authenticator.ts";
import { journey, type Page } from "../support/browser.ts";
import { fillLogin, logInAt, logOut, sessionsPage } from "../support/browser-acts.ts";
import {
	addApp,
	appOf,
	card,
	neverRight,
	openOffer,
	sendCode,
	shownRecoveryCodes,
	turnOn,
} from "../support/browser-security.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;

describe("the page of login security", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());

	async function logInWith(page: Page, username: string, code: string): Promise<void> {
		await page.goto("account/security");
		await fillLogin(page, username);
		const isRecovery = code.length > 8;
		if (isRecovery) await page.getByRole("button", { name: "Use a recovery code" }).click();
		await page.getByLabel(isRecovery ? "Recovery code" : "Code", { exact: true }).fill(code);
		await page.keyboard.press("Enter");
		await card(page).waitFor();
	}

	it("leads from the first app through logins with codes of both kinds to the end of it", async () => {
		await service.addUser("ada");
		const program = await service.loggedIn("ada");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/security", "ada");
			await card(page).getByText("Two-step login is off", { exact: true }).waitFor();
			const { app, codes } = await addApp(page, service);
			assert.equal(codes.length, 10);
			assertProblem(await program.get("/api/auth/session"), "session_ended");
			await page.getByText("10 recovery codes are left").waitFor();
			await sessionsPage(page);
			await page.getByText("There are no other sessions.").waitFor();
			await page.goto("account/programs");
			await page.getByText('"code":"YOUR_CODE"').waitFor();

			await logOut(page);
			await logInWith(page, "ada", app.next());
			await logOut(page);
			await logInWith(page, "ada", String(codes[3]));
			await page.getByText("9 recovery codes are left").waitFor();
			await card(page, "apps")
				.getByText(/^(this minute|\d+ minutes? ago|in .*)$/)
				.waitFor();

			await page.getByRole("button", { name: "Turn off two-step login" }).click();
			const question = page.getByRole("dialog", { name: "Turn off two-step login?" });
			await question.getByRole("button", { name: "Turn it off" }).click();
			await card(page).getByText("Two-step login is off", { exact: true }).waitFor();
			await logOut(page);
			await logInAt(page, "account/security", "ada");
			await page.goto("account/security#apps");
			await page.reload();
			await page.locator("h2:focus").getByText("Authenticator apps").waitFor();

			assert.equal((await turnOn(page)).length, 10);
			await page.getByRole("button", { name: "Remove Authenticator app" }).click();
			await page
				.getByRole("dialog", { name: "Remove Authenticator app?" })
				.getByText("It is your only second factor")
				.waitFor();
			await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
			// The login was made with the password alone, before two-step login was on again.
			await confirm(page, app.next());
			await card(page).getByText("Two-step login is off", { exact: true }).waitFor();
			assert.equal(await page.locator(".factors li").count(), 0);
		});
	});

	it("asks for password and code in place when the login is too old, and then continues", async () => {
		await service.addUser("fay");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/security", "fay");
			const { app } = await addApp(page, service);
			service.travel(16 * MINUTE);
			await page.getByRole("button", { name: "Make new recovery codes" }).click();
			await page.getByRole("dialog").getByRole("button", { name: "Make new codes" }).click();
			const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
			await dialog.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
			await page.keyboard.press("Enter");
			const field = dialog.getByLabel("Code", { exact: true });
			await field.fill(neverRight(app));
			await page.keyboard.press("Enter");
			await dialog.getByText("This code is wrong").waitFor();
			await field.fill(app.next());
			await page.keyboard.press("Enter");
			assert.equal((await shownRecoveryCodes(page)).length, 10);
		});
	});

	it("changes the password after a second step, where the login takes one", async () => {
		await service.addUser("gil");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/security", "gil");
			const { app } = await addApp(page, service);
			service.travel(16 * MINUTE);
			await page.getByLabel("Current password").fill(ADMIN_PASSWORD);
			await page.getByLabel("New password", { exact: true }).fill("brass otter lantern quill");
			await page.getByLabel("Repeat the new password").fill("brass otter lantern quill");
			await page.getByRole("button", { name: "Change password" }).click();
			await confirm(page, app.next());
			await page.getByText("Your password has been changed.").waitFor();
		});
	});

	it("names an app, and takes no more than two", async () => {
		await service.addUser("hal");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/security", "hal");
			await addApp(page, service);
			await page.getByRole("button", { name: "Rename Authenticator app" }).click();
			await page.getByLabel("Name", { exact: true }).fill("Hal's phone");
			await page.keyboard.press("Enter");
			await card(page, "apps").getByRole("heading", { name: "Hal's phone" }).waitFor();
			const second = appOf(service, await openOffer(page));
			await sendCode(page, second.code());
			await card(page, "apps").getByRole("heading", { name: "Authenticator app 2" }).waitFor();
			assert.equal(
				await card(page, "apps")
					.getByRole("button", { name: /^Add an/ })
					.count(),
				0,
			);
		});
	});

	it("warns when few recovery codes are left, and of logins that knew the password", async () => {
		await service.addUser("ivy");
		const app = await enrol(service, await service.loggedIn("ivy"));
		for (const code of app.recoveryCodes.slice(0, 7))
			assert.equal((await service.visitor().logIn("ivy", ADMIN_PASSWORD, { code })).status, 200);
		service.travel(MINUTE);
		const attacker = service.visitor();
		const { body } = await attacker.logIn("ivy", ADMIN_PASSWORD);
		const guess = { challenge: body?.challenge, code: neverRight(app) };
		assertProblem(await attacker.post("/api/auth/login/second-factor", guess), "second_factor_invalid");
		await journey(service, async ({ page }) => {
			await logInWith(page, "ivy", app.next());
			await page.getByText("Only 3 recovery codes are left.").waitFor();
			await page.getByRole("link", { name: "Profile" }).click();
			await page
				.getByText(/^\d login attempts? had your correct password but failed at the second step\.$/)
				.waitFor();
		});
	});
});

/** Gives all that a login takes, in the dialog. */
async function confirm(page: Page, code: string): Promise<void> {
	const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
	await dialog.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
	await page.keyboard.press("Enter");
	await dialog.getByLabel("Code", { exact: true }).fill(code);
	await page.keyboard.press("Enter");
}
