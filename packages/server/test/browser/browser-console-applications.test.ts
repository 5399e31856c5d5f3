// At length: it walks a journey aside, in Chromium.
/** Applications in the console: what an admin does there, and what it means to those who log in. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { agree, enter, follow, ONLY_ON, openApplication } from "../support/application.ts";
import { pathOf } from "../support/browser-acts.ts";
import {
	confirmPassword,
	dialog,
	inConsole,
	row,
	startConsoleOfService,
	toast,
} from "../support/console-journey.ts";
import { administrationOf } from "../support/people.ts";
import { plantConsent } from "../support/planted-applications.ts";
import type { TestService } from "../support/service.ts";

const MINUTE = 60_000;

describe("the pages of applications in the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsoleOfService(ONLY_ON);
	});
	after(() => service.stop());

	const charts = "http://127.0.0.1:9";
	const grafanaWith = (secret: string) =>
		openApplication(service.baseUrl, {
			...{ id: "charts", secret, authMethod: "client_secret_basic" },
			redirectUri: `${charts}/login/generic_oauth`,
		});

	it("An application is registered from a template, and its secret works until it is ended, while another one works beside it", async () => {
		const eve = await service.loggedIn("eve");
		await inConsole(service, "integrations/clients", async (page) => {
			await page.getByText("There are no applications yet.").waitFor();
			await page.getByRole("button", { name: "Register an application" }).click();
			const form = dialog(page, "Register an application");
			// What is typed of groups is of every application: else each user might log in.
			await form.getByLabel("Groups that may").fill("staff nowhere");
			await form.getByLabel("What it is").selectOption("grafana");
			assert.equal(await form.getByLabel("Groups that may").inputValue(), "staff nowhere");
			await form.getByLabel("Its address").fill("charts.example.com");
			await form.getByText("More settings").click();
			await form.getByLabel("Client ID (optional)").fill("charts");
			await form.getByText("More settings").click();
			// What the page knows it says before it asks for the password.
			service.travel(16 * MINUTE);
			await form.getByRole("button", { name: "Register", exact: true }).click();
			await form.getByText("Write the whole address, such as https://app.example.com, without").waitFor();
			await form.getByLabel("Its address").fill(charts);
			await form.getByRole("button", { name: "Register", exact: true }).click();
			await form.getByText("There is no such group: nowhere.").waitFor();
			await form.getByLabel("Groups that may").fill("staff");
			await form.getByRole("button", { name: "Register", exact: true }).click();
			await confirmPassword(page);
			const once = dialog(page, "Grafana is registered");
			await once.waitFor();
			const [first = "", id, issuer, lines = ""] = await once.locator("pre").allInnerTexts();
			assert.deepEqual([id, issuer], ["charts", `${service.baseUrl}/oidc`]);
			assert.ok(lines.includes(`client_secret = ${first}`) && lines.includes("client_id = charts"), lines);
			const notes = once.getByRole("list", { name: "What to know" });
			await notes.getByText("A user without an email address is refused").waitFor();
			assert.equal(await notes.locator("code").first().innerText(), "role_attribute_path");
			await page.keyboard.press("Escape");
			await once.getByRole("button", { name: "I have stored it" }).click();
			await page.locator("h1:focus").getByText("Grafana").waitFor();
			assert.equal(pathOf(page), "/console/integrations/clients/charts");
			assert.equal(await page.locator("header nav [aria-current]").innerText(), "Applications");
			// The lines stay to be read, with a place for the secret, which does not.
			const again = await page.locator("pre").innerText();
			assert.equal(again, lines.replace(first, "YOUR_SECRET"));
			assert.ok(!(await page.content()).includes(first));
			await page.getByRole("button", { name: "Copy Token" }).waitFor();
			// For those applications that do not read the metadata.
			const found = await fetch(`${service.baseUrl}/oidc/.well-known/openid-configuration`);
			const metadata = (await found.json()) as Record<string, string>;
			const shownHere = await page.locator("dl.access code").allInnerTexts();
			for (const each of ["authorization", "token", "userinfo"])
				assert.ok(shownHere.includes(String(metadata[`${each}_endpoint`])), `${each}: ${shownHere}`);

			const begun = await (await grafanaWith(first)).begin();
			await begun.redeem(await agree(service, eve, begun));
			await page.getByRole("button", { name: "Rotate the secret" }).click();
			const another = dialog(page, "Rotate the secret of Grafana");
			await another.getByRole("button", { name: "Rotate the secret" }).click();
			const shown = dialog(page, "The new secret of Grafana");
			const second = await shown.locator("pre").innerText();
			await shown.getByRole("button", { name: "I have stored it" }).click();
			for (const secret of [first, second]) await enter(service, eve, await grafanaWith(secret));

			const hint = `sallyport_oidc_${first.slice("sallyport_oidc_".length).slice(0, 4)}…`;
			await page.getByRole("button", { name: `End the secret ${hint}` }).click();
			const ending = dialog(page, `End the secret ${hint}?`);
			await ending.getByRole("button", { name: "End the secret" }).click();
			await toast(page, "The secret has ended.");
			await assert.rejects(
				grafanaWith(first).then((each) => enter(service, eve, each)),
				{ status: 401 },
			);
			await enter(service, eve, await grafanaWith(second));

			await page.getByRole("button", { name: "Disable" }).click();
			await toast(page, "Grafana is disabled. Its login in 1 session ended.");
			const refused = async () =>
				(await follow(service, eve, (await (await grafanaWith(second)).begin()).url)).answer.status;
			assert.equal(await refused(), 403);
			await page.getByRole("button", { name: "Undo" }).click();
			await toast(page, "Undone.");
			await enter(service, eve, await grafanaWith(second));

			await page.goto(`${service.baseUrl}/console/events?event=oidc_authorized`);
			await row(page, "Grafana").first().getByRole("link", { name: "Grafana" }).click();
			await page.getByRole("complementary").getByText("Grafana").last().waitFor();
			await page.goto(`${service.baseUrl}/console/integrations/clients/charts`);
			await page.locator("main").getByRole("link", { name: "Users", exact: true }).click();
			await row(page, "eve").getByText("groups").waitFor();
			await row(page, "eve").getByRole("link", { name: "eve" }).click();
			await row(page, "Grafana").getByRole("link", { name: "Grafana" }).click();
			await page.getByRole("button", { name: "Delete" }).click();
			const question = dialog(page, "Delete Grafana?");
			await question.getByText("1 user has let it know them.").waitFor();
			await question.getByRole("textbox").fill("charts");
			await question.getByRole("button", { name: "Delete for good" }).click();
			await toast(page, "Grafana is deleted. Its login in 1 session ended.");
			await page.getByText("There are no applications yet.").waitFor();
			assert.equal(await refused(), 400);
		});
	});

	it("The keys that sign for applications are shown with the others, and take over when the signing keys do", async () => {
		// By then, applications know the next key.
		service.travel(10 * MINUTE);
		await inConsole(service, "keys", async (page) => {
			const ring = page.getByRole("region", { name: "Signing keys of applications" });
			await ring.getByText("RS256").first().waitFor();
			const next = await ring.locator(".next code").innerText();
			assert.equal(await ring.getByRole("button").count(), 0);
			await page.getByRole("button", { name: "Rotate" }).first().click();
			await page.getByRole("dialog").getByRole("button", { name: "Rotate", exact: true }).click();
			await ring.locator(".retired").waitFor();
			assert.equal(await ring.locator(".active code").innerText(), next);
		});
	});

	it("An application is registered by hand, with each mistake at its field, and changed while another change comes first", async () => {
		const { applications } = administrationOf(service);
		await inConsole(service, "integrations/clients", async (page) => {
			await page.getByRole("button", { name: "Register an application" }).click();
			const form = dialog(page, "Register an application");
			const register = () => form.getByRole("button", { name: "Register", exact: true }).click();
			await form.getByLabel("Name", { exact: true }).fill("Wiki");
			await form.getByLabel("Redirect URIs").fill("https://wiki.example.com/*");
			await register();
			await page.locator("#redirectUris:focus").waitFor();
			await form.getByLabel("Redirect URIs").fill("https://wiki.example.com/back\n");
			await form.getByLabel("Groups that may").fill("staff, nowhere");
			await register();
			await form.getByText("There is no such group: nowhere.").waitFor();
			await form.getByLabel("Groups that may").fill("staff");
			await form.getByText("More settings").click();
			await form.getByLabel("Client ID (optional)").fill("wiki");
			await form.getByLabel("Days of access").fill("9");
			await form.getByText("More settings").click();
			await register();
			await page.locator("#offlineDays:focus").waitFor();
			await form.getByLabel("Staying connected").check();
			// The answer is lost: sent again, it makes no second application, and its secret cannot be shown.
			await page.route("**/api/admin/clients", async (route) => {
				await route.fetch();
				await route.fulfill({ status: 500, json: { code: "internal_error", message: "Wrong." } });
			});
			await register();
			await form.getByRole("alert").filter({ hasText: /./ }).waitFor();
			await page.unrouteAll();
			await register();
			await toast(page, "Wiki is registered, but its secret was not shown.");
			await page.getByRole("link", { name: "staff" }).waitFor();

			await page.getByRole("link", { name: "Settings" }).click();
			await page.getByLabel("Name", { exact: true }).fill("Our wiki");
			await applications.change({ id: "wiki" }, { name: "Their wiki", trusted: true });
			await page.getByRole("button", { name: "Save" }).click();
			const both = dialog(page, "This has changed since you opened it");
			assert.match(await both.locator("tbody").innerText(), /Name\s+Our wiki\s+Their wiki/);
			await both.getByRole("button", { name: "Save mine" }).click();
			await toast(page, "Saved.");
			await page.getByLabel("Staying connected").uncheck();
			await page.getByLabel("Days of access").fill("0");
			await page.getByLabel("Each login takes").selectOption("aal2");
			await page.getByLabel("Groups that may").fill("");
			await page.getByRole("button", { name: "Save" }).click();
			await page.locator("main form :is([aria-busy=true])").waitFor({ state: "detached" });
			await page.getByRole("link", { name: "Connection" }).click();
			await page.getByText("Every user").waitFor();
			const { client } = await applications.find("wiki");
			const { name, trusted, offlineDays, requireAcr, allowedGroups, scopes } = client;
			assert.deepEqual(
				{ name, trusted, offlineDays, requireAcr, allowedGroups, scopes },
				{
					name: "Our wiki",
					trusted: true,
					offlineDays: 0,
					requireAcr: "aal2",
					allowedGroups: null,
					scopes: ["openid", "profile", "email", "groups"],
				},
			);
		});
	});

	it("An admin ends the access of an application to one user, whose list of applications is empty then", async () => {
		const { id: userId } = await service.addUser("ulf");
		await plantConsent(service, { userId, clientId: "wiki" });
		await inConsole(service, `users/${userId}?tab=applications`, async (page) => {
			await page.getByRole("button", { name: "End the access of Our wiki" }).click();
			const question = dialog(page, "End the access of Our wiki?");
			await question.getByRole("button", { name: "End the access" }).click();
			await toast(page, "Our wiki knows this user no longer.");
			await page.getByText("No application knows this user.").waitFor();
		});
	});
});
