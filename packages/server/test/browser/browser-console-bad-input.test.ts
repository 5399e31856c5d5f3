// At length: it types what is wrong into each field of the console, in two languages, in Chromium.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey, type Page } from "../support/browser.ts";
import { logInAt } from "../support/browser-acts.ts";
import { startConsoleOfService, userNamed } from "../support/console-journey.ts";
import { administrationOf } from "../support/people.ts";
import type { TestService } from "../support/service.ts";

const long = "n".repeat(20_000);
const bidi = "a\u202eb";
const seen = /control or invisible characters|can all be seen/;
const most = (count: number) => new RegExp(`^It may have at most ${count} characters.$`);
const group = /^Use 1 to 48 characters: small letters/;
const address = /^Write the whole address, such as https:/;

interface Form {
	path: (service: TestService) => string | Promise<string>;
	open: (page: Page) => Promise<unknown>;
	scope: string;
	/** By field: what is typed there, and what is said of it. */
	wrong: Record<string, ReadonlyArray<readonly [text: string, said: RegExp]>>;
}

const press = (page: Page, selector: string) => page.locator(selector).first().click();
const inDialog = { scope: "dialog form" };
const onPage = { scope: "main form.pairs", open: async () => {} };

const forms: Record<string, Form> = {
	"of a new user": {
		path: () => "users?add=1",
		open: (page) => page.locator("dialog #username").fill("lin"),
		...inDialog,
		wrong: {
			username: [
				[long, most(254)],
				[bidi, seen],
				["a b", /without spaces/],
			],
			displayName: [
				[long, most(254)],
				[bidi, /^It is empty, too long, or has control/],
			],
			email: [
				[`${long}@example.com`, most(254)],
				[bidi, /^Write one address/],
			],
			groups: [
				[`staff ${long}`, group],
				["Staff", group],
				["nowhere", /^There is no such group: nowhere/],
			],
		},
	},
	"of a profile": {
		path: async (service) => `users/${(await userNamed(service, "eve")).id}`,
		...onPage,
		wrong: {
			displayName: [
				["   ", /^It is empty/],
				[long, most(254)],
			],
			locale: [[long, /^Such as de or en-GB/]],
			externalId: [
				[long, most(255)],
				[bidi, seen],
			],
			attributes: [
				["city", /name=value/],
				["Größe=1", /names have 1 to 32 characters/],
			],
		},
	},
	"of a new group": {
		path: () => "groups",
		async open(page) {
			await press(page, ".top button");
			await page.locator("dialog #name").fill("crew");
		},
		...inDialog,
		wrong: {
			name: [
				[long, group],
				["Crew", group],
			],
			description: [
				[long, most(256)],
				[bidi, /has at most 256 characters, and no control/],
			],
		},
	},
	"of a description": {
		path: () => "groups/staff",
		open: (page) => press(page, ".acts .quiet"),
		...inDialog,
		wrong: { description: [[long, most(256)]] },
	},
	"of a new access key": {
		path: () => "access-keys?make=1",
		async open(page) {
			await press(page, "dialog .found button");
			await page.locator("dialog #name").fill("report");
			await page.locator("#purpose").selectOption("administer");
			await page.locator("dialog .scopes input").first().check();
		},
		...inDialog,
		wrong: {
			name: [
				[long, most(64)],
				[bidi, seen],
			],
			addresses: [
				["anywhere", /192\.0\.2\.0\/24/],
				["192.0.2.1/24", /192\.0\.2\.0\/24/],
			],
		},
	},
	"of a new application": {
		path: () => "integrations/clients",
		async open(page) {
			await press(page, ".top button");
			await page.locator("dialog #name").fill("Wiki");
			await page.locator("#redirectUris").fill("https://wiki.example.com/callback");
			await press(page, "dialog summary");
		},
		...inDialog,
		wrong: {
			name: [
				[long, most(64)],
				[bidi, seen],
			],
			redirectUris: [["wiki.example.com", address]],
			allowedGroups: [[bidi, group]],
			id: [
				[long, /^1 to 64 of a–z/],
				["...", /^1 to 64 of a–z/],
			],
		},
	},
	"of an application": {
		async path(service) {
			const redirectUris = ["https://charts.example.com/callback"];
			const { found } = await administrationOf(service).applications.add({ name: "charts", redirectUris });
			return `integrations/clients/${found.client.id}?tab=settings`;
		},
		...onPage,
		wrong: {
			name: [[long, most(64)]],
			launchUrl: [["charts", address]],
			logoutUri: [["charts", address]],
			postLogoutUris: [["https://charts.example.com\ncharts", address]],
		},
	},
	"of a group of many users": {
		path: () => "users?q=eve",
		async open(page) {
			await page.locator("tbody input").check();
			await page.locator(".bulk button").nth(5).click();
		},
		...inDialog,
		wrong: { group: [[long, group]] },
	},
};

describe("a field of the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsoleOfService();
	});
	after(() => service.stop());

	for (const [name, { path, open, scope, wrong }] of Object.entries(forms))
		for (const locale of ["en", "de"])
			it(`keeps what is wrong in it, has the focus, and says what is right: ${name}, ${locale}`, async () => {
				await journey({ ...service, locale, reducedMotion: "reduce" }, async ({ page }) => {
					await logInAt(page, `console/${await path(service)}`, "ada");
					await open(page);
					const form = page.locator(scope);
					for (const [id, mistakes] of Object.entries(wrong)) {
						const field = form.locator(`#${id}`);
						const right = await field.inputValue();
						for (const [text, said] of mistakes) {
							// Else they are too many for a minute.
							service.travel(2000);
							await field.fill(text);
							await form.locator("[type=submit]").click();
							await form.locator(`#${id}:focus[aria-invalid=true]`).waitFor();
							assert.equal(await field.inputValue(), text);
							const sentence = await form.locator(`#${id}-mistake`).innerText();
							if (locale === "en") assert.match(sentence, said);
							else assert.doesNotMatch(sentence, /^$|prüfen Sie|\b(It|of|the|characters)\b/);
						}
						await field.fill(right);
					}
				});
			});
});
