// At length: it walks a journey aside, in Chromium.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey, type Page } from "../support/browser.ts";
import {
	accountPage,
	csrfOf,
	fillLogin,
	fillNewPassword,
	logIn,
	logOut,
	pathOf,
	sessionsPage,
} from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

describe("two tabs of one browser", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());

	it("both stay logged in when both renew at once", async () => {
		await service.addUser("renews");
		await journey(service, async ({ page, tab }) => {
			await logIn(page, "renews");
			const other = await openAccount(await tab());
			const statuses = await Promise.all([page, other].map(async (each) => renew(each, await csrfOf(each))));
			assert.deepEqual(statuses, [200, 200]);
			for (const each of [page, other]) {
				await each.goto("account");
				await accountPage(each);
			}
		});
	});

	it("when one logs out, the next step of the other leads to the login page", async () => {
		await service.addUser("leaves");
		await journey(service, async ({ page, tab }) => {
			await logIn(page, "leaves");
			const other = await tab();
			await other.goto("account/security");
			await other.getByLabel("Current password").waitFor();
			await logOut(page);
			await other.getByLabel("Current password").fill(ADMIN_PASSWORD);
			await fillNewPassword(other, "nine purple lanterns over the harbour");
			await other.getByRole("button", { name: "Change password" }).click();
			await other.getByText("Log in to continue.").waitFor();
			await fillLogin(other, "leaves");
			await other.waitForURL(({ pathname }) => pathname === "/account/security");
		});
	});

	it("when one has changed the password, the other can still log out", async () => {
		await service.addUser("changes");
		await journey(service, async ({ page, tab }) => {
			await logIn(page, "changes");
			const other = await openAccount(await tab());
			await page.goto("account/security");
			await page.getByLabel("Current password").fill(ADMIN_PASSWORD);
			await fillNewPassword(page, "nine purple lanterns over the harbour");
			await page.getByRole("button", { name: "Change password" }).click();
			await page.getByText("Your password has been changed.").waitFor();
			await logOut(other);
			await page.goto("account");
			assert.equal(pathOf(page), "/login?next=%2Faccount");
		});
	});

	it("log in one after the other from two open login pages", async () => {
		await service.addUser("twice");
		await journey(service, async ({ page, tab }) => {
			const other = await tab();
			for (const each of [page, other]) await each.goto("login");
			await fillLogin(page, "twice");
			await accountPage(page);
			await fillLogin(other, "twice");
			await accountPage(other);
			await sessionsPage(other);
			assert.equal(await other.locator(".sessions li").count(), 1, "the first login was not replaced");
			await page.goto("account");
			await accountPage(page);
		});
	});
});

async function openAccount(page: Page): Promise<Page> {
	await page.goto("account");
	await accountPage(page);
	return page;
}

/** As a script of the page would. */
function renew(page: Page, csrf: string): Promise<number> {
	return page.evaluate(
		async (csrf) => (await fetch("api/auth/renew", { method: "POST", headers: { csrf } })).status,
		csrf,
	);
}
