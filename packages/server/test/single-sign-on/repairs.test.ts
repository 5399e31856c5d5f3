/** What an answer names for those who set up an application: the command, or what to change there. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type Application, addApplication, enter, follow, ONLY_ON, token } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { eventually } from "../support/interleave.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

onSqlite("The developer of an application", (database) => {
	let service: TestService;
	let ada: Visitor;
	let charts: Application;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON };
		service = await startTestService({ databaseUrl: await database.url(), settings });
		await service.addUser("ada");
		ada = await service.loggedIn("ada");
		charts = await addApplication(service, { trusted: true });
	});
	after(() => service.stop());

	it("sees the address after a logout that is not registered, and the command that registers it", async () => {
		const { id_token = "" } = await enter(service, ada, charts);
		const given = {
			id_token_hint: id_token,
			post_logout_redirect_uri: "https://charts.example.com/bye?x=planted",
		};
		const { answer } = await follow(service, ada, `/oidc/session/end?${new URLSearchParams(given)}`);
		assert.equal(answer.status, 400);
		assert.ok(answer.text.includes("The application sent https://charts.example.com/bye."), answer.text);
		assert.ok(answer.text.includes(`sallyport client set ${charts.id} --post-logout-uri …`), answer.text);
		assert.doesNotMatch(answer.text, /planted/);
		const address = "https://charts.example.com/bye";
		await eventually(async () => (await rowsOf(service, "oidc_refused")).length > 0);
		const [row] = await rowsOf(service, "oidc_refused");
		assert.deepEqual(row?.detail, {
			code: "invalid_request",
			reason: "redirect_uri",
			address,
			application: charts.id,
		});
	});

	it("sees which id no application has, in the language of the browser, and the command that lists them", async () => {
		const { url } = await charts.begin();
		url.searchParams.set("client_id", "chart");
		const accept = "text/html, application/xhtml+xml";
		const asked = (language: string) =>
			ada.get(`/oidc/auth${url.search}`, { accept, "accept-language": language });
		const [en, de] = [await asked("en"), await asked("de")];
		assert.match(en.text, /No application is registered as chart here\..*sallyport client list/);
		assert.match(de.text, /Als chart ist hier keine Anwendung eingetragen\..*sallyport client list/);
		url.searchParams.set("client_id", "<b>x</b>");
		assert.doesNotMatch((await asked("en")).text, /registered as|<b>/);
	});

	it("reads that a secret is missing, or is too much", async () => {
		const widget = await addApplication(service, {
			kind: "spa",
			redirectUris: ["https://widget.example.com/"],
		});
		const saidOf = async (body: Record<string, string>) => {
			const answer = await token(service, { grant_type: "refresh_token", refresh_token: "x", ...body }, {});
			assert.equal(answer.status, 401);
			return ((await answer.json()) as { error_description: string }).error_description;
		};
		assert.equal(
			await saidOf({ client_id: charts.id }),
			`client authentication failed: no secret came, and the application has one, for the header. Another one is made by: sallyport client secret ${charts.id}`,
		);
		assert.equal(
			await saidOf({ client_id: widget.id, client_secret: "x" }),
			"client authentication failed: a secret came, and an application of the kind spa has none: leave it out in the application",
		);
	});

	it("reads that a scope is not permitted, and the command that permits it", async () => {
		const redirectUri = "https://notes.example.com/callback?tab=1";
		const notes = await addApplication(service, {
			trusted: true,
			scopes: ["profile"],
			redirectUris: [redirectUri],
		});
		const { at } = await follow(service, ada, (await notes.begin({ scope: "openid profile email" })).url);
		const back = new URL(at).searchParams;
		assert.ok(at.startsWith(`${redirectUri}&error=invalid_scope`), at);
		assert.equal(back.get("scope"), "email");
		assert.equal(
			back.get("error_description"),
			`requested scope is not allowed: to permit it, name all scopes: sallyport client set ${notes.id} --scope ...`,
		);
	});

	it("reads which method an address takes", async () => {
		const html = { accept: "text/html, application/xhtml+xml" };
		const { status, headers, text } = await ada.get("/oidc/token", html);
		assert.deepEqual([status, headers.get("allow")], [405, "POST, OPTIONS"]);
		assert.match(text, /<h1>Method not allowed<\/h1>/);
		const form = { "content-type": "application/x-www-form-urlencoded" };
		for (const [method, path, allowed] of [
			["POST", "/oidc/auth", "GET, HEAD, OPTIONS"],
			["PUT", "/oidc/userinfo", "GET, HEAD, POST, OPTIONS"],
			["POST", "/oidc/.well-known/openid-configuration", "GET, HEAD, OPTIONS"],
		] as const) {
			const refused = await ada.request(method, path, { body: "a=b", headers: form });
			assert.deepEqual([refused.status, refused.body?.code], [405, "method_not_allowed"], path);
			assert.equal(refused.headers.get("allow"), allowed);
		}
		assert.equal((await ada.request("HEAD", "/oidc/jwks")).status, 200);
	});
});
