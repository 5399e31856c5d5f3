// At length: it walks three journeys aside, in Chromium.
/** A user from the invitation to the loss of a role: what the console does is what an API sees. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey } from "../support/browser.ts";
import { accountPage, fillNewPassword } from "../support/browser-acts.ts";
import { dialog, inConsole, startConsoleOfService, toast, userNamed } from "../support/console-journey.ts";
import { claimsIn, logInForToken } from "../support/people.ts";
import { ADMIN_PASSWORD, type TestService } from "../support/service.ts";
import { createVerifierUnderTest, refuses } from "../support/verifier-under-test.ts";

describe("a user whom an admin invites in the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsoleOfService({ SALLYPORT_TOKEN_CLAIMS: "groups" });
	});
	after(() => service.stop());

	it("sets a password by the link, is in the group that tokens name, and is refused within ten seconds of the end of a role", async () => {
		let link = "";
		await inConsole(service, "users", async (page) => {
			await page.getByRole("button", { name: "Add a user" }).click();
			const form = dialog(page, "Add a user");
			await form.getByLabel("Username", { exact: true }).fill("cleo");
			await form.getByLabel("Role").selectOption("admin");
			await form.getByLabel("Link to set a password").selectOption("link");
			await form.getByRole("button", { name: "Add the user" }).click();
			const once = dialog(page, "The link for cleo");
			link = await once.locator("pre").innerText();
			await once.getByRole("button", { name: "I have copied it" }).click();
			await page.locator("h1:focus").getByText("cleo").waitFor();
			await page.goto("console/groups/staff");
			await page.getByRole("button", { name: "Add members" }).click();
			const members = dialog(page, "Add members to staff");
			await members.getByRole("searchbox").fill("cleo");
			await members
				.getByRole("button", { name: "Add 1 user" })
				.or(members.getByRole("button", { name: "Add", exact: true }))
				.click();
			await toast(page, "1 user joined the group.");
		});
		await journey(service, async ({ page }) => {
			await page.goto(link);
			await fillNewPassword(page, ADMIN_PASSWORD);
			await page.getByRole("button", { name: "Save password and log in" }).click();
			await accountPage(page);
		});
		const login = await logInForToken(service, "cleo");
		const { role, groups } = claimsIn(login);
		assert.deepEqual({ role, groups }, { role: "admin", groups: ["staff"] });
		const verifier = createVerifierUnderTest(service);
		try {
			const token = String(login.body?.token);
			assert.deepEqual((await verifier.verify(token)).groups, ["staff"]);
			const { id } = await userNamed(service, "cleo");
			await inConsole(service, `users/${id}?tab=token`, async (page) => {
				await page.getByText('"staff"').waitFor();
				await page.getByRole("link", { name: "Access", exact: true }).click();
				await page.getByRole("button", { name: "Remove admin role" }).click();
				await dialog(page, "Remove the admin role of cleo?")
					.getByRole("button", { name: "Remove admin role" })
					.click();
				await toast(page, "cleo has the role User now.");
			});
			await verifier.pass(10_000);
			await refuses(verifier.verify(token), "session_ended");
			assert.equal(claimsIn(await logInForToken(service, "cleo")).role, "user");
		} finally {
			verifier.close();
		}
	});
});
