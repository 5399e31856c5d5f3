/** What people do on the page "Login security". */
import { type Authenticator, authenticatorOf } from "./authenticator.ts";
import type { Page } from "./browser.ts";
import type { TestService } from "./service.ts";
import type { Answer } from "./visitor.ts";
import { wordsOf } from "./words.ts";

export type App = Pick<Authenticator, "code" | "next">;

/** The app that a person typed this secret into. */
export const appOf = (service: TestService, secret: string): App =>
	authenticatorOf(service, { body: { secret } } as unknown as Answer);

/** Finds a card of the page. */
export const card = (page: Page, name: "apps" | "passkeys" | "recovery-codes" | "two-step" = "two-step") =>
	page.locator(`[aria-labelledby=${name}]`);

/** Opens the page. */
export async function securityPage(page: Page): Promise<void> {
	await page.goto("account/security");
	await card(page).waitFor();
}

export const codeField = (page: Page) => page.locator("#app-code");

/** Opens the offer of an app; resolves with the secret as a person would type it. */
export async function openOffer(page: Page): Promise<string> {
	const { button, another, qr } = (await wordsOf(page)).securityTexts.add;
	const buttons = card(page, "apps").getByRole("button");
	await buttons.getByText(button).or(buttons.getByText(another)).click();
	await page.getByRole("img", { name: qr }).waitFor();
	return page.locator(".copyable code").innerText();
}

/** Sends the code of an offered app. */
export async function sendCode(page: Page, code: string): Promise<void> {
	await codeField(page).fill(code);
	const { submit } = (await wordsOf(page)).securityTexts.add;
	await page.getByRole("button", { name: submit }).click();
}

/** The recovery codes, once they are there. */
export async function shownRecoveryCodes(page: Page): Promise<string[]> {
	const { show } = (await wordsOf(page)).securityTexts.codes;
	await page.getByRole("heading", { name: show }).waitFor();
	return (await page.locator("pre.codes").innerText()).split("\n");
}

/** `next`: what the button leads to. */
export async function storeRecoveryCodes(page: Page, next?: string): Promise<void> {
	const { codes, twoStep } = (await wordsOf(page)).securityTexts;
	await page.getByLabel(codes.stored).check();
	await page.getByRole("button", { name: next ?? codes.done }).click();
	await card(page).getByText(twoStep.state.on, { exact: true }).waitFor();
}

/** Makes recovery codes, stores them, and turns two-step login on. */
export async function turnOn(page: Page): Promise<string[]> {
	const { turnOn } = (await wordsOf(page)).securityTexts.twoStep;
	await card(page).getByRole("button", { name: turnOn }).click();
	const codes = await shownRecoveryCodes(page);
	await storeRecoveryCodes(page, turnOn);
	return codes;
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
