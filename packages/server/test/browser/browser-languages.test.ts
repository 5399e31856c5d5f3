// At length: it looks at every page, in each look and language.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { journey } from "../support/browser.ts";
import { fillLogin, fillNewPassword, logOut, pathOf } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("a person who reads German", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
		await service.addUser("ada");
	});
	after(() => service.stop());

	it("stays with the German of the address from the login to the logout", async () => {
		await journey({ ...service, locale: "en-GB" }, async ({ page }) => {
			await page.goto("account?lang=de");
			await fillLogin(page, "ada");
			await page.getByRole("heading", { name: "Hallo ada" }).waitFor();
			assert.equal(pathOf(page), "/account?lang=de");
			await page.getByRole("link", { name: "Programme" }).click();
			await page.getByRole("link", { name: "API-Seite öffnen" }).click();
			await page.getByText("ihre Beschreibung ist englisch").waitFor();
			await page.getByRole("link", { name: "Profil" }).click();
			await page.getByText("Letzte Anmeldung").or(page.getByText("Das ist Ihre erste Anmeldung.")).waitFor();
			await logOut(page);
			assert.equal(pathOf(page), "/login?ended=logout&lang=de");
			await fillLogin(page, "ada", "not the password at all");
			await page.getByText("Benutzername oder Passwort ist falsch.").waitFor();
		});
	});

	it("reads in German alone why a new password is refused", async () => {
		await journey({ ...service, locale: "de-CH" }, async ({ page }) => {
			const { setupLink } = await usersOf(service).reset("ada");
			await page.goto(String(setupLink));
			await fillNewPassword(page, "passwordpassword1");
			await page.getByRole("button", { name: "Passwort speichern und anmelden" }).click();
			await page.getByText("Das Passwort ist leicht zu erraten").waitFor();
			const english = /\b(the|password is|try again|your)\b/i;
			assert.doesNotMatch(await page.locator("body").innerText(), english);
		});
	});
});
