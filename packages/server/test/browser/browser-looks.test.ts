import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { journey, type Page } from "../support/browser.ts";
import { accountPage } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { type PageState, pageStates, settingsOfStates } from "../support/page-states.ts";
import { pageStatesOfFactors } from "../support/page-states-of-factors.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

/** A folder for pictures of every page; none are taken without. */
const { SALLYPORT_SCREENSHOTS: pictures } = process.env;

const desktop = { viewport: { width: 1280, height: 860 } };
/** The narrowest that WCAG 1.4.10 asks for: also what a window of 640 pixels shows at a zoom of 200 %. */
const phone = { viewport: { width: 320, height: 640 }, deviceScaleFactor: 2 };
const looks = [
	{ name: "light-desktop", colorScheme: "light", ...desktop },
	{ name: "dark-phone", colorScheme: "dark", reducedMotion: "reduce", ...phone },
] as const;
/** They differ from those above in nothing but what a picture shows. */
const looksForPictures = [
	{ name: "dark-desktop", colorScheme: "dark", ...desktop },
	{ name: "light-phone", colorScheme: "light", ...phone },
] as const;

/** What is checked of one page is checked of all. */
function checkAll(states: PageState[], settings: Record<string, string>): void {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings });
		if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
	});
	after(() => service.stop());

	for (const { name: look, ...context } of [...looks, ...(pictures === undefined ? [] : looksForPictures)]) {
		const isStill = "reducedMotion" in context;
		const still = isStill ? ", and does not move for a user who asked for reduced motion" : "";
		it(`passes axe-core and cuts nothing off: ${look}${still}`, async () => {
			await journey({ ...service, ...context }, async ({ page }) => {
				for (const { name, reach, overlay = false } of states) {
					await reach(page, service);
					if (pictures !== undefined) {
						const path = join(pictures, `${name}-${look}.png`);
						await page.screenshot({ path, fullPage: !overlay });
					}
					assert.deepEqual(await objections(page), [], name);
					const { scrolled, shown } = await page.evaluate(() => ({
						scrolled: document.documentElement.scrollWidth,
						shown: document.documentElement.clientWidth,
					}));
					assert.equal(scrolled, shown, `${name} scrolls sideways`);
					if (isStill) assert.equal(await page.evaluate(countMoving), 0, `${name} moves`);
				}
			});
		});
	}
}

/** Elements that would move. */
const countMoving = () =>
	[...document.querySelectorAll("*")].filter((each) => {
		const { transitionDuration, animationName } = getComputedStyle(each);
		return transitionDuration !== "0s" || animationName !== "none";
	}).length;

describe("every page", () => checkAll(pageStates, settingsOfStates));

describe("every page of two-step login", () => checkAll(pageStatesOfFactors, cheap));

describe("a person without a mouse", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());

	it("logs in, skips to the content and logs out by keyboard alone", async () => {
		await service.addUser("keyboard");
		await journey(service, async ({ page }) => {
			await page.goto("login");
			// The browser moves the focus there when it first draws the page.
			await page.locator("#username:focus").waitFor();
			await page.keyboard.type("keyboard");
			await page.keyboard.press("Tab");
			await page.keyboard.type(ADMIN_PASSWORD);
			await page.keyboard.press("Enter");
			await accountPage(page);
			await page.keyboard.press("Tab");
			await page.keyboard.press("Enter");
			assert.equal(await page.evaluate(() => document.activeElement?.id), "app");
			await page.keyboard.press("Shift+Tab");
			await page.keyboard.press("Enter");
			await page.getByText("You are logged out.").waitFor();
		});
	});
});

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe-core finds on the page: rule and element. Brought in by the debugger, as the policy of the pages lets no page do it. */
async function objections(page: Page): Promise<string[]> {
	const debug = await page.context().newCDPSession(page);
	const { result: known } = await debug.send("Runtime.evaluate", { expression: "typeof axe" });
	if (known.value === "undefined") await debug.send("Runtime.evaluate", { expression: axe });
	const { result } = await debug.send("Runtime.evaluate", {
		expression: `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ["violations"] })
			.then(({ violations }) => violations.flatMap(({ id, nodes }) =>
				nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + " " + failureSummary)))`,
		awaitPromise: true,
		returnByValue: true,
	});
	await debug.detach();
	return result.value as string[];
}
