/** Addresses that users would come back to, and that are not registered: an error page, never a redirect. */
// Proves: sso-codes
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Application, addApplication, ONLY_ON } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const callback = "https://charts.example.com/callback";

onSqlite("An attacker who bends the address that users come back to", (database) => {
	let service: TestService;
	let charts: Application;
	let ada: Visitor;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON };
		service = await startTestService({ databaseUrl: await database.url(), prefix: "/login", settings });
		await service.addUser("ada");
		charts = await addApplication(service, { trusted: true, redirectUris: [callback] });
		ada = await service.loggedIn("ada");
	});
	after(() => service.stop());

	/** The response to the first request: a redirect is not followed. */
	async function authorize(application: Application, redirectUris: string[]) {
		const { url } = await application.begin();
		url.searchParams.delete("redirect_uri");
		for (const uri of redirectUris) url.searchParams.append("redirect_uri", uri);
		const headers = { accept: "text/html, application/xhtml+xml", "accept-language": "en" };
		return ada.get(`/oidc/auth${url.search}`, headers);
	}

	async function assertPage(application: Application, ...redirectUris: string[]): Promise<void> {
		const { status, headers, text } = await authorize(application, redirectUris);
		assert.deepEqual([status, headers.get("location")], [400, null], redirectUris.join());
		assert.match(text, /This application is not set up right/);
		assert.doesNotMatch(text, /<a href="https?:|javascript:alert/);
	}

	for (const [trick, address] of Object.entries({
		"a user in front of another host (Pocket ID CVE-2026-28512)":
			"https://charts.example.com@evil.example/callback",
		"steps up (Keycloak CVE-2026-3872)": `${callback}/..;/admin`,
		dots: "https://charts.example.com/x/../callback",
		"another port": "https://charts.example.com:444/callback",
		"the port that it has already": "https://charts.example.com:443/callback",
		"a query": `${callback}?next=https://evil.example`,
		"an empty query": `${callback}?`,
		"a fragment": `${callback}#x`,
		"upper case in the path": "https://charts.example.com/Callback",
		"upper case in the host": "https://CHARTS.example.com/callback",
		"plain http": "http://charts.example.com/callback",
		"a backslash": "https://charts.example.com\\@evil.example/callback",
		"a dot at the end of the host": "https://charts.example.com./callback",
		"a letter of full width": "https://\uff43harts.example.com/callback",
		"a letter of another script": "https://ch\u0430rts.example.com/callback",
		"a mark that turns the text around": `${callback}\u202e`,
		"a zero": `${callback}\0`,
		"a line of its own": `${callback}\r\nLocation: https://evil.example`,
		"a script": "javascript:alert(1)",
		"three kilobytes": `${callback}${"x".repeat(3000)}`,
	}))
		it(`by ${trick}, sees an error page`, () => assertPage(charts, address));

	it("by none, or by two of them, sees an error page", async () => {
		await assertPage(charts);
		await assertPage(charts, callback, callback);
		await assertPage(charts, callback, "https://evil.example/");
	});

	describe("of an application on a device", () => {
		let app: Application;
		before(async () => {
			app = await addApplication(service, {
				...{ kind: "native", redirectUris: ["http://127.0.0.1/callback", "com.example.app:/callback"] },
			});
		});

		it("gets nowhere but to another port of the same machine (RFC 8252, 7.3)", async () => {
			for (const address of ["http://127.0.0.1:50123/callback", "http://127.0.0.1/callback"])
				assert.equal((await authorize(app, [address])).status, 303, address);
			for (const address of [
				"http://127.0.0.1:50123@evil.example/callback",
				"http://127.0.0.1:50123\\@evil.example/callback",
				"http://me@127.0.0.1:50123/callback",
				"http://127.0.0.1.evil.example/callback",
				"http://127.0.0.1:99999/callback",
				"http://127.1:50123/callback",
				"http://0x7f000001:50123/callback",
				"http://\uff11\uff12\uff17.0.0.1:50123/callback",
				"http://127\u30020\u30020\u30021:50123/callback",
				"http://localhost:50123/callback",
				"http://[::1]:50123/callback",
				"https://127.0.0.1:50123/callback",
				"HTTP://127.0.0.1:50123/callback",
				"http:127.0.0.1:50123/callback",
				"http://127.0.0.1:50123/callback/../x",
				"http://127.0.0.1:50123/%63allback",
				"http://127.0.0.1:50123/callback?x=1",
				"http://127.0.0.1:50123/callback#x",
				" http://127.0.0.1:50123/callback",
			])
				await assertPage(app, address);
		});

		it("gets to no other spelling of its scheme", async () => {
			assert.equal((await authorize(app, ["com.example.app:/callback"])).status, 303);
			for (const address of [
				"COM.EXAMPLE.APP:/callback",
				"com.example.app://callback",
				"com.example.app:/callback?x=1",
				"com.example.app:/x/../callback",
			])
				await assertPage(app, address);
		});

		it("by the port of an application on a server, sees an error page", async () => {
			const web = await addApplication(service, { redirectUris: ["http://127.0.0.1:9/callback"] });
			await assertPage(web, "http://127.0.0.1:10/callback");
			await assertPage(web, "http://127.0.0.1/callback");
		});
	});
});
