// At length: it walks a journey aside, in Chromium.
/** A user with a second factor enters two applications, and ends the session on another machine. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { decodeJwt } from "jose";
import { ONLY_ON } from "../support/application.ts";
import { enrol } from "../support/authenticator.ts";
import { axeOf } from "../support/axe.ts";
import { journey } from "../support/browser.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { type LogoutReceiver, startLogoutReceiver } from "../support/logout-receiver.ts";
import { type LoopbackApplication, startApplication } from "../support/loopback-application.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { wordsIn } from "../support/words.ts";

describe("a user of two applications", () => {
	let service: TestService;
	let receivers: [LogoutReceiver, LogoutReceiver];
	let wiki: LoopbackApplication;
	let files: LoopbackApplication;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON, SALLYPORT_OUTBOUND_ALLOW: "127.0.0.1/32" };
		service = await startTestService({ prefix: "/login", settings });
		receivers = [await startLogoutReceiver(), await startLogoutReceiver()];
		const [logoutUri, other] = [receivers[0].url, receivers[1].url];
		const scopes = ["openid", "profile", "offline_access"];
		wiki = await startApplication(service, { name: "Wiki", logoutUri, scopes });
		files = await startApplication(service, { name: "Files", trusted: true, logoutUri: other, scopes });
	});
	after(async () => {
		for (const each of [wiki, files]) await each.stop();
		await service.stop();
		for (const each of receivers) each.stop();
	});

	for (const [look, locale, viewport] of [
		["a desktop, in English", "en", { width: 1280, height: 860 }],
		["a phone, in German", "de", { width: 320, height: 640 }],
	] as const)
		it(`enters both by the keyboard alone, and loses both when the session is ended elsewhere: ${look}`, async () => {
			const name = `user-${locale}`;
			const words = wordsIn[locale];
			assert.ok(words);
			await service.addUser(name);
			const app = await enrol(service, await service.loggedIn(name));
			const alsoVisits = [wiki.origin, files.origin];
			await journey({ ...service, alsoVisits, locale, viewport }, async ({ page }) => {
				const objections = await axeOf(page);
				const focused = page.locator(":focus");
				const backAt = (application: LoopbackApplication) =>
					page.getByRole("heading", { name: `Back at ${application.name}` }).waitFor();
				await page.goto(await wiki.loginAddress({ scope: "openid profile" }));
				await page.getByLabel(words.texts.username).and(focused).waitFor();
				assert.deepEqual(await objections("whole"), []);
				await page.keyboard.type(name);
				await page.keyboard.press("Tab");
				await page.keyboard.type(ADMIN_PASSWORD);
				await page.keyboard.press("Enter");
				await page.locator("input[autocomplete=one-time-code]").and(focused).waitFor();
				assert.deepEqual(await objections("whole"), []);
				await page.keyboard.type(app.next());
				await page.keyboard.press("Enter");
				await page
					.locator("h1:focus")
					.filter({ hasText: words.consentTexts.headingOf("Wiki") })
					.waitFor();
				assert.deepEqual(await objections("whole"), []);
				const button = page.getByRole("button", { name: words.consentTexts.allow }).and(focused);
				for (let presses = 0; presses < 5 && (await button.count()) === 0; presses += 1)
					await page.keyboard.press("Tab");
				assert.equal(await button.count(), 1);
				await page.keyboard.press("Enter");
				await backAt(wiki);
				const held = [await wiki.redeem()];
				assert.equal(held[0]?.claims()?.acr, "aal2");
				await page.goto(await files.loginAddress({ scope: "openid profile" }));
				await backAt(files);
				held.push(await files.redeem());

				const userinfo = async ({ access_token }: { access_token: string }) => {
					const headers = { authorization: `Bearer ${access_token}` };
					return (await fetch(`${service.baseUrl}/oidc/userinfo`, { headers })).status;
				};
				assert.deepEqual(await Promise.all(held.map(userinfo)), [200, 200]);
				const elsewhere = service.visitor();
				await elsewhere.logIn(name, ADMIN_PASSWORD, { session: true, code: app.next() });
				assert.equal((await elsewhere.delete("/api/auth/sessions")).status, 200);
				assert.deepEqual(await Promise.all(held.map(userinfo)), [401, 401]);
				const sids = await Promise.all(receivers.map(async (each) => decodeJwt(await each.next()).sid));
				assert.deepEqual(
					sids,
					held.map((each) => each.claims()?.sid),
				);
				await page.goto(await files.loginAddress({ scope: "openid profile" }));
				await page.getByLabel(words.texts.username).waitFor();
			});
		});
});
