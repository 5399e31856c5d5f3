/** The words on the pages, in the language of each. */
import * as mirrored from "../../../web/src/locales/ar-XB/index.ts";
import * as de from "../../../web/src/locales/de/index.ts";
import * as en from "../../../web/src/locales/en/index.ts";
import * as longer from "../../../web/src/locales/en-XA/index.ts";
import type { Page } from "./browser.ts";

export type Words = typeof en;

export const wordsIn: Record<string, Words> = { en, de, "en-XA": longer, "ar-XB": mirrored };

/** Of the language that the page says it is in. */
export async function wordsOf(page: Page): Promise<Words> {
	return wordsIn[(await page.locator("html").getAttribute("lang")) ?? ""] ?? en;
}
