// At length: it looks at every page, in each look and language.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { axeOf } from "../support/axe.ts";
import { journey, type Page } from "../support/browser.ts";
import { accountPage } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { cutOff } from "../support/cut-off.ts";
import { type PageState, pageStates, settingsOfStates } from "../support/page-states.ts";
import { pageStatesOfAccessKeys, settingsOfAccessKeys } from "../support/page-states-of-access-keys.ts";
import { pageStatesOfApplications, settingsOfApplications } from "../support/page-states-of-applications.ts";
import { pageStatesOfConsole } from "../support/page-states-of-console.ts";
import { noNetwork, pageStatesOfConsoleTroubles } from "../support/page-states-of-console-troubles.ts";
import { pageStatesOfFactors } from "../support/page-states-of-factors.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { wordsIn } from "../support/words.ts";

/** A folder for pictures of every page; none are taken without. */
const { SALLYPORT_SCREENSHOTS: pictures } = process.env;

const desktop = { width: 1280, height: 860 };
/** The narrowest that WCAG 1.4.10 asks for: also what a window of 640 pixels shows at a zoom of 200 %. */
const phone = { width: 320, height: 640 };
const phoneLook = { name: "dark-phone", colorScheme: "dark", viewport: phone } as const;
const looks = [{ name: "light-desktop", colorScheme: "light", viewport: desktop }, phoneLook] as const;
/** They differ from those above in nothing but what a picture shows. */
const looksForPictures = [
	{ name: "dark-desktop", colorScheme: "dark", viewport: desktop },
	{ name: "light-phone", colorScheme: "light", viewport: phone },
] as const;

/** What is checked of one page is checked of all, in each language. */
function checkAll(
	states: PageState[],
	settings: Record<string, string>,
	expected: { expects?: RegExp } = {},
): void {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings });
		if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
	});
	after(() => service.stop());

	for (const [locale, words] of Object.entries(wordsIn)) {
		// Its words are those of the mirrored one.
		if (locale === "en-XA") continue;
		it(`${locale === "de" ? "cuts" : "passes axe-core, cuts"} nothing off, and holds still where reduced motion is asked for: ${locale}`, async () => {
			const isFirst = locale === "en";
			// What another language changes is the room for its words, of which a phone has least.
			let order = isFirst ? [...looks] : [phoneLook];
			// The mirrored words are longer than the German ones: of those, only the room is measured.
			const isExamined = (english: boolean) => isFirst || (locale === "ar-XB" && !english);
			const begins = { ...service, ...(isFirst ? looks[0] : phoneLook), locale };
			await journey({ ...begins, ...expected, reducedMotion: "reduce" }, async ({ page }) => {
				const objections = await axeOf(page);
				for (const { name, reach, overlay = false, english = false } of states) {
					await reach(page, service, words);
					assert.deepEqual(await languageOf(page), [locale, words.direction], name);
					if (isFirst) assert.deepEqual(await moving(page), [], name);
					for (const [index, { name: look, colorScheme, viewport }] of order.entries()) {
						const where = `${name}, ${look}`;
						if (isFirst) await page.setViewportSize(viewport);
						if (isFirst) await page.emulateMedia({ colorScheme });
						assert.deepEqual(await cutOff(page), [], where);
						const examination = !isFirst ? "words" : index === 0 ? "whole" : "look";
						if (isExamined(english)) assert.deepEqual(await objections(examination), [], where);
					}
					await takePictures(page, { name: `${name}-${locale}`, fullPage: !overlay });
					// A state begins as the last one ended: to change the window takes more time than to examine it.
					order = order.toReversed();
				}
			});
		});
	}
}

async function takePictures(
	page: Page,
	{ name, fullPage }: { name: string; fullPage: boolean },
): Promise<void> {
	if (pictures === undefined) return;
	const before = page.viewportSize() ?? desktop;
	for (const { name: look, colorScheme, viewport } of [...looks, ...looksForPictures]) {
		await page.setViewportSize(viewport);
		await page.emulateMedia({ colorScheme });
		await page.screenshot({ path: join(pictures, `${name}-${look}.png`), fullPage });
	}
	await page.setViewportSize(before);
}

const languageOf = (page: Page) =>
	page.evaluate(() => {
		const { lang, dir } = document.documentElement;
		return [lang, dir || "ltr"];
	});

/** What moves although the user asked for no motion. */
const moving = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll("*")]
			.filter((each) => {
				const { transitionDuration, animationName } = getComputedStyle(each);
				return transitionDuration !== "0s" || animationName !== "none";
			})
			.map(({ outerHTML }) => outerHTML.slice(0, 200)),
	);

/** These pages have a foot and another colour too. */
const branded = {
	SALLYPORT_BRAND_ACCENT: "#7a1fa2",
	SALLYPORT_SUPPORT_URL: "https://example.com/help",
	SALLYPORT_IMPRINT_URL: "https://example.com/imprint",
	SALLYPORT_PRIVACY_URL: "https://example.com/privacy",
};

describe("every page", () => checkAll(pageStates, settingsOfStates));

describe("every page of two-step login", () => checkAll(pageStatesOfFactors, { ...cheap, ...branded }));

describe("the section about access keys", () => checkAll(pageStatesOfAccessKeys, settingsOfAccessKeys));

describe("what applications are to their users", () =>
	checkAll(pageStatesOfApplications, settingsOfApplications));

describe("the console", () => checkAll(pageStatesOfConsole, cheap));

describe("the console where something is in the way", () =>
	checkAll(pageStatesOfConsoleTroubles, cheap, { expects: noNetwork }));

describe("a person without a mouse", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());

	it("logs in, is told where each link leads, skips to the content and logs out by keyboard alone", async () => {
		await service.addUser("keyboard");
		await journey(service, async ({ page }) => {
			const press = async (key: string, times = 1) => {
				for (let time = 0; time < times; time++) await page.keyboard.press(key);
			};
			/** The heading has the focus, which a screen reader follows. */
			const reads = (heading: string) => page.locator("h1:focus").filter({ hasText: heading }).waitFor();
			await page.goto("login");
			// The browser moves the focus there when it first draws the page.
			await page.locator("#username:focus").waitFor();
			await page.keyboard.type("keyboard");
			await press("Tab");
			await page.keyboard.type(ADMIN_PASSWORD);
			await press("Enter");
			await accountPage(page);
			await reads("Hello, keyboard");
			await press("Shift+Tab", 2);
			await press("Enter");
			await reads("Sessions");
			await page.goBack();
			await reads("Hello, keyboard");
			await page.goto("docs");
			await press("Tab");
			await press("Enter");
			assert.equal(await page.evaluate(() => document.activeElement?.id), "app");
			// Over the four links.
			await press("Shift+Tab", 5);
			await press("Enter");
			await page.getByText("You are logged out.").waitFor();
		});
	});
});
