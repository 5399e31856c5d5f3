/** What people do on the card "Login security". */
import { type Authenticator, authenticatorOf } from "./authenticator.ts";
import type { Page } from "./browser.ts";
import type { TestService } from "./service.ts";
import type { Answer } from "./visitor.ts";

export type App = Pick<Authenticator, "code" | "next">;

/** The app that a person typed this secret into. */
export const appOf = (service: TestService, secret: string): App =>
	authenticatorOf(service, { body: { secret } } as unknown as Answer);

export const card = (page: Page) => page.getByRole("region", { name: "Login security" });

export const codeField = (page: Page) => page.getByLabel("Code that the app shows now");

/** Opens the offer of an app; resolves with the secret as a person would type it. */
export async function openOffer(page: Page): Promise<string> {
	await card(page)
		.getByRole("button", { name: /^Add an.* authenticator app$/ })
		.click();
	await card(page).getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
	return card(page).locator(".copyable code").innerText();
}

/** Sends the code of an offered app. */
export async function sendCode(page: Page, code: string): Promise<void> {
	await codeField(page).fill(code);
	await page.getByRole("button", { name: "Add the app" }).click();
}

/** The recovery codes on the card, once they are there. */
export async function shownRecoveryCodes(page: Page): Promise<string[]> {
	await page.getByRole("heading", { name: "Store your recovery codes" }).waitFor();
	return (await card(page).locator("pre.codes").innerText()).split("\n");
}

export async function storeRecoveryCodes(page: Page): Promise<void> {
	await page.getByLabel("I have stored these codes").check();
	await page.getByRole("button", { name: "Done" }).click();
	await card(page).getByText("Two-step login is on").waitFor();
}

/** Adds an app on the page and stores its recovery codes. */
export async function addApp(page: Page, service: TestService): Promise<{ app: App; codes: string[] }> {
	const app = appOf(service, await openOffer(page));
	await sendCode(page, app.code());
	const codes = await shownRecoveryCodes(page);
	await storeRecoveryCodes(page);
	return { app, codes };
}

/** A code that is none of the app, however far the clocks are apart. */
export function neverRight({ code }: App): string {
	const right = new Set(Array.from({ length: 31 }, (_, index) => code(index - 15)));
	return ["000000", "000001", "000002", "000003"].find((each) => !right.has(each)) ?? "";
}
