// At length: it walks a journey aside, in Chromium.
/** Access keys on the page for programs. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey, type Page } from "../support/browser.ts";
import { copied, fillNewPassword, logInAt, readingOf } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { logInWithOwnKey, makeOwnKey } from "../support/own-access-keys.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;
const permissions = ["clipboard-read", "clipboard-write"];

describe("access keys on their page", () => {
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_SCOPES: "reports:read reports:write" };
		service = await startTestService({ settings });
	});
	after(() => service.stop());

	it("A user makes an access key, a program logs in with it, and is refused once the user has ended it", async () => {
		await service.addUser("ada");
		await journey({ ...service, permissions }, async ({ page }) => {
			await logInAt(page, "account/programs", "ada");
			await page.getByText("An access key lets one program log in as you").waitFor();
			await openDialog(page);
			await page.getByLabel("Name", { exact: true }).fill("nightly report");
			await page.getByLabel("reports:read").check();
			await page.getByRole("button", { name: "Make the key" }).click();
			await page.locator("h3:focus").filter({ hasText: "Store the key nightly report" }).waitFor();
			const key = await copied(page, "access key");
			const csrf = await copied(page, "CSRF token of the key");
			const command = await copied(page, "command of the key");
			assert.ok(command.includes(`"password":"${key}"`) && command.includes(`csrf: ${csrf}'`), command);

			const { status, answer } = await logInByFetch("ada", key, csrf);
			assert.deepEqual([status, Object.keys(answer)], [200, ["id", "message", "token"]]);

			await page.getByRole("button", { name: "I have stored it" }).click();
			await page.locator("h2:focus").filter({ hasText: "Access keys" }).waitFor();
			const row = rowOf(page, "nightly report");
			await row.getByText(`sallyport_${key.slice(10, 14)}…`, { exact: true }).waitFor();
			await row.getByText("in 90 days", { exact: true }).waitFor();
			await row.getByText(/ from (127\.0\.0\.1|::1)$/).waitFor();
			await row.getByText("reports:read", { exact: true }).waitFor();
			assert.ok(!(await page.content()).includes(key), "the key is still in the page");
			await page.goto("account/sessions");
			await page.locator(".sessions .tag").getByText("Access key", { exact: true }).waitFor();
			await page.goto("account/programs");

			await row.getByRole("button", { name: "End nightly report" }).click();
			const question = page.getByRole("dialog", { name: "End nightly report?" });
			await question.getByText("The service refuses programs with this key at once").waitFor();
			await question.getByRole("button", { name: "End the key" }).click();
			await page.getByText("The access key has ended.").waitFor();
			await row.getByText("Ended by you", { exact: true }).waitFor();
			assert.equal(await row.getByRole("button").count(), 0);
			const refused = await logInByFetch("ada", key, csrf);
			assert.deepEqual([refused.status, refused.answer.code], [401, "access_key_ended"]);
		});
	});

	async function logInByFetch(username: string, key: string, csrf: string) {
		const response = await fetch(`${service.baseUrl}/api/auth/login`, {
			method: "POST",
			headers: { "content-type": "application/json", csrf },
			body: JSON.stringify({ username, password: key }),
		});
		return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
	}

	it("A new access key takes the password once more when the login is too old, and is made after it", async () => {
		await service.addUser("bob");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/programs", "bob");
			await openDialog(page);
			service.travel(16 * MINUTE);
			await page.getByLabel("Name", { exact: true }).fill("late");
			await page.getByRole("button", { name: "Make the key" }).click();
			const confirmation = page.getByRole("dialog", { name: "Confirm it's you" });
			await confirmation.waitFor();
			await page.keyboard.press("Escape");
			await confirmation.waitFor({ state: "detached" });
			assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "late");

			await page.getByRole("button", { name: "Make the key" }).click();
			await confirmation.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
			await page.keyboard.press("Enter");
			await page.locator("h3:focus").filter({ hasText: "Store the key late" }).waitFor();
			assert.equal(await page.getByRole("dialog").count(), 0);
		});
	});

	it("A form for an access key says at its field which address is wrong", async () => {
		await service.addUser("cem");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/programs", "cem");
			await openDialog(page);
			await page.getByLabel("Name", { exact: true }).fill("backup");
			await page.getByLabel("Addresses (optional)").fill("192.0.2.7  10.0.0.1/8");
			await page.getByRole("button", { name: "Make the key" }).click();
			await page.locator("#key-addresses:focus").waitFor();
			await page.getByText("10.0.0.1/8: Write an address or a CIDR range").waitFor();
			const { invalid, read } = await readingOf(page, "Addresses (optional)");
			assert.equal(invalid, "true");
			assert.match(read, /^10\.0\.0\.1\/8: Write .*Separate several with spaces/);
			assert.equal((await readingOf(page, "Name")).invalid, null);
			// What the page knows it says before it asks for the password.
			service.travel(16 * MINUTE);
			await page.getByLabel("Addresses (optional)").fill("192.0.2.7 home");
			await page.getByRole("button", { name: "Make the key" }).click();
			await page.getByText("home: Write an address or a CIDR range").waitFor();
		});
	});

	it("An access key is shown even if its dialog was closed while it was made", async () => {
		await service.addUser("dee");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/programs", "dee");
			await openDialog(page);
			await page.route("**/api/auth/access-keys", async (route) => {
				if (route.request().method() === "POST") {
					await page.keyboard.press("Escape");
					await page.getByRole("dialog").waitFor({ state: "detached" });
				}
				await route.continue();
			});
			await page.getByLabel("Name", { exact: true }).fill("hasty");
			await page.getByRole("button", { name: "Make the key" }).click();
			await page.getByRole("heading", { name: "Store the key hasty" }).waitFor();
		});
	});

	it("A rotated access key works beside the new one, and its row says whether that one was used", async () => {
		await service.addUser("eli");
		const old = await makeOwnKey(await service.loggedIn("eli"), "deploy");
		await journey({ ...service, permissions }, async ({ page }) => {
			await logInAt(page, "account/programs", "eli");
			await page.getByRole("button", { name: "Rotate deploy" }).click();
			const question = page.getByRole("dialog", { name: "Rotate deploy?" });
			await question.getByText("The old one stays good for a day").waitFor();
			await question.getByRole("button", { name: "Make the new key" }).click();
			await page.getByRole("heading", { name: "Store the key deploy" }).waitFor();
			const key = await copied(page, "access key");
			const csrf = await copied(page, "CSRF token of the key");
			await page.getByRole("button", { name: "I have stored it" }).click();
			await page.getByText("The new key has not been used yet.").waitFor();
			assert.equal((await logInWithOwnKey(service, "eli", old)).status, 200);
			assert.equal((await logInWithOwnKey(service, "eli", { key, csrf })).status, 200);
			await page.reload();
			await page.getByText("A new key has taken its place.").waitFor();
			assert.equal(await page.getByRole("button", { name: "Rotate deploy" }).count(), 1);
		});
	});

	it("A password change says that the access key stays, and leads to it", async () => {
		await service.addUser("fay");
		const made = await makeOwnKey(await service.loggedIn("fay"), "deploy");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/security", "fay");
			await page.getByLabel("Current password").fill(ADMIN_PASSWORD);
			await fillNewPassword(page, "nine purple lanterns over the harbour");
			await page.getByRole("button", { name: "Change password" }).click();
			await page.getByText("Your access key stays").waitFor();
			assert.equal((await logInWithOwnKey(service, "fay", made)).status, 200);
			await page.getByRole("link", { name: "See your access keys" }).click();
			await rowOf(page, "deploy").waitFor();
		});
	});
});

async function openDialog(page: Page): Promise<void> {
	await page.getByRole("button", { name: "New access key" }).click();
	await page.getByRole("dialog", { name: "New access key" }).waitFor();
}

const rowOf = (page: Page, name: string) =>
	page.locator(".keys li", { has: page.getByRole("heading", { name, exact: true }) });
