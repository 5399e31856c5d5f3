// At length: it walks a journey aside, in Chromium.
/** What a login to an application, and a logout from it, leave in the history of the browser, and tell others by the header Referer. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Request } from "playwright-core";
import { ONLY_ON } from "../support/application.ts";
import { journey, type Page } from "../support/browser.ts";
import { fillLogin } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startApplication } from "../support/loopback-application.ts";
import { startTestService } from "../support/service.ts";

/** Of the tab, the oldest one first. */
async function historyOf(page: Page): Promise<string[]> {
	const session = await page.context().newCDPSession(page);
	const { entries } = await session.send("Page.getNavigationHistory");
	await session.detach();
	return entries.map(({ url }) => url);
}

// Proves: sso-traces
it("neither a login nor a logout leaves a code, a state, a nonce or a token in the history or in a Referer", async () => {
	const service = await startTestService({ settings: { ...cheap, ...ONLY_ON } });
	const wiki = await startApplication(service, { name: "Wiki" });
	await service.addUser("ada");
	const options = { ...service, alsoVisits: [wiki.origin], alone: true };
	await journey(options, async ({ page, context }) => {
		const requests: Request[] = [];
		context.on("request", (request) => requests.push(request));
		await page.goto(wiki.origin);
		const address = new URL(await wiki.loginAddress());
		await page.evaluate((to) => location.assign(to), address.href);
		await fillLogin(page, "ada");
		await page.getByRole("button", { name: "Allow" }).click();
		const back = page.getByRole("heading", { name: "Back at Wiki" });
		await back.waitFor();
		const returned = wiki.returned();
		const { id_token = "", access_token } = await wiki.redeem();
		const atCallback = page.url();
		await page.evaluate(
			(to) => location.assign(to),
			`${service.baseUrl}/oidc/session/end?id_token_hint=${id_token}`,
		);
		await page.getByRole("heading", { name: "You are logged out" }).waitFor();

		const planted = [
			returned.get("code"),
			returned.get("state"),
			address.searchParams.get("nonce"),
			address.searchParams.get("code_challenge"),
			id_token,
			access_token,
		];
		const visited = await historyOf(page);
		assert.ok(visited.length >= 5, visited.join("\n"));
		const referers = await Promise.all(
			requests.map(async (each) => [each.url(), (await each.allHeaders()).referer ?? ""] as const),
		);
		const toWiki = referers.filter(
			([to, from]) => to.startsWith(wiki.origin) && from.startsWith(service.baseUrl),
		);
		assert.deepEqual(toWiki, [], "an application learns the address of a page here");
		assert.ok(referers.some(([, from]) => from.includes("/oidc-login/")));
		for (const secret of planted) {
			assert.ok(secret !== null && secret !== "");
			for (const url of visited.filter((each) => each !== atCallback)) assert.ok(!url.includes(secret), url);
			for (const [to, from] of referers) assert.ok(!from.includes(secret), `${to} from ${from}`);
		}
	});
	await wiki.stop();
	await service.stop();
});
