/** Users of a file that an admin brings. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import type { Page } from "../support/browser.ts";
import { answerLost, deadMail, inConsole, row, startConsole, userNamed } from "../support/console-journey.ts";
import type { TestService } from "../support/service.ts";

describe("an import in the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsole(deadMail);
	});
	after(() => service.stop());

	it("A file with a bad line 7 is tried out, corrected, tried again and imported", async () => {
		const lines = ["lin", "sam", "kim", "pat", "tom"].map(
			(name) => `${name};'=${name};${name}@example.com;staff`,
		);
		const bad = "zoe;Zoe;zoe@example.com;nowhere";
		const csv = (text: string) => ({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
		const fileOf = (last: string) =>
			csv(`\ufeffusername;Name;E-Mail;groups\r\n${[...lines, last].join("\r\n")}\r\n`);
		await inConsole(service, "users/import", async (page) => {
			const saved = page.waitForEvent("download");
			await page.getByRole("button", { name: "Save the example as a file" }).click();
			const example = await (await saved).path();
			await page.getByLabel("File").setInputFiles({
				...{ name: "users.csv", mimeType: "text/csv" },
				buffer: readFileSync(example),
			});
			await page.getByRole("button", { name: "Try it out" }).click();
			// Ada is there already: of the example, nothing else is wrong.
			await row(page, "This username is taken.").waitFor();
			await page.getByLabel("Another file").setInputFiles(fileOf(bad));
			await page.getByText("6 rows.").waitFor();
			await page.getByRole("button", { name: "Try it out" }).click();
			await page.locator("h2:focus").getByText("5 users can be imported, 1 row cannot.").waitFor();
			assert.match(await row(page, "zoe").last().innerText(), /^7\b/);
			await assert.rejects(userNamed(service, "lin"), /there is no lin/);
			await page
				.getByLabel("Another file, or the same one corrected")
				.setInputFiles(fileOf(bad.replace("nowhere", "staff")));
			await page.getByRole("button", { name: "Try it out" }).click();
			await page.getByLabel("Send each person a link").check();
			await page.getByRole("button", { name: "Import 6 users" }).click();
			await page.locator("h2:focus").getByText("6 users are added.").waitFor();
			await page.getByText("Invitations go out by mail.").waitFor();
			const [lin, zoe] = [await userNamed(service, "lin"), await userNamed(service, "zoe")];
			assert.deepEqual([lin.displayName, zoe.displayName], ["=lin", "Zoe"]);
			await page.getByRole("link", { name: "To the newest users" }).click();
			await row(page, "zoe").waitFor();
			// What became of one file is not said of the next.
			await page.goBack();
			await page.getByLabel("File").setInputFiles(fileOf(bad));
			await page.getByText("6 rows.").waitFor();
			await page.getByLabel("Another file").setInputFiles(csv("username\n"));
			await page.getByText("There are no users in this file.").waitFor();
			await page.getByRole("button", { name: "Try it out" }).waitFor({ state: "detached" });
		});
	});

	for (const [press, names, id] of [
		["Try again", ["mia", "ned"], "0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47"],
		["Import 2 users", ["lou", "max"], "1f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47"],
	] as const)
		it(`Users whom a sending has added whose answer was lost are there already, and none is refused: ${press}`, async () => {
			const text = `username,id,externalId\n${names[0]},${id},\n${names[1]},,${names[1]}\n`;
			const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
			const road = async (page: Page) => {
				await page.getByLabel("File").setInputFiles(file);
				await page.getByRole("button", { name: "Try it out" }).click();
				await page.getByText("All 2 users can be imported.").waitFor();
				await page.route("**/users/import?*", async (route) => {
					await route.fetch();
					await route.abort();
				});
				await page.getByRole("button", { name: "Import 2 users" }).click();
				await page.getByText("cannot be reached").waitFor();
				await page.unroute("**/users/import?*");
				await page.getByRole("button", { name: press }).click();
				const heading = page.locator("h2:focus");
				await heading.getByText("0 users are added. 2 were there already.", { exact: true }).waitFor();
				assert.equal(await row(page, names[0]).count(), 0);
				await page.getByRole("link", { name: "To the newest users" }).click();
				// They have no link yet.
				for (const name of names) await row(page, name).getByText("No password yet").waitFor();
			};
			await inConsole(service, "users/import", road, { expects: answerLost });
		});
});
