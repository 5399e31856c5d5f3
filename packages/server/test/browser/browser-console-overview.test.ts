/** The first page that a new admin sees: what the service still lacks, each step done or dismissed. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Page } from "../support/browser.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { inConsole } from "../support/console-journey.ts";
import { administrationOf } from "../support/people.ts";
import { startTestService } from "../support/service.ts";

const stepsOn = (page: Page) => page.locator(".steps h3").allInnerTexts();

it("A step that is dismissed stays away, one that is done goes, and the rest is still said", async () => {
	const service = await startTestService({ settings: cheap });
	try {
		await service.addUser("ada");
		const { users } = administrationOf(service);
		await users.setRole("ada", "admin");
		// The first admin is the only user of a new service.
		await users.remove("admin");
		await inConsole(service, "", async (page) => {
			await page.locator(".steps").waitFor();
			const all = await stepsOn(page);
			assert.equal(all.length, 3);
			const [mail = "", factor, invite = ""] = all;
			assert.match(mail, /mail/);
			await page.getByRole("button", { name: `Dismiss: ${mail}` }).click();
			await page.getByRole("heading", { name: mail }).waitFor({ state: "detached" });
			await page.reload();
			await page.getByRole("heading", { name: invite }).waitFor();
			assert.deepEqual(await stepsOn(page), [factor, invite]);
			await users.add({ name: "ben", role: "user", passwordHash: null });
			await page.reload();
			await page.getByRole("heading", { name: factor ?? "" }).waitFor();
			assert.deepEqual(await stepsOn(page), [factor]);
			await page.getByRole("link", { name: "Add it" }).click();
			await page.waitForURL(/\/account\/security/);
		});
	} finally {
		await service.stop();
	}
});

it("A page in German shows findings in German, whatever the browser asks for", async () => {
	const service = await startTestService({ settings: cheap });
	try {
		await service.addUser("ada");
		const { users, applications } = administrationOf(service);
		await users.setRole("ada", "admin");
		await applications.add({ template: "actual", url: "https://budget.example.com", id: "budget" });
		await inConsole(service, "groups", async (page) => {
			for (const [path, part] of [
				["console?lang=de", ".findings li"],
				["console/system?lang=de", "[aria-labelledby=checks] tbody tr"],
			] as const) {
				await page.goto(path);
				const finding = page.locator(part).filter({ hasText: "SALLYPORT_OIDC=on" });
				assert.match(await finding.innerText(), /Anwendungen\s.*Single Sign-on ist aus: .*Starten Sie/s);
				assert.doesNotMatch(String(await page.locator(part).allInnerTexts()), /\b(the|is|are)\b/);
			}
			await page.goto("console/integrations/clients/budget?lang=de");
			await page.getByText("Wer sich als Erster anmeldet, besitzt den Server für immer").waitFor();
		});
	} finally {
		await service.stop();
	}
});
