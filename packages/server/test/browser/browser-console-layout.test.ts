/** Where things are on the pages of the console, while they load and with the longest names. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Locator } from "playwright-core";
import type { Page } from "../support/browser.ts";
import { inConsole, startConsoleOfService, userNamed } from "../support/console-journey.ts";
import { cutOff } from "../support/cut-off.ts";
import { keyboardOf } from "../support/hands.ts";
import { administrationOf } from "../support/people.ts";
import type { TestService } from "../support/service.ts";
import { wordsIn } from "../support/words.ts";

describe("a page of the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsoleOfService();
	});
	after(() => service.stop());

	for (const [path, first, later] of [
		["", /\/health$/, /\/(summary|factors)\b/],
		["system", /\/settings$/, /\/health$/],
	] as const)
		it(`moves nothing that is seen when an answer comes late: ${path || "overview"}`, async () => {
			await inConsole(service, "groups", async (page) => {
				await page.setViewportSize({ width: 320, height: 640 });
				for (const [late, early] of [
					[first, later],
					[later, first],
				] as const) {
					const came = Promise.withResolvers<void>();
					await page.route(late, (route) => came.promise.then(() => route.continue()));
					const answered = page.waitForResponse(early);
					await page.goto(`console/${path}`.replace(/\/$/, ""));
					await (await answered).finished();
					const moved = await movedOn(page);
					came.resolve();
					await page.locator("section[aria-busy=true]").first().waitFor({ state: "detached" });
					await page
						.locator(path === "" ? ".chart" : "[aria-labelledby=settings] table")
						.first()
						.waitFor();
					assert.deepEqual(await moved(), []);
					await page.unrouteAll();
				}
			});
		});

	it("shows the numbers of a chart below their names on a phone, and grows no wider", async () => {
		await inConsole(service, "", async (page) => {
			await page.setViewportSize({ width: 320, height: 640 });
			const chart = page.locator(".chart details").first();
			await chart.locator("summary").click();
			await chart.getByRole("columnheader", { name: "Logins" }).waitFor();
			assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
		});
	});

	it("shows every tab of a user on a phone", async () => {
		const { id } = await userNamed(service, "eve");
		await inConsole(service, `users/${id}`, async (page) => {
			await page.setViewportSize({ width: 320, height: 640 });
			const tabs = page.getByRole("navigation", { name: "About this user" }).getByRole("link");
			await tabs.first().waitFor();
			const ends = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().right));
			assert.equal(ends.length, 6);
			assert.ok(Math.max(...ends) <= 320, `${ends}`);
		});
	});

	for (const locale of ["de", "ar-XB"])
		it(`leaves most of a phone to the list while users are ticked, and every act to the keyboard: ${locale}`, async () => {
			const { consoleTexts, consoleUserTexts } = wordsIn[locale] ?? assert.fail();
			const { label, disable, endSessions, remove } = consoleUserTexts.bulk;
			await inConsole(service, "groups", async (page) => {
				await page.setViewportSize({ width: 320, height: 640 });
				await page.goto(`console/users?lang=${locale}`);
				const hand = keyboardOf(page);
				await hand.tick(page.getByLabel(consoleTexts.list.select("ada"), { exact: true }));
				const bar = page.locator(".bulk");
				const button = (name: string) => bar.getByRole("button", { name, exact: true });
				const { height = 640 } = (await bar.boundingBox()) ?? {};
				assert.ok(height < 640 * 0.3, `${height} pixels`);
				assert.deepEqual(await cutOff(page), []);
				await hand.press(bar.locator("summary").getByText(label));
				for (const act of [disable, endSessions, remove]) await hand.rest(button(act));
				assert.equal(await beginningOf(button(disable)), await beginningOf(bar.locator("details")));
				await hand.press(button(remove));
				await page.locator("#typed-confirmation:focus").waitFor();
			});
		});

	it("has room for the longest names: none makes it wider than the window, covers what is beside it, or cuts a short one off", async () => {
		const { users, groups } = administrationOf(service);
		const longest = "u".repeat(254);
		await users.add({ name: longest, role: "user", passwordHash: null });
		await users.set("eve", { displayName: "x".repeat(128) });
		await groups.describe("staff", "x".repeat(256));
		const { id } = await userNamed(service, "eve");
		await inConsole(service, "users", async (page) => {
			for (const width of [320, 1280, 2560]) {
				await page.setViewportSize({ width, height: 900 });
				for (const path of [`users/${id}`, "groups/staff", "users"]) {
					await page.goto(`console/${path}`);
					await page.getByText("x".repeat(128)).first().waitFor();
					assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, path);
				}
				const cut = await page
					.locator(":is(.named, .named > a)")
					.evaluateAll((all) =>
						all
							.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
							.map(({ textContent }) => textContent),
					);
				assert.deepEqual(
					cut.filter((text) => text !== longest),
					[],
				);
				assert.ok(cut.length <= 1, "the longest name lies over its neighbours");
			}
		});
	});
});

/** Where it begins for a reader, from the side where lines begin. */
const beginningOf = (part: Locator) =>
	part.evaluate((element) => {
		const { left, right } = element.getBoundingClientRect();
		return document.dir === "rtl" ? innerWidth - right : left;
	});

/** What has moved since the page was opened, by itself. */
async function movedOn(page: Page) {
	const moved = await page.evaluateHandle(() => {
		const seen: string[] = [];
		const note = (entries: PerformanceEntryList) => {
			for (const { sources } of entries as Array<PerformanceEntry & { sources: Array<{ node?: Element }> }>)
				seen.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? "?"));
		};
		const observer = new PerformanceObserver((list) => note(list.getEntries()));
		observer.observe({ type: "layout-shift", buffered: true });
		const all = () => {
			note(observer.takeRecords());
			return seen;
		};
		return { all };
	});
	return () =>
		// Two frames later, the last change has been drawn.
		moved.evaluate(
			({ all }) =>
				new Promise<string[]>((tell) =>
					requestAnimationFrame(() => requestAnimationFrame(() => tell(all()))),
				),
		);
}
