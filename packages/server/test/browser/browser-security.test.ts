/** Two-step login on the account page, from the first app to the end of it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { enrol, wrongCode } from "../support/authenticator.ts";
import { closeBrowser, journey, type Page } from "../support/browser.ts";
import { accountPage, fillLogin, logIn, logOut, readingOf } from "../support/browser-acts.ts";
import {
	type App,
	appOf,
	card,
	codeField,
	openOffer,
	sendCode,
	shownRecoveryCodes,
	storeRecoveryCodes,
} from "../support/browser-security.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;

describe("login security on the account page", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(async () => {
		await closeBrowser();
		await service.stop();
	});

	/** Adds an app on the page and stores its recovery codes. */
	async function addApp(page: Page): Promise<{ app: App; codes: string[] }> {
		const app = appOf(service, await openOffer(page));
		await sendCode(page, app.code());
		const codes = await shownRecoveryCodes(page);
		await storeRecoveryCodes(page);
		return { app, codes };
	}

	async function logInWith(page: Page, username: string, code: string): Promise<void> {
		await page.goto("login");
		await fillLogin(page, username);
		const isRecovery = code.length > 8;
		if (isRecovery) await page.getByRole("button", { name: "Use a recovery code" }).click();
		await page.getByLabel(isRecovery ? "Recovery code" : "Code", { exact: true }).fill(code);
		await page.keyboard.press("Enter");
		await accountPage(page);
	}

	it("leads from the first app through logins with codes of both kinds to the end of it", async () => {
		await service.addUser("ada");
		const program = await service.loggedIn("ada");
		await journey(service, async ({ page }) => {
			await logIn(page, service, "ada");
			await card(page).getByText("Two-step login is off").waitFor();
			const { app, codes } = await addApp(page);
			assert.equal(codes.length, 10);
			assertProblem(await program.get("/api/auth/session"), "session_ended");
			await card(page).getByText("10 recovery codes are left").waitFor();
			await page.getByText("There are no other sessions.").waitFor();
			await page.getByText('"code":"YOUR_CODE"').waitFor();

			await logOut(page);
			await logInWith(page, "ada", app.next());
			await logOut(page);
			await logInWith(page, "ada", String(codes[3]));
			await card(page).getByText("9 recovery codes are left").waitFor();
			await card(page)
				.getByText(/^(this minute|\d+ minutes? ago|in .*)$/)
				.waitFor();

			await page.getByRole("button", { name: "Turn off two-step login" }).click();
			const question = page.getByRole("dialog", { name: "Turn off two-step login?" });
			await question.getByRole("button", { name: "Turn it off" }).click();
			await card(page).getByText("Two-step login is off").waitFor();
			await logOut(page);
			await logIn(page, service, "ada");

			await page.getByRole("button", { name: "Turn on two-step login" }).click();
			assert.equal((await shownRecoveryCodes(page)).length, 10);
			await storeRecoveryCodes(page);
			await page.getByRole("button", { name: "Remove Authenticator app" }).click();
			await page
				.getByRole("dialog", { name: "Remove Authenticator app?" })
				.getByText("It is the only one")
				.waitFor();
			await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
			// The login was made with the password alone, before two-step login was on again.
			await confirm(page, app.next());
			await card(page).getByText("Two-step login is off").waitFor();
			assert.equal(await card(page).getByRole("listitem").count(), 0);
		});
	});

	it("draws a QR code that says the same as the secret below it", async () => {
		await service.addUser("bea");
		await journey(service, async ({ page }) => {
			await logIn(page, service, "bea");
			const secret = await openOffer(page);
			const uri = String(await card(page).locator("a.on-phone").getAttribute("href"));
			assert.match(uri, new RegExp(`^otpauth://totp/.*\\bsecret=${secret}\\b`));
			const drawn = await card(page).locator("svg.qr path").getAttribute("d");
			const { encode } = await import("uqr");
			const { data } = encode(uri, { ecc: "M", border: 4 });
			const dark = data.flatMap((row, y) =>
				row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
			);
			assert.equal(drawn, dark.join(""));
		});
	});

	it("says at the field that a code is wrong, or that the clocks are apart", async () => {
		await service.addUser("cleo");
		await journey(service, async ({ page }) => {
			await logIn(page, service, "cleo");
			const app = appOf(service, await openOffer(page));
			const refused = async (code: string, says: RegExp) => {
				await sendCode(page, code);
				await page.getByRole("alert").getByText(says).waitFor();
				const { invalid, read } = await readingOf(page, "Code that the app shows now");
				assert.equal(invalid, "true");
				assert.match(read, says);
			};
			await refused(app.code(6), /^The clocks of the app and of this service are about 180 seconds apart/);
			await refused(wrongFarAndWide(app), /^The code is wrong\. Enter the next one\.$/);
			await refused("123", /^A code has 6 or 8 digits/);
			await sendCode(page, app.code());
			await shownRecoveryCodes(page);
		});
	});

	it("shows a new QR code where the old one was shown for too long", async () => {
		await service.addUser("dora");
		await journey(service, async ({ page }) => {
			await logIn(page, service, "dora");
			const first = await openOffer(page);
			service.travel(11 * MINUTE);
			await sendCode(page, appOf(service, first).code());
			await page.getByRole("alert").getByText("Scan the new one.").waitFor();
			await page.waitForFunction(
				(old) => document.querySelector("#security ~ .panel .copyable code")?.textContent !== old,
				first,
			);
			const second = await card(page).locator(".copyable code").innerText();
			await sendCode(page, appOf(service, second).code());
			await shownRecoveryCodes(page);
		});
	});

	it("goes on only when the recovery codes are stored: copied, downloaded or printed", async () => {
		await service.addUser("eve");
		await journey({ ...service, permissions: ["clipboard-read", "clipboard-write"] }, async ({ page }) => {
			await logIn(page, service, "eve");
			const app = appOf(service, await openOffer(page));
			await sendCode(page, app.code());
			const codes = await shownRecoveryCodes(page);

			await page.getByRole("button", { name: "Done" }).click({ force: true });
			await page.getByText("Store the codes first, then tick the box.").waitFor();
			assert.deepEqual(await shownRecoveryCodes(page), codes);

			await page.getByRole("button", { name: "Copy recovery codes" }).click();
			await page.getByText("Copied", { exact: true }).first().waitFor();
			assert.equal(await page.evaluate(() => navigator.clipboard.readText()), codes.join("\n"));

			const [download] = await Promise.all([
				page.waitForEvent("download"),
				page.getByRole("button", { name: "Download" }).click(),
			]);
			assert.equal(download.suggestedFilename(), "recovery-codes-localhost.txt");
			const file = readFileSync(await download.path(), "utf8");
			assert.match(file, new RegExp(`^Recovery codes of eve at ${service.baseUrl}\n`));
			for (const code of codes) assert.ok(file.includes(code));

			await page.emulateMedia({ media: "print" });
			assert.ok(await card(page).locator("pre.codes").isVisible());
			for (const text of ["Log in from a program", "Sessions", "Done"])
				assert.equal(await page.getByText(text, { exact: true }).first().isVisible(), false, text);
			await page.emulateMedia({ media: null });
			await storeRecoveryCodes(page);
		});
	});

	it("asks for password and code in place when the login is too old, and then goes on", async () => {
		await service.addUser("fay");
		await journey(service, async ({ page }) => {
			await logIn(page, service, "fay");
			const { app } = await addApp(page);
			service.travel(16 * MINUTE);
			await page.getByRole("button", { name: "Make new recovery codes" }).click();
			await page.getByRole("dialog").getByRole("button", { name: "Make new codes" }).click();
			const dialog = page.getByRole("dialog", { name: "Is it you?" });
			await dialog.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
			await page.keyboard.press("Enter");
			const field = dialog.getByLabel("Code", { exact: true });
			await field.fill(wrongCode(app));
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
			await logIn(page, service, "gil");
			const { app } = await addApp(page);
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
			await logIn(page, service, "hal");
			await addApp(page);
			await page.getByRole("button", { name: "Rename Authenticator app" }).click();
			await card(page).getByLabel("Name", { exact: true }).fill("Hal's phone");
			await page.keyboard.press("Enter");
			await card(page).getByRole("heading", { name: "Hal's phone" }).waitFor();
			const second = appOf(service, await openOffer(page));
			await sendCode(page, second.code());
			await card(page).getByRole("heading", { name: "Authenticator app 2" }).waitFor();
			assert.equal(
				await card(page)
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
		const thief = service.visitor();
		const { body } = await thief.logIn("ivy", ADMIN_PASSWORD);
		const guess = { challenge: body?.challenge, code: wrongCode(app) };
		assertProblem(await thief.post("/api/auth/login/second-factor", guess), "second_factor_invalid");
		await journey(service, async ({ page }) => {
			await logInWith(page, "ivy", app.next());
			await page.getByText(/^\d logins? knew your password and failed at the second step\.$/).waitFor();
			await card(page).getByText("Only 3 recovery codes are left.").waitFor();
		});
	});
});

/** Gives all that a login takes, in the dialog. */
async function confirm(page: Page, code: string): Promise<void> {
	const dialog = page.getByRole("dialog", { name: "Is it you?" });
	await dialog.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
	await page.keyboard.press("Enter");
	await dialog.getByLabel("Code", { exact: true }).fill(code);
	await page.keyboard.press("Enter");
}

/** A code that is none of the app, however far the clocks are apart. */
function wrongFarAndWide({ code }: App): string {
	const right = new Set(Array.from({ length: 31 }, (_, index) => code(index - 15)));
	return ["000000", "000001", "000002", "000003"].find((each) => !right.has(each)) ?? "";
}
