/** Links of mails, opened in a browser: by scanners first, then by their readers. */
// Proves: links-used-by-hand, recovery-by-mail
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { journey, type Page } from "../support/browser.ts";
import { accountPage, fillLogin, fillNewPassword } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { confirmPassword } from "../support/console-journey.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { ADMIN_PASSWORD, startTestService } from "../support/service.ts";

const MINUTE = 60_000;
const password = "five words nobody else has";

describe("a reader of mail", () => {
	let world: MailWorld;
	before(async () => {
		world = await startMailWorld();
	});
	after(() => world.stop());

	/** Runs the scripts of the page, waits for what they ask, and types nothing. */
	const scan = (link: string) =>
		journey(world.service, async ({ page }) => {
			const checked = page.waitForResponse("**/api/auth/setup/check");
			await page.goto(link);
			assert.equal((await checked).status(), 204);
			await page.goto(link.replace(/#.*/, ""));
		});
	async function setPassword(page: Page): Promise<void> {
		await fillNewPassword(page, password);
		await page.getByRole("button", { name: "Save password and log in" }).click();
		await accountPage(page);
	}

	it("who has forgotten the password asks on the login page, and sets a new one by the link", async () => {
		await world.addReader("ada", "ada@example.com");
		await journey(world.service, async ({ page }) => {
			await page.goto("login");
			await page.getByRole("link", { name: "Forgotten your password?" }).click();
			await page.getByLabel("Username or e-mail address").fill("ADA@example.com");
			await page.getByRole("button", { name: "Send the link" }).click();
			await page.getByRole("status").getByText("If the account has a confirmed address").waitFor();
		});
		const { link, parsed } = await world.mail.next("ada@example.com");
		assert.ok((parsed.html || "").includes(link.replaceAll("&", "&amp;")));
		await scan(link);
		await journey(world.service, async ({ page }) => {
			await page.goto(link);
			await page.getByRole("heading", { name: "Password for ada" }).waitFor();
			await setPassword(page);
		});
		await journey(world.service, async ({ page }) => {
			await page.goto(link);
			await page.getByRole("alert").getByText("This link has already been used.").waitFor();
			await page.getByRole("link", { name: "Ask for another link" }).click();
			await page.getByRole("heading", { name: "Forgotten your password?" }).waitFor();
		});
	});

	it("who asks too often from one address reads how long to wait, for known and unknown names alike", async () => {
		const { database } = world.service.running.deployment.opened;
		await journey(world.service, async ({ page }) => {
			const ask = async (login: string) => {
				await page.goto("recovery");
				await page.getByLabel("Username or e-mail address").fill(login);
				await page.getByRole("button", { name: "Send the link" }).click();
			};
			await ask("unknown");
			await page.getByText("No e-mail after a few minutes?").waitFor();
			await database
				.updateTable("attempts")
				.where("key", "like", "recovery from %")
				.set({ failures: 30 })
				.execute();
			for (const login of ["ada", "unknown"]) {
				await ask(login);
				const said = /Too many links were asked for from your network\. Try again in (59|60) minutes\./;
				await page.getByRole("status").getByText(said).waitFor();
			}
		});
		world.service.travel(61 * 60_000);
	});

	it("who is invited chooses a password, whatever has opened the link before", async () => {
		const profile = { email: "ben@example.com" };
		await usersOf(world.service).add({
			name: "ben",
			role: "user",
			passwordHash: null,
			profile,
			invite: "mail",
		});
		const { link } = await world.mail.next("ben@example.com");
		await scan(link);
		await journey(world.service, async ({ page }) => {
			await page.goto(link);
			await setPassword(page);
		});
		assert.notEqual((await usersOf(world.service).find("ben")).emailVerifiedAt, null);
	});

	it("who changes the address types it once, whatever is asked, and confirms it logged in, by a click", async () => {
		await world.addReader("cleo", "cleo@example.com");
		const emailOf = async () => (await usersOf(world.service).find("cleo")).email;
		await journey(world.service, async ({ page }) => {
			await page.goto("email");
			await fillLogin(page, "cleo", ADMIN_PASSWORD);
			await page.getByLabel("New e-mail address").fill("cleo");
			await page.getByRole("button", { name: "Send the link" }).click();
			await page.getByRole("alert").getByText("Write one e-mail address").waitFor();
			await page.getByLabel("New e-mail address").fill("changed@example.com");
			world.service.travel(20 * MINUTE);
			await page.getByRole("button", { name: "Send the link" }).click();
			// The styles of dialogs came with it.
			const border = await page.getByRole("dialog").evaluate((each) => getComputedStyle(each).borderWidth);
			assert.equal(border, "1px");
			await confirmPassword(page);
			await page.getByText("A mail with a link is on its way to changed@example.com.").waitFor();
		});
		const { link } = await world.mail.next("changed@example.com");
		await journey(world.service, async ({ page }) => {
			await page.goto(link);
			await fillLogin(page, "cleo", ADMIN_PASSWORD);
			const confirm = page.getByRole("button", { name: "Confirm this address" });
			await confirm.waitFor();
			assert.equal(await emailOf(), "cleo@example.com");
			// The secret of the link is in no address that a server or a proxy writes into its log.
			const asked: string[] = [];
			page.on("request", (request) => asked.push(request.url()));
			await usersOf(world.service).endSessions("cleo");
			await confirm.click();
			await page.getByText("Your session was ended.").waitFor();
			await fillLogin(page, "cleo", ADMIN_PASSWORD);
			await confirm.click();
			await page.getByText("Your address is confirmed.").waitFor();
			assert.deepEqual(
				asked.filter((url) => url.includes("token")),
				[],
			);
			assert.equal(await emailOf(), "changed@example.com");
			await page.goto("account");
			await page.goto(link);
			await confirm.click();
			await page.getByRole("alert").getByText("This link has already been used.").waitFor();
		});
	});
});

it("without mail, the login page offers no recovery, leads to the help of the operator, and shows no command", async () => {
	const service = await startTestService({
		settings: { ...cheap, SALLYPORT_SUPPORT_URL: "https://example.com/help" },
	});
	try {
		await journey(service, async ({ page }) => {
			await page.goto("login");
			await page.getByRole("button", { name: "Log in" }).waitFor();
			assert.equal(await page.getByText("Forgotten").count(), 0);
			assert.equal(
				await page.getByRole("link", { name: "Help" }).getAttribute("href"),
				"https://example.com/help",
			);
			assert.doesNotMatch(await page.locator("body").innerText(), /sallyport |curl|npx/);
			for (const missing of ["recovery", "email"]) {
				assert.equal((await page.goto(missing))?.status(), 404);
				await page.getByRole("heading", { name: "This page does not exist" }).waitFor();
			}
		});
	} finally {
		await service.stop();
	}
});
