/** Keys in the console: what was done already, by a request whose answer was lost or by another admin, is not done again. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "../support/browser.ts";
import { answerLost, dialog, inConsole, startConsoleOfService, toast } from "../support/console-journey.ts";
import { administrationOf } from "../support/people.ts";
import type { TestService } from "../support/service.ts";

const overtaken = "Another change came first. Reload the page to see it.";

describe("the keys in the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsoleOfService();
	});
	after(() => service.stop());

	const keys = () => administrationOf(service).keys;
	const kids = async () => (await keys().listSigningKeys()).map(({ kid }) => kid);

	async function force(page: Page): Promise<void> {
		await page.getByRole("button", { name: "Rotate", exact: true }).first().click();
		await dialog(page, "Rotate the signing key?")
			.getByRole("button", { name: "Rotate", exact: true })
			.click();
		await page.getByRole("button", { name: "Rotate all the same…" }).click();
		await page.getByRole("dialog").getByRole("textbox").fill("rotate");
	}
	const submit = (page: Page) => page.getByRole("dialog").locator("[type=submit]").click();

	it("are rotated once if the answer is lost, and again when the admin has seen the new one", async () => {
		const road = async (page: Page) => {
			await force(page);
			await page.route("**/keys/signing/rotate", async (route) => {
				await route.fetch();
				await route.abort();
			});
			await submit(page);
			await page.getByText("cannot be reached").waitFor();
			await page.unroute("**/keys/signing/rotate");
			const before = await kids();
			await submit(page);
			await page.getByText(overtaken).waitFor();
			assert.deepEqual(await kids(), before);
			await page.keyboard.press("Escape");
			await page.locator(".timeline .retired").waitFor();
			await force(page);
			await submit(page);
			await toast(page, "is in use now.");
			assert.equal((await kids()).length, before.length + 1);
		};
		await inConsole(service, "keys", road, { expects: answerLost });
	});

	it("are neither rotated nor replaced after another admin has rotated them", async () => {
		await inConsole(service, "keys", async (page) => {
			await force(page);
			await keys().rotateSigningKey(true);
			const before = await kids();
			await submit(page);
			await page.getByText(overtaken).waitFor();
			assert.deepEqual(await kids(), before);
			await page.keyboard.press("Escape");
			await page.getByText(String(before.at(-1))).waitFor();
			await page.getByRole("button", { name: "Replace all signing keys" }).click();
			const replacing = dialog(page, "Replace all signing keys?");
			await replacing.getByRole("textbox").fill("replace all signing keys");
			await keys().rotateSigningKey(true);
			const since = await kids();
			await submit(page);
			await page.getByText(overtaken).waitFor();
			assert.deepEqual(await kids(), since);
		});
	});
});
