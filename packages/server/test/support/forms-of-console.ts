/** The forms of the console, each with what is typed in it. */
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Page } from "./browser.ts";
import { row, toast, userNamed } from "./console-journey.ts";
import { administrationOf } from "./people.ts";
import type { TestService } from "./service.ts";

export interface OneForm {
	name: string;
	/** Below `/console`. */
	path: (service: TestService) => string | Promise<string>;
	/** Opens it and types; what is pasted has blanks around it. */
	fill: (page: Page) => Promise<void>;
	/** The part of the page whose fields are looked at. */
	scope: string;
	submit: (page: Page) => Locator;
	/** The address that it sends to. */
	sends: RegExp;
	/** Waits until it says that it is done. */
	done: (page: Page) => Promise<void>;
	/** That it was done, and once. */
	check: (service: TestService) => Promise<void>;
}

const inDialog = { scope: "dialog form", submit: (page: Page) => page.locator("dialog form [type=submit]") };
const onPage = {
	scope: "main form.pairs",
	submit: (page: Page) => page.locator("main form.pairs [type=submit]"),
};
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

export const formsOfConsole: OneForm[] = [
	{
		name: "a user is added",
		path: () => "users",
		async fill(page) {
			await press(page, "Add a user");
			await page.locator("#username").fill("  lin  ");
			await page.locator("#displayName").fill(" Lin Chen ");
			await page.locator("#groups").fill(" staff\u00a0 ");
			await page.locator("#invite").selectOption("none");
		},
		...inDialog,
		sends: /\/api\/admin\/users$/,
		done: (page) => toast(page, "lin is added."),
		async check(service) {
			const { displayName, groups } = await userNamed(service, "lin");
			assert.deepEqual([displayName, groups], ["Lin Chen", ["staff"]]);
		},
	},
	{
		name: "a service account is added",
		path: () => "users?add=1&kind=service",
		async fill(page) {
			await page.locator("#username").fill("weekly");
		},
		...inDialog,
		sends: /\/api\/admin\/users$/,
		done: (page) => page.getByRole("heading", { name: "Access keys" }).waitFor(),
		check: async (service) => assert.equal((await userNamed(service, "weekly")).kind, "service"),
	},
	{
		name: "a profile is changed",
		path: async (service) => `users/${(await userNamed(service, "eve")).id}`,
		async fill(page) {
			await page.locator("#displayName").fill(" Eve Moreau ");
			await page.locator("#attributes").fill(" city = Lyon \r\n\r\n floor=3 ");
		},
		...onPage,
		sends: /\/api\/admin\/users\/[^/?]+$/,
		done: (page) => toast(page, "Saved."),
		async check(service) {
			const { displayName, attributes } = await userNamed(service, "eve");
			assert.deepEqual([displayName, attributes], ["Eve Moreau", { city: "Lyon", floor: "3" }]);
		},
	},
	{
		name: "a group is added",
		path: () => "groups",
		async fill(page) {
			await press(page, "Add a group");
			await page.locator("#name").fill(" crew ");
			await page.locator("#description").fill(" All of them ");
		},
		...inDialog,
		sends: /\/api\/admin\/groups$/,
		done: (page) => toast(page, "crew"),
		check: (service) => describes(service, "crew", "All of them"),
	},
	{
		name: "a group is described",
		path: () => "groups/staff",
		async fill(page) {
			await press(page, "Describe");
			await page.locator("#description").fill("\tAll who work here ");
		},
		...inDialog,
		sends: /\/api\/admin\/groups\/staff$/,
		done: (page) => page.locator(".toast").waitFor(),
		check: (service) => describes(service, "staff", "All who work here"),
	},
	{
		name: "members are added",
		path: () => "groups/staff",
		async fill(page) {
			await press(page, "Add members");
			await page.locator("#pick").fill(" ada ");
		},
		...inDialog,
		sends: /\/groups\/staff\/members$/,
		done: (page) => row(page, "ada").waitFor(),
		check: async (service) => assert.deepEqual((await userNamed(service, "ada")).groups, ["staff"]),
	},
	{
		name: "an access key is made",
		path: () => "access-keys",
		async fill(page) {
			await press(page, "Make a key");
			await page.locator("dialog #pick").fill("nightly");
			await press(page, "Choose nightly");
			await page.locator("dialog #name").fill(" report ");
			await page.locator("#purpose").selectOption("administer");
			await page.locator("dialog .scopes input").first().check();
			await page.locator("#addresses").fill(" 127.0.0.1 \t192.0.2.0/24");
		},
		...inDialog,
		sends: /\/access-keys$/,
		done: (page) => toast(page, "report is made, but was not shown. End it and make another one."),
		check: async (service) => assert.equal(await countOf(service, "access_keys"), 1),
	},
	{
		name: "an application is registered",
		path: () => "integrations/clients",
		async fill(page) {
			await press(page, "Register an application");
			await page.locator("dialog #name").fill(" Wiki ");
			await page
				.locator("#redirectUris")
				.fill(" https://wiki.example.com/a \r\n\n https://wiki.example.com/b ");
		},
		...inDialog,
		sends: /\/api\/admin\/clients$/,
		done: (page) => toast(page, "Wiki is registered, but its secret was not shown."),
		check: async (service) => assert.equal(await countOf(service, "oidc_clients"), 1),
	},
	{
		name: "an application gets another secret",
		async path(service) {
			const { found } = await administrationOf(service).applications.add({
				name: "charts",
				redirectUris: ["https://charts.example.com/callback"],
			});
			return `integrations/clients/${found.client.id}`;
		},
		async fill(page) {
			await press(page, "Rotate the secret");
			await page.locator("dialog select").selectOption({ index: 1 });
		},
		...inDialog,
		sends: /\/secrets$/,
		done: (page) => toast(page, "its secret was not shown."),
		// That of its beginning, that of the application before, and this one.
		check: async (service) => assert.equal(await countOf(service, "oidc_client_secrets"), 3),
	},
	{
		name: "a test mail is sent",
		path: () => "mails",
		fill: async () => {},
		scope: "main",
		submit: (page) => page.getByRole("button", { name: "Send a test mail" }),
		sends: /\/mails\/test$/,
		done: (page) => page.locator(".told.bad").waitFor(),
		check: async () => {},
	},
	{
		name: "signing keys are rotated before it is time",
		path: () => "keys",
		async fill(page) {
			await page.getByRole("button", { name: "Rotate" }).first().click();
			await page.locator("dialog form [type=submit]").click();
			await page.locator("dialog form button.link").click();
			await page.locator("#typed-confirmation").fill(" rotate ");
		},
		...inDialog,
		sends: /\/keys\/signing\/rotate$/,
		done: (page) => page.getByText("Another change came first.").waitFor(),
		check: async (service) => assert.equal(await countOf(service, "signing_keys"), 3),
	},
	{
		name: "users are imported",
		path: () => "users/import",
		async fill(page) {
			const buffer = Buffer.from("username,groups\r\n kim , staff \r\n\r\npat,staff\r\n");
			const file = { name: "people.csv", mimeType: "text/csv", buffer };
			await page.locator("input[type=file]").setInputFiles(file);
			await press(page, "Try it out");
			await page.getByText("2 users can be imported").waitFor();
		},
		scope: "main",
		submit: (page) => page.getByRole("button", { name: "Import 2 users" }),
		sends: /\/users\/import\?/,
		// The sending whose answer was lost has added them.
		async done(page) {
			await page.getByText("0 users are added. 2 were there already.", { exact: true }).waitFor();
			assert.equal(await row(page, "kim").count(), 0);
		},
		check: async (service) => assert.deepEqual((await userNamed(service, "kim")).groups, ["staff"]),
	},
	{
		name: "users are put into a group",
		path: () => "users?q=nightly",
		async fill(page) {
			await page.locator("tbody input").check();
			await press(page, "Add to group");
			await page.locator("dialog #group").fill(" staff ");
		},
		...inDialog,
		sends: /\/users\/actions$/,
		done: (page) => toast(page, "1 user added to the group."),
		check: async (service) => assert.deepEqual((await userNamed(service, "nightly")).groups, ["staff"]),
	},
	{
		name: "users are deleted",
		path: () => "users?q=nightly",
		async fill(page) {
			await page.locator("tbody input").check();
			await press(page, "Delete");
			await page.locator("#typed-confirmation").fill(" 1 ");
		},
		...inDialog,
		sends: /\/users\/actions$/,
		done: (page) => page.getByRole("dialog", { name: "1 user was left out" }).waitFor(),
		check: async (service) => assert.rejects(userNamed(service, "nightly"), /there is no nightly/),
	},
];

async function describes(service: TestService, group: string, description: string): Promise<void> {
	const all = await administrationOf(service).groups.list();
	assert.deepEqual(
		all.filter(({ name }) => name === group).map((each) => each.description),
		[description],
	);
}

const countOf = async (
	{ running }: TestService,
	table: "access_keys" | "oidc_clients" | "oidc_client_secrets" | "signing_keys",
) => (await running.deployment.opened.database.selectFrom(table).selectAll().execute()).length;
