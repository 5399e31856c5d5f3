import { randomBytes } from "node:crypto";
import type { Page } from "./browser.ts";
import { logInAt } from "./browser-acts.ts";
import type { PageState } from "./page-states.ts";
import { addPerson, administrationOf } from "./people.ts";

const tab = async (page: Page, name: string): Promise<void> => {
	await page.locator(".tabs").getByRole("link", { name, exact: true }).click();
};

/** The console as its admin sees it, one state after the other. */
export const pageStatesOfConsole: PageState[] = [
	{
		name: "console",
		async reach(page, service, { consoleOverviewTexts }) {
			const name = `ada-${randomBytes(3).toString("hex")}`;
			await addPerson(service, name, { displayName: "Ada Lovelace", groups: ["analysts", "staff"] });
			await administrationOf(service).users.setRole(name, "admin");
			await logInAt(page, "console", name);
			await page.getByRole("heading", { name: consoleOverviewTexts.steps.heading }).waitFor();
			await page.getByText(consoleOverviewTexts.logins.heading).first().waitFor();
			await page.locator(".chart").first().waitFor();
		},
	},
	{
		name: "console-users",
		async reach(page) {
			await page.goto("console/users?state=active");
			await page.locator("tbody tr").first().waitFor();
			await page.locator("tbody input").first().check();
		},
	},
	{
		name: "console-users-acts",
		async reach(page) {
			const folded = page.locator(".bulk summary");
			if (await folded.isVisible()) await folded.click();
		},
	},
	{
		name: "console-nothing",
		async reach(page, _service, { consoleTexts }) {
			await page.goto("console/users?q=no-such-user");
			await page.getByText(consoleTexts.list.nothingFound).waitFor();
		},
	},
	{
		name: "console-add",
		overlay: true,
		async reach(page, _service, { consoleUserTexts }) {
			await page.getByRole("button", { name: consoleUserTexts.add }).click();
			await page.locator("dialog .offered button").first().waitFor();
			await page.keyboard.press("Enter");
		},
	},
	{
		name: "console-user",
		async reach(page) {
			await page.goto("console/users?role=admin");
			await page.locator("tbody th a").last().click();
			await page.locator("textarea").waitFor();
		},
	},
	{
		name: "console-access",
		async reach(page, _service, { consoleUserPageTexts }) {
			await tab(page, consoleUserPageTexts.tabs.access);
			await page.locator(".access").getByText(consoleUserPageTexts.access.off).waitFor();
		},
	},
	{
		name: "console-user-events",
		async reach(page, _service, { consoleUserPageTexts }) {
			await tab(page, consoleUserPageTexts.tabs.events);
			await page.locator("tbody tr").first().waitFor();
		},
	},
	{
		name: "console-find",
		overlay: true,
		async reach(page) {
			await page.keyboard.press("Control+k");
			await page.locator("dialog li a").first().waitFor();
		},
	},
	...["groups", "groups/staff", "sessions", "mails", "keys", "access-keys", "system", "users/import"].map(
		(path) => ({
			name: `console-${path.replace("/", "-")}`,
			async reach(page: Page) {
				await page.goto(`console/${path}`);
				const parts = page.locator("main :is(tbody tr, .nothing, .timeline li, input[type=file])");
				await parts.first().waitFor();
			},
		}),
	),
	{
		name: "console-key-add",
		overlay: true,
		async reach(page, _service, { consoleAccessKeyTexts }) {
			await page.goto("console/access-keys");
			await page.getByRole("button", { name: consoleAccessKeyTexts.make.button }).click();
			await page.locator("dialog #purpose").selectOption("administer");
			await page.locator("dialog .scopes input").first().waitFor();
		},
	},
	{
		name: "console-session-end",
		overlay: true,
		async reach(page) {
			await page.goto("console/sessions");
			await page.locator("tbody td button").first().click();
			await page.locator("dialog button:focus").waitFor();
		},
	},
	{
		name: "console-events",
		async reach(page) {
			await page.goto("console/events");
			await page.locator("tbody a.opens").first().click();
			await page.locator("#opened:focus").waitFor();
		},
	},
	{
		name: "console-clients",
		async reach(page, service, { consoleApplicationTexts }) {
			const { applications, groups } = administrationOf(service);
			const group = `wiki-users-${randomBytes(3).toString("hex")}`;
			await groups.add(group);
			await applications.add({
				name: "wiki-of-all-regions-".padEnd(64, "x"),
				redirectUris: ["https://wiki.example.com/callback"],
				allowedGroups: [group],
			});
			await page.goto("console/integrations/clients");
			await page.locator("tbody tr").first().waitFor();
			const [off = ""] = consoleApplicationTexts.off.split("`");
			await page.getByText(off).waitFor();
		},
	},
	{
		name: "console-client-add",
		overlay: true,
		async reach(page, _service, { consoleApplicationTexts }) {
			await page.getByRole("button", { name: consoleApplicationTexts.add.button }).click();
			await page.locator("dialog .offered button").first().waitFor();
			await page.locator("dialog summary").click();
		},
	},
	{
		name: "console-client-made",
		overlay: true,
		async reach(page) {
			await page.locator("#template").selectOption("grafana");
			await page.locator("#url").fill("https://grafana.example.com");
			await page.locator("dialog button[type=submit]").click();
			await page.locator("dialog pre").nth(3).waitFor();
		},
	},
	{
		name: "console-client",
		async reach(page, _service, { consoleApplicationTexts }) {
			await page.getByRole("button", { name: consoleApplicationTexts.made.stored }).click();
			await page.locator(".secrets dt").waitFor();
		},
	},
	{
		name: "console-client-settings",
		async reach(page, _service, { consoleApplicationTexts }) {
			await tab(page, consoleApplicationTexts.tabs.settings);
			await page.locator("#postLogoutUris").waitFor();
		},
	},
	{
		name: "console-event",
		async reach(page) {
			await page.goto("console/events");
			await page.locator("a.opens").first().click();
			await page.locator("aside h2:focus").waitFor();
		},
	},
	{
		name: "console-missing",
		async reach(page, _service, { consoleTexts }) {
			await page.goto("console/nowhere");
			await page.getByRole("heading", { name: consoleTexts.missing.heading }).waitFor();
		},
	},
];
