/** Attacks on single sign-on: those of other products by their names, and those of our own bridge between sessions and the protocol. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import {
	type Application,
	addApplication,
	basic,
	codeFor,
	follow,
	form,
	ONLY_ON,
	token,
} from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase, prefixOn } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const callback = "https://charts.example.com/callback";

forEachDatabase("An attacker", (database) => {
	let service: TestService;
	let charts: Application;
	let ada: Visitor;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON };
		service = await startTestService({
			databaseUrl: await database.url(),
			prefix: prefixOn(database),
			settings,
		});
		for (const name of ["ada", "eve"]) await service.addUser(name);
		charts = await addApplication(service, { trusted: true, redirectUris: [callback] });
		ada = await service.loggedIn("ada");
	});
	after(() => service.stop());

	const authorize = async (parameters: Record<string, string>) => {
		const { url } = await charts.begin();
		for (const [name, value] of Object.entries(parameters)) {
			if (value === "") url.searchParams.delete(name);
			else url.searchParams.set(name, value);
		}
		return follow(service, ada, url);
	};

	it("does not get a code without PKCE, with a plain challenge, or one of another length (authentik CVE-2023-48228)", async () => {
		for (const parameters of [
			{ code_challenge: "", code_challenge_method: "" },
			{ code_challenge_method: "plain" },
			{ code_challenge_method: "" },
			{ code_challenge: "x".repeat(42) },
			{ code_challenge: "x".repeat(129) },
		]) {
			const { at } = await authorize(parameters as Record<string, string>);
			assert.match(at, /error=invalid_request/, JSON.stringify(parameters));
			assert.doesNotMatch(at, /code=/);
		}
	});

	it("does not get past a verifier by leaving the challenge out where PKCE is optional", async () => {
		const loose = await addApplication(service, { trusted: true, pkce: "optional" });
		const { url } = await loose.begin();
		for (const name of ["code_challenge", "code_challenge_method"]) url.searchParams.delete(name);
		const code = new URL((await follow(service, ada, url)).at).searchParams.get("code") ?? "";
		const body = { grant_type: "authorization_code", code, redirect_uri: loose.redirectUri };
		const refused = await token(
			service,
			{ ...body, code_verifier: "x".repeat(43) },
			{ authorization: basic(loose) },
		);
		assert.deepEqual(
			[refused.status, ((await refused.json()) as { error: string }).error],
			[400, "invalid_grant"],
		);
	});

	it("does not redeem a code of another application (Keycloak CVE-2026-16089)", async () => {
		const other = await addApplication(service, { trusted: true, redirectUris: [callback] });
		const { body } = await codeFor(service, ada, charts);
		assert.equal((await token(service, body, { authorization: basic(other) })).status, 400);
	});

	it("does not use a code twice, and ends all that came of it", async () => {
		const { body } = await codeFor(service, ada, charts);
		const first = await token(service, body, { authorization: basic(charts) });
		const { access_token } = (await first.json()) as { access_token: string };
		assert.equal((await token(service, body, { authorization: basic(charts) })).status, 400);
		const userinfo = await ada.get("/oidc/userinfo", { authorization: `Bearer ${access_token}` });
		assert.equal(userinfo.status, 401);
		const [reused] = await rowsOf(service, "oidc_code_reused");
		assert.equal(reused?.detail.application, charts.id);
	});

	it("authenticates an application in no way but its own", async () => {
		const { body } = await codeFor(service, ada, charts);
		const posted = { client_id: charts.id, client_secret: charts.secret ?? "" };
		assert.equal((await token(service, { ...body, ...posted }, {})).status, 401);
		const other = await addApplication(service, { trusted: true });
		for (const authorization of [
			basic({ ...charts, secret: other.secret }),
			basic({ ...charts, secret: "" }),
			"Basic %zz",
			`Basic ${Buffer.from("%zz:%zz").toString("base64")}`,
		])
			assert.ok([400, 401].includes((await token(service, body, { authorization })).status), authorization);
		const both = await token(service, { ...body, ...posted }, { authorization: basic(charts) });
		assert.equal(both.status, 400);
	});

	// Proves: sso-link
	it("does not get a victim's consent into another browser by sending the link of a login", async () => {
		const shop = await addApplication(service, { name: "Shop" });
		const eve = await service.loggedIn("eve");
		const { at } = await follow(service, eve, (await shop.begin()).url);
		assert.match(at, /^\/oidc-login\//);
		for (const answer of [
			await ada.get(at),
			await ada.get(`${at}/question`),
			await ada.post(at, { allow: true }),
		])
			assert.equal(answer.status, 404);
		// Even with the cookie planted by another host of the site, the code is for who is logged in where it is continued.
		const planted = await service.loggedIn("ada");
		planted.cookies.set("sallyport-oidc", eve.cookies.get("sallyport-oidc") ?? "");
		await service.copiedCsrf(planted).then((csrf) => {
			planted.csrf = csrf;
		});
		const location = String((await planted.post(at, { allow: true })).body?.location);
		const hers = await follow(service, eve, location);
		assert.doesNotMatch(hers.at, /code=/);
	});

	it("consents for no user by a foreign origin, by a token, or without the csrf header", async () => {
		const shop = await addApplication(service);
		const { at } = await follow(service, ada, (await shop.begin()).url);
		const body = { allow: true };
		assert.equal((await ada.post(at, body, { origin: "https://evil.example" })).status, 403);
		assert.equal((await ada.post(at, body, { csrf: "" })).status, 403);
		const { body: login } = await service.visitor().logIn("ada", "correct horse battery staple");
		const bearer = await ada.post(at, body, { authorization: `Bearer ${String(login?.token)}` });
		assert.equal(bearer.status, 403);
	});

	it("lays no page of a login or a logout under another one, in a frame", async () => {
		const shop = await addApplication(service);
		const consent = await follow(service, ada, (await shop.begin()).url);
		assert.match(consent.at, /^\/oidc-login\//);
		const accept = "text/html, application/xhtml+xml";
		const others = ["/oidc/session/end", "/oidc/session/end/success", "/oidc/auth"].map((path) =>
			ada.get(path, { accept }),
		);
		for (const { headers, text } of [consent.answer, ...(await Promise.all(others))]) {
			assert.match(text, /<h1/);
			assert.equal(headers.get("x-frame-options"), "DENY");
			assert.match(headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
		}
	});

	it("changes no address by headers of proxies", async () => {
		const discovery = await ada.request("GET", "/oidc/.well-known/openid-configuration", {
			headers: {
				host: "evil.example",
				"x-forwarded-host": "evil.example",
				"x-forwarded-proto": "gopher",
				forwarded: "host=evil.example",
			},
		});
		assert.equal(discovery.status, 200);
		assert.doesNotMatch(discovery.text, /evil|gopher/);
		const { issuer, token_endpoint } = discovery.body as Record<string, string>;
		assert.deepEqual([issuer, token_endpoint], [`${service.baseUrl}/oidc`, `${service.baseUrl}/oidc/token`]);
	});

	it("does not become a user by a cookie of the protocol's session", async () => {
		const me = await ada.get("/api/auth/session");
		const id = (me.body?.session as { id?: string } | undefined)?.id ?? "";
		const visitor = service.visitor();
		visitor.cookies.set("sallyport-oidc-session", id);
		const { at } = await follow(service, visitor, (await charts.begin({ prompt: "none" })).url);
		assert.match(at, /error=login_required/);
	});

	it("gets no further with requests that nothing here answers", async () => {
		for (const path of [
			"/oidc/reg",
			"/oidc/device/auth",
			"/oidc/par",
			"/oidc/token/introspection",
			"/oidc/x",
		])
			assert.equal((await ada.request("POST", path, { body: "a=b", headers: form })).status, 404, path);
		assert.equal((await ada.request("POST", "/oidc/auth", { body: "a=b", headers: form })).status, 405);
	});

	it("is held to a size of bodies and addresses", async () => {
		const large = await ada.request("POST", "/oidc/token", {
			body: `a=${"x".repeat(17_000)}`,
			headers: form,
		});
		assert.equal(large.status, 413);
		assert.equal((await ada.get(`/oidc/auth?x=${"x".repeat(8_300)}`)).status, 414);
		const json = await ada.request("POST", "/oidc/token", { body: "{}" });
		assert.equal(json.status, 400);
	});

	it("is held to a size of bodies that come in pieces too, and an application that sends such gets its tokens", async () => {
		const { body } = await codeFor(service, ada, charts);
		const inPieces = (more: Record<string, string>) =>
			fetch(`${service.baseUrl}/oidc/token`, {
				...{ method: "POST", headers: { ...form, authorization: basic(charts) }, duplex: "half" },
				body: new Blob([new URLSearchParams({ ...body, ...more }).toString()]).stream(),
			});
		assert.equal((await inPieces({ more: "x".repeat(17_000) })).status, 413);
		assert.equal((await inPieces({})).status, 200);
	});

	it("is held to what the library reads in little time", async () => {
		const end = "/oidc/session/end?";
		assert.equal((await ada.get(end + "a&".repeat(99))).status, 200);
		const many = await ada.get(end + "a&".repeat(100));
		assert.equal(many.body?.code, "application_request_invalid");
		const refused = (accept: string) => ada.get(`${end}client_id=none`, { accept });
		assert.match((await refused("text/html")).text, /^<!doctype html>/i);
		assert.equal((await refused(`text/html, a/b;a="${",".repeat(2000)}`)).body?.error, "invalid_client");
	});
});
