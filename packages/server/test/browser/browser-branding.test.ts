// At length: it walks a journey aside, in Chromium.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { loadConfig } from "../../src/platform/config/config.ts";
import { journey } from "../support/browser.ts";
import { logIn } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { newDatabaseFolder } from "../support/database-folder.ts";
import { startTestService, type TestService } from "../support/service.ts";

const folder = newDatabaseFolder();
after(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
	const path = join(folder, name);
	writeFileSync(path, content);
	return path;
}

const SVG = `<?xml version="1.0"?><!-- ours -->
<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30" onload="document.title='run'">
<style>rect{fill:#123456}</style><rect width="90" height="30"/><script>document.title = "run"</script></svg>`;
const PNG = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(100)]);
const navigation = { accept: "text/html,application/xhtml+xml" };

describe("pages with a brand", () => {
	let service: TestService;
	before(async () => {
		const settings = {
			...cheap,
			SALLYPORT_BRAND_NAME: `Käse & <script>alert("x")</script>`,
			SALLYPORT_BRAND_LOGO_FILE: file("logo.svg", SVG),
			SALLYPORT_BRAND_ACCENT: "#123456",
			SALLYPORT_SUPPORT_URL: "mailto:help@example.com?subject=a%22b",
			SALLYPORT_IMPRINT_URL: "https://example.com/imprint",
			SALLYPORT_PRIVACY_URL: "https://example.com/privacy?a=b&c=d",
		};
		service = await startTestService({ prefix: "/analytics", settings });
		await service.addUser("ada");
	});
	after(() => service.stop());

	it("name it in each, a refusal included, as text alone", async () => {
		const visitor = await service.loggedIn("ada");
		for (const path of ["/login", "/setup", "/account", "/reauthenticate", "/docs", "/nowhere"]) {
			const { text } = await visitor.get(path, navigation);
			assert.match(
				text,
				/<title>[^<]+ &middot; Käse &amp; &lt;script&gt;alert\(&quot;x&quot;\)&lt;\/script&gt;<\/title>/,
			);
			assert.doesNotMatch(text, /<script>|Sallyport/, path);
			const foot = /<footer>(.*)<\/footer>/s.exec(text)?.[1] ?? "";
			const links = [...foot.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)].map(([, href, label]) => [
				label,
				href,
			]);
			assert.deepEqual(links, [
				["Help", "mailto:help@example.com?subject=a%22b"],
				["Imprint", "https://example.com/imprint"],
				["Privacy", "https://example.com/privacy?a=b&amp;c=d"],
			]);
		}
	});

	it("show the picture and the colour under the policy they have without", async () => {
		await journey({ ...service, locale: "de" }, async ({ page }) => {
			await page.goto("login");
			await page.getByRole("contentinfo").getByRole("link", { name: "Impressum" }).waitFor();
			const natural = () =>
				page.locator(".brand img").evaluate((image: HTMLImageElement) => image.naturalWidth);
			assert.equal(await natural(), 90);
			const submit = page.locator("button[type=submit]");
			const colour = () => submit.evaluate((button) => getComputedStyle(button).backgroundColor);
			assert.equal(await colour(), "rgb(18, 52, 86)");
			await logIn(page, "ada");
			assert.equal(await natural(), 90);
			assert.notEqual(await page.title(), "run");
		});
	});

	it("serve the picture so that nothing in it runs, wherever it is opened", async () => {
		const visitor = service.visitor();
		const { text, headers } = await visitor.get("/login");
		assert.match(headers.get("content-security-policy") ?? "", /style-src 'self';.* img-src 'self'/);
		const [, icon = ""] =
			/<link rel="icon" type="image\/svg\+xml" href="\/analytics([^"]+)">/.exec(text) ?? [];
		const picture = await visitor.get(icon);
		assert.equal(picture.headers.get("x-content-type-options"), "nosniff");
		assert.equal(picture.headers.get("content-type"), "image/svg+xml");
		const policy = picture.headers.get("content-security-policy") ?? "";
		assert.match(policy, /^default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox$/);
		assert.match(picture.headers.get("cache-control") ?? "", /immutable/);
		assert.equal(picture.text, SVG);
		assert.equal((await visitor.get("/favicon.ico")).headers.get("location"), `/analytics${icon}`);
		await journey(
			{ ...service, expects: /Blocked script execution|Content Security Policy/ },
			async ({ page }) => {
				await page.goto(service.baseUrl + icon);
				assert.notEqual(await page.evaluate(() => document.title), "run");
			},
		);
	});
});

describe("a setting of the brand that does harm", () => {
	const large = file("large.png", Buffer.concat([PNG, Buffer.alloc(65_536)]));
	const cases: Array<[name: string, value: string, why: RegExp]> = [
		["BRAND_NAME", "two\nlines", /must be one line of at most 40 visible characters/],
		["BRAND_NAME", "\u202eevil", /visible characters/],
		["BRAND_NAME", "x".repeat(41), /at most 40/],
		["BRAND_LOGO_FILE", join(folder, "none.svg"), /the file cannot be read/],
		["BRAND_LOGO_FILE", large, /the file has 65644 bytes, and 65536 are the most/],
		[
			"BRAND_LOGO_FILE",
			file("logo.png", "<html><script>alert(1)</script>"),
			/is no SVG, PNG or WebP picture/,
		],
		["BRAND_ACCENT", "#ffcc00", /#ffcc00 has a contrast of 1\.3 : 1 on the light pages/],
		["SUPPORT_URL", "javascript:alert(1)", /begins with https: or mailto:/],
		["SUPPORT_URL", "http://example.com", /begins with https: or mailto:/],
		["IMPRINT_URL", "mailto:a@example.com", /begins with https:/],
		["PRIVACY_URL", "/privacy", /begins with https:/],
		["PRIVACY_URL", "https://user@example.com", /begins with https:/],
		["LOCALE", "../de", /write one of en, de/],
	];
	for (const [name, value, why] of cases)
		it(`stops the start with one line: ${name} ${why.source}`, () => {
			assert.throws(
				() => loadConfig({ [`SALLYPORT_${name}`]: value }),
				({ message }: Error) => {
					assert.match(message, new RegExp(`^SALLYPORT_${name}: .*\\.$`));
					assert.match(message, why);
					return true;
				},
			);
		});

	it("is none of these", () => {
		for (const name of [file("l.png", PNG), file("l.webp", "RIFF1234WEBPVP8 ")])
			assert.match(loadConfig({ SALLYPORT_BRAND_LOGO_FILE: name }).brandLogoFile?.type ?? "", /png|webp/);
	});
});
