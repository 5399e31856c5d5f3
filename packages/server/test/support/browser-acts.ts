/** What people do on the pages, found by the words that stand there. */
import type { Page } from "./browser.ts";
import { ADMIN_PASSWORD, type TestService } from "./service.ts";

export async function fillLogin(page: Page, username: string, password = ADMIN_PASSWORD): Promise<void> {
	await page.getByLabel("Username").fill(username);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Log in" }).click();
}

/** Logs in on the login page of the service; the account page is shown afterwards. */
export async function logIn(page: Page, { baseUrl }: TestService, username: string): Promise<void> {
	await page.goto(`${baseUrl}/login`);
	await fillLogin(page, username);
	await accountPage(page);
}

/** Waits for the account page with its list of sessions. */
export async function accountPage(page: Page): Promise<void> {
	await page.getByRole("heading", { name: /^Hello, / }).waitFor();
	await page.locator(".sessions li").first().waitFor();
}

export async function fillNewPassword(page: Page, password: string): Promise<void> {
	await page.getByLabel("New password", { exact: true }).fill(password);
	await page.getByLabel("Repeat the new password", { exact: true }).fill(password);
}

export async function logOut(page: Page): Promise<void> {
	await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
	await page.getByText("You are logged out.").waitFor();
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
