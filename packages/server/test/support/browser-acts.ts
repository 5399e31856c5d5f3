/** What people do on the pages, found by the words that stand there. */
import assert from "node:assert/strict";
import { addressFor, type Page } from "./browser.ts";
import { ADMIN_PASSWORD } from "./service.ts";
import { wordsOf } from "./words.ts";

export async function fillLogin(page: Page, username: string, password = ADMIN_PASSWORD): Promise<void> {
	const { loginTexts, texts } = await wordsOf(page);
	await page.getByLabel(texts.username).fill(username);
	await page.getByLabel(texts.password, { exact: true }).fill(password);
	await page.getByRole("button", { name: loginTexts.submit }).click();
}

/** Logs in without a page, for a journey that begins afterwards: to open the login page and type takes most of its time. */
async function enter(page: Page, username: string): Promise<void> {
	const { request } = page;
	const { csrf } = (await (await request.get(addressFor(page, "api/auth/csrf"))).json()) as { csrf: string };
	const data = { username, password: ADMIN_PASSWORD, session: true };
	const answer = await request.post(addressFor(page, "api/auth/login"), { headers: { csrf }, data });
	assert.equal(answer.status(), 200);
}

/** The profile of a user who is logged in. */
export async function logIn(page: Page, username: string): Promise<void> {
	await logInAt(page, "account", username);
	await accountPage(page);
}

/** Waits for the profile, whose script has run and has its answers. */
export async function accountPage(page: Page): Promise<void> {
	await page.locator("body[data-page=account] .last-login p:not(:empty)").first().waitFor();
}

/** A page of the account of a user who is logged in. */
export async function logInAt(page: Page, path: string, username: string): Promise<void> {
	await enter(page, username);
	await page.goto(path);
}

/** Opens the list of sessions, and waits for it. */
export async function sessionsPage(page: Page): Promise<void> {
	await page.goto("account/sessions");
	await page.locator(".sessions li").first().waitFor();
}

export async function fillNewPassword(page: Page, password: string): Promise<void> {
	const { first, second } = (await wordsOf(page)).newPasswordTexts;
	await page.getByLabel(first, { exact: true }).fill(password);
	await page.getByLabel(second, { exact: true }).fill(password);
}

/** Presses the button and takes what is on the clipboard then, as a user who pastes. */
export async function copied(page: Page, what: string): Promise<string> {
	const button = page.getByRole("button", { name: `Copy ${what}`, exact: true });
	// The word is there for two seconds: on a busy machine a click may take as long to come back.
	await Promise.all([button.filter({ hasText: "Copied" }).waitFor(), button.click()]);
	return page.evaluate(() => navigator.clipboard.readText());
}

export async function logOut(page: Page): Promise<void> {
	const { frameTexts, loginTexts } = await wordsOf(page);
	await page.getByRole("banner").getByRole("button", { name: frameTexts.logOut }).click();
	await page.getByText(loginTexts.ended.logout).waitFor();
}

/** The CSRF token in the page as it is now. */
export function csrfOf(page: Page): Promise<string> {
	return page.locator("meta[name=csrf-token]").getAttribute("content").then(String);
}

/** The path of the address in the bar, with its query. */
export function pathOf(page: Page): string {
	const { pathname, search } = new URL(page.url());
	return pathname + search;
}

/** The text that a screen reader reads with an input, and whether the input counts as wrong. */
export const readingOf = (page: Page, label: string) =>
	page.getByLabel(label, { exact: true }).evaluate((input) => {
		const ids = input.getAttribute("aria-describedby")?.split(" ") ?? [];
		const texts = ids.map((id) => document.getElementById(id)).filter((each) => each?.hidden === false);
		return { invalid: input.ariaInvalid, read: texts.map((each) => each?.textContent).join(" ") };
	});
