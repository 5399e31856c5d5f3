import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { decodeJwt } from "jose";
import { tokenOf } from "../support/administration.ts";
import { journey, type Page } from "../support/browser.ts";
import { accountPage, copied, fillLogin, fillNewPassword, logOut, pathOf } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { hasCurl, runDisplayed } from "../support/displayed-command.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

/** A service below a path: what holds there for addresses and cookies holds at the root of a host. */
describe("the first visit of a new user", () => {
	let service: TestService;
	let folder: string;
	before(async () => {
		service = await startTestService({ prefix: "/analytics", settings: cheap });
		folder = mkdtempSync(join(tmpdir(), "sallyport-newcomer-"));
	});
	after(async () => {
		await service.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	it("leads from the setup link to a JWT, and ends with the session that it began with", async (t) => {
		await journey({ baseUrl: service.baseUrl, permissions: clipboard }, async ({ page }) => {
			const secret = tokenOf(service.running.setupLink);
			const addresses: string[] = [];
			page.on("request", (request) => {
				addresses.push(request.url(), request.headers().referer ?? "");
			});
			await page.goto(String(service.running.setupLink));
			await page.getByRole("heading", { name: "Password for admin" }).waitFor();
			await fillNewPassword(page, ADMIN_PASSWORD);
			await page.getByRole("button", { name: "Save password and log in" }).click();
			await page.waitForURL("**/console");
			await page.getByRole("heading", { name: "Next steps" }).waitFor();
			await page.goto("account/programs");
			assert.ok(![page.url(), ...addresses].join(" ").includes(secret), "the link's secret is in an address");

			await page.getByText(/leave the page unused for too long, and at the latest on/).waitFor();
			await logInAsShown(page, t);
			await logInWithCookieAsShown(page);

			const login = await copied(page, "command");
			await logOut(page);
			assert.equal(JSON.parse(await run(login)).code, "csrf_invalid");
			await fillLogin(page, "admin");
			await accountPage(page);
			assert.equal(pathOf(page), "/analytics/account");
		});
	});

	async function logInAsShown(page: Page, t: TestContext): Promise<void> {
		if (!hasCurl) t.diagnostic("curl is not installed: the request it shows was sent with fetch");
		const answer = JSON.parse(await run(await copied(page, "command")));
		assert.deepEqual(Object.keys(answer), ["id", "message", "token"]);
		assert.equal(decodeJwt(answer.token).iss, service.baseUrl);
		const call = await copied(page, "second command");
		const who = JSON.parse(await run(call.replace("ACCESS_TOKEN", answer.token)));
		assert.equal(who.username, "admin");
		assert.equal(who.session.kind, "token");
	}

	async function logInWithCookieAsShown(page: Page): Promise<void> {
		await page.getByRole("radio", { name: "Cookie session" }).check();
		const answer = JSON.parse(await run(await copied(page, "command")));
		assert.deepEqual(Object.keys(answer), ["id", "message", "csrf", "expiresAt"]);
		const who = JSON.parse(await run(await copied(page, "second command")));
		assert.equal(who.session.kind, "cookie");
	}

	const run = (command: string) => runDisplayed(command.replace("YOUR_PASSWORD", ADMIN_PASSWORD), folder);
});

const clipboard = ["clipboard-read", "clipboard-write"];
