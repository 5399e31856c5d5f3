// At length: it walks a journey aside, in Chromium.
/** How an authenticator app is added on the page of login security, and what can go wrong with it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { journey } from "../support/browser.ts";
import { logInAt, readingOf } from "../support/browser-acts.ts";
import {
	appOf,
	card,
	neverRight,
	openOffer,
	sendCode,
	shownRecoveryCodes,
	storeRecoveryCodes,
} from "../support/browser-security.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;

describe("adding an authenticator app on the page of login security", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());

	it("draws a QR code that says the same as the secret below it", async () => {
		await service.addUser("bea");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/security", "bea");
			const secret = await openOffer(page);
			const uri = String(await card(page, "apps").locator("a.on-phone").getAttribute("href"));
			assert.match(uri, new RegExp(`^otpauth://totp/.*\\bsecret=${secret}\\b`));
			const drawn = await card(page, "apps").locator("svg.qr path").getAttribute("d");
			const { encode } = await import("uqr");
			const { data } = encode(uri, { ecc: "M", border: 4 });
			const dark = data.flatMap((row, y) =>
				row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
			);
			assert.equal(drawn, dark.join(""));
		});
	});

	it("opens the app on the phone itself, and offers that nowhere else", async () => {
		await service.addUser("anna");
		const phone = { hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } };
		for (const device of [phone, {}]) {
			await journey({ ...service, ...device }, async ({ page }) => {
				await logInAt(page, "account/security", "anna");
				await openOffer(page);
				const link = card(page, "apps").getByText("Open in the app on this phone");
				assert.equal(await link.isVisible(), device === phone);
				const tops = page
					.locator("nav a")
					.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
				assert.equal(new Set(await tops).size, 1, "the links are one row");
				await page.goto("account/programs");
				await page.getByRole("button", { name: "Copy command" }).waitFor();
				const { x = 0, width = 0 } = (await page.locator("nav [aria-current]").boundingBox()) ?? {};
				assert.ok(x + width <= (page.viewportSize()?.width ?? 0), "and the current one is in the window");
			});
		}
	});

	it("shows the secret in fours, and copies it in one piece", async () => {
		await service.addUser("abe");
		await journey({ ...service, permissions: ["clipboard-read", "clipboard-write"] }, async ({ page }) => {
			await logInAt(page, "account/security", "abe");
			const secret = await openOffer(page);
			assert.match(secret, /^[A-Z2-7]{32}$/);
			const fours = page.locator(".copyable code > *");
			assert.deepEqual(await fours.allInnerTexts(), secret.match(/.{4}/g));
			const [first, second] = [await fours.first().boundingBox(), await fours.nth(1).boundingBox()];
			assert.ok((second?.x ?? 0) > (first?.x ?? 0) + (first?.width ?? 0), "with a gap");
			await page.getByRole("button", { name: "Copy secret" }).click();
			await page.getByText("Copied", { exact: true }).first().waitFor();
			assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret);
		});
	});

	it("says at the field that a code is wrong, or that the clocks are apart", async () => {
		await service.addUser("cleo");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/security", "cleo");
			const app = appOf(service, await openOffer(page));
			const refused = async (code: string, says: RegExp) => {
				await sendCode(page, code);
				await page.getByRole("alert").getByText(says).waitFor();
				const { invalid, read } = await readingOf(page, "Code that the app shows now");
				assert.equal(invalid, "true");
				assert.match(read, says);
			};
			await refused(app.code(6), /^The clocks of the app and of this service are about 180 seconds apart/);
			await refused(neverRight(app), /^The code is wrong\. Enter the next one\.$/);
			await refused("123", /^A code has 6 or 8 digits/);
			await sendCode(page, app.code());
			await shownRecoveryCodes(page);
		});
	});

	it("shows a new QR code where the old one was shown for too long", async () => {
		await service.addUser("dora");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/security", "dora");
			const first = await openOffer(page);
			service.travel(11 * MINUTE);
			await sendCode(page, appOf(service, first).code());
			await page.getByRole("alert").getByText("Scan the new one.").waitFor();
			await page.waitForFunction(
				(old) => document.querySelector("#apps ~ .panel .copyable code")?.textContent !== old,
				first,
			);
			const second = await card(page, "apps").locator(".copyable code").innerText();
			await sendCode(page, appOf(service, second).code());
			await shownRecoveryCodes(page);
		});
	});

	it("continues only when the recovery codes are stored: copied, downloaded or printed", async () => {
		await service.addUser("eve");
		await journey({ ...service, permissions: ["clipboard-read", "clipboard-write"] }, async ({ page }) => {
			await logInAt(page, "account/security", "eve");
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
			assert.ok(await card(page, "apps").locator("pre.codes").isVisible());
			for (const text of ["Login security", "Sessions", "Done"])
				assert.equal(await page.getByText(text, { exact: true }).first().isVisible(), false, text);
			await page.emulateMedia({ media: null });
			await storeRecoveryCodes(page);
		});
	});
});
