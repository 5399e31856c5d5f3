// At length: it walks a journey aside, in Chromium.
/** Users who come from an application, and those who look after the applications that know them. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { addApplication, ONLY_ON } from "../support/application.ts";
import { journey, type Page } from "../support/browser.ts";
import { accountPage, fillLogin, logIn } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { rowsOf } from "../support/event-rows.ts";
import { type LoopbackApplication, startApplication } from "../support/loopback-application.ts";
import { plantApplicationLogin } from "../support/planted-applications.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("a login to an application", () => {
	let service: TestService;
	let wiki: LoopbackApplication;
	let files: LoopbackApplication;
	before(async () => {
		service = await startTestService({ settings: { ...cheap, ...ONLY_ON } });
		const everyScope = ["openid", "profile", "email", "groups", "offline_access"];
		const launchUrl = "https://wiki.example.com/";
		wiki = await startApplication(service, { name: "Wiki", scopes: everyScope, offlineDays: 30, launchUrl });
		files = await startApplication(service, { name: "Files", trusted: true });
	});
	after(async () => {
		await wiki.stop();
		await files.stop();
		await service.stop();
	});

	const options = () => ({ ...service, alsoVisits: [wiki.origin, files.origin] });
	const asked = (page: Page) => page.locator("h1:focus").filter({ hasText: "Log in to Wiki" }).waitFor();
	const backAt = (page: Page, { name }: LoopbackApplication) =>
		page.getByRole("heading", { name: `Back at ${name}` }).waitFor();
	const allow = (page: Page) => page.getByRole("button", { name: "Allow" }).click();
	const userOf = async (application: LoopbackApplication) => (await application.redeem()).claims();

	it("asks once what it may know, until the user ends it on the profile", async () => {
		const { id } = await service.addUser("ada");
		await journey(options(), async ({ page }) => {
			await page.goto(await wiki.loginAddress({ scope: "openid profile email" }));
			await fillLogin(page, "ada");
			await asked(page);
			await page.getByText(new URL(wiki.origin).host, { exact: true }).waitFor();
			const known = await page.getByRole("list", { name: "The application will know:" }).innerText();
			assert.deepEqual(known.split("\n"), [
				"An ID for your account",
				"Your name and your username",
				"Your e-mail address",
			]);
			await page.getByText("You are logged in as ada.").waitFor();
			await allow(page);
			await backAt(page, wiki);
			const claims = await userOf(wiki);
			assert.deepEqual([claims?.sub, claims?.preferred_username], [id, "ada"]);

			await page.goto(await wiki.loginAddress({ scope: "openid email" }));
			await backAt(page, wiki);
			await page.goto(await files.loginAddress());
			await backAt(page, files);

			await page.goto(`${service.baseUrl}/account`);
			const rows = page.locator(".applications li");
			const wikis = rows.filter({ hasText: "Wiki" });
			await wikis.getByText("an ID, your name and username, your e-mail address").waitFor();
			await rows.filter({ hasText: "Files" }).getByText("Set up by the operator").waitFor();
			await page.getByRole("button", { name: "End Wiki" }).click();
			const question = page.getByRole("dialog", { name: "End Wiki?" });
			await question.getByText("it asks you again").waitFor();
			await question.getByRole("button", { name: "End" }).click();
			await page.getByRole("status").getByText("Wiki has ended.").waitFor();
			await page.locator("h2:focus").filter({ hasText: "Applications" }).waitFor();
			assert.equal(await wikis.count(), 0);
			assert.equal(await rows.count(), 1);

			await page.goto(await wiki.loginAddress({ scope: "openid" }));
			await asked(page);
		});
		const events = await rowsOf(service, "oidc_consent_given", "oidc_consent_withdrawn");
		assert.deepEqual(
			events.filter(({ user_id }) => user_id === id).map(({ event, detail }) => [event, detail]),
			[
				["oidc_consent_given", { client: wiki.id, scopes: ["openid", "profile", "email"] }],
				["oidc_consent_withdrawn", { client: wiki.id }],
			],
		);
	});

	it("asks again when the application wants to know more, and says how long it stays connected", async () => {
		await service.addUser("ben");
		await journey(options(), async ({ page }) => {
			await logIn(page, "ben");
			await page.goto(await wiki.loginAddress({ scope: "openid" }));
			await asked(page);
			assert.equal(await page.getByRole("list").innerText(), "An ID for your account");
			assert.equal(await page.getByText("It stays connected").count(), 0);
			await allow(page);
			await backAt(page, wiki);
			await page.goto(await wiki.loginAddress({ scope: "openid groups offline_access", prompt: "consent" }));
			await asked(page);
			await page.getByText("The groups that you are in").waitFor();
			await page.getByText("It stays connected for 30 days after you log out.").waitFor();
			await allow(page);
			await backAt(page, wiki);
			assert.equal(typeof (await wiki.redeem()).refresh_token, "string");
			await page.goto(`${service.baseUrl}/account`);
			await page.locator(".applications li").getByText("Stays connected").waitFor();
		});
	});

	it("is cancelled by the keyboard alone, and the application is notified", async () => {
		await service.addUser("cleo");
		await journey(options(), async ({ page }) => {
			await logIn(page, "cleo");
			await page.goto(await wiki.loginAddress());
			await asked(page);
			const focused = () => page.evaluate(() => document.activeElement?.textContent);
			const order: Array<string | null | undefined> = [];
			for (let presses = 0; presses < 3; presses++) {
				await page.keyboard.press("Tab");
				order.push(await focused());
			}
			assert.deepEqual(order, ["Not you?", "Allow", "Cancel"]);
			await page.keyboard.press("Enter");
			await backAt(page, wiki);
			assert.deepEqual([wiki.returned().get("error"), wiki.returned().get("code")], ["access_denied", null]);
			await page.goto(`${service.baseUrl}/account`);
			await page.getByText("No application knows you yet.").waitFor();
		});
	});

	it("of another user begins with a logout, and comes back to the question", async () => {
		await service.addUser("dee");
		const { id } = await service.addUser("eli");
		await journey(options(), async ({ page }) => {
			await logIn(page, "dee");
			await page.goto(await wiki.loginAddress());
			await asked(page);
			await page.getByRole("button", { name: "Not you?" }).click();
			await page.getByText("You are logged out.").waitFor();
			await fillLogin(page, "eli");
			await asked(page);
			await page.getByText("You are logged in as eli.").waitFor();
			await allow(page);
			await backAt(page, wiki);
			assert.equal((await userOf(wiki))?.sub, id);
		});
	});

	it("whose session has ended leads to the login page, and back to the question", async () => {
		await service.addUser("fay");
		await journey(options(), async ({ page }) => {
			await logIn(page, "fay");
			await page.goto(await wiki.loginAddress());
			await asked(page);
			await (await service.loggedIn("fay")).delete("/api/auth/sessions");
			await allow(page);
			await page.getByText("Your session was ended.").waitFor();
			await fillLogin(page, "fay");
			await asked(page);
			await allow(page);
			await backAt(page, wiki);
		});
	});

	it("that has expired says so where the question was, and what to do: in German", async () => {
		await service.addUser("gil");
		await journey({ ...options(), locale: "de" }, async ({ page }) => {
			await logIn(page, "gil");
			await page.goto(await wiki.loginAddress());
			await page.getByRole("heading", { name: "Bei Wiki anmelden" }).waitFor();
			await service.running.deployment.opened.database.deleteFrom("oidc_records").execute();
			await page.getByRole("button", { name: "Erlauben" }).click();
			const alert = page.getByRole("alert");
			await alert.getByText("Diese Anmeldung ist abgelaufen").waitFor();
			await alert.getByText("Gehen Sie zurück zur Anwendung und beginnen Sie neu.").waitFor();
			assert.equal(await page.getByRole("button", { name: "Erlauben" }).count(), 0);
			const link = page.getByRole("link", { name: "Zu Wiki" });
			assert.equal(await link.getAttribute("href"), "https://wiki.example.com/");
			await page.reload();
			await page.getByRole("heading", { name: "Diese Anmeldung ist abgelaufen" }).waitFor();
		});
	});

	it("by an app on the device is over on the page that stays, which leads on and asks no more", async () => {
		await service.addUser("ida");
		const native = await addApplication(service, {
			name: "Notes",
			kind: "native",
			redirectUris: ["com.example.notes:/callback"],
		});
		const expects = /scheme does not have a registered handler/;
		// The origin of such an address.
		await journey({ ...service, alsoVisits: ["null"], expects }, async ({ page }) => {
			await logIn(page, "ida");
			await page.goto((await native.begin()).url.href);
			await page.getByText("you continue in an app on this device").waitFor();
			await allow(page);
			const link = page.getByRole("link", { name: "Go to your account" });
			await link.waitFor();
			assert.equal(await page.getByRole("button", { name: "Allow" }).count(), 0);
			await link.click();
			await accountPage(page);
		});
	});

	it("that ended in another tab is no failure, and its row goes", async () => {
		const { id: userId } = await service.addUser("hal");
		await journey(options(), async ({ page }) => {
			await logIn(page, "hal");
			const hal = await service.loggedIn("hal");
			const { session } = (await hal.get("/api/auth/session")).body as { session: { id: string } };
			await plantApplicationLogin(service, { userId, clientId: files.id }, session.id);
			await page.reload();
			await page.getByRole("button", { name: "End Files" }).click();
			assert.equal((await hal.post(`/api/auth/applications/${files.id}/end`)).status, 204);
			const question = page.getByRole("dialog", { name: "End Files?" });
			await question.getByText("works without a question").waitFor();
			await question.getByRole("button", { name: "End" }).click();
			await page.getByText("Files has ended.").waitFor();
			await page.getByText("No application knows you yet.").waitFor();
			await accountPage(page);
		});
	});
});
