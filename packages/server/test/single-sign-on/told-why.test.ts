/** What those who set up an application get to know of a refusal: on the page, in the answer, and in the events. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import {
	type Application,
	addApplication,
	agree,
	basic,
	codeFor,
	follow,
	ONLY_ON,
	token,
} from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { eventually } from "../support/interleave.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const callback = "https://charts.example.com/callback";

onSqlite("The operator of an application that is refused", (database) => {
	let service: TestService;
	let ada: Visitor;
	let charts: Application;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON };
		service = await startTestService({ databaseUrl: await database.url(), settings });
		await service.addUser("ada");
		charts = await addApplication(service, { trusted: true, redirectUris: [callback] });
		ada = await service.loggedIn("ada");
	});
	after(() => service.stop());

	/** The details of refusals since the last call. */
	let known = 0;
	async function refusedSince(how: number): Promise<Array<Record<string, unknown>>> {
		const all = () => rowsOf(service, "oidc_refused");
		await eventually(async () => (await all()).length >= known + how);
		const rows = (await all()).slice(known);
		known += rows.length;
		return rows.map(({ detail }) => detail);
	}

	async function authorize(parameters: Record<string, string>, application = charts) {
		const { url } = await application.begin();
		for (const [name, value] of Object.entries(parameters)) {
			if (value === "") url.searchParams.delete(name);
			else url.searchParams.set(name, value);
		}
		return follow(service, ada, url);
	}

	it("sees the address that is not registered, without its query, and the command", async () => {
		const sent = `https://me:pass@charts.example.com/<b>${"x".repeat(300)}?token=planted#planted`;
		const { answer } = await authorize({ redirect_uri: sent });
		const address = `https://charts.example.com/<b>${"x".repeat(300)}`.slice(0, 200);
		assert.ok(answer.text.includes(`${address.replace("<b>", "&lt;b&gt;")}.`), answer.text);
		assert.ok(answer.text.includes(`sallyport client set ${charts.id} --redirect-uri`), answer.text);
		assert.doesNotMatch(answer.text, /planted|me:pass|href="https:/);
		const short = (await authorize({ redirect_uri: `${callback}/other?token=planted#planted` })).answer.text;
		assert.ok(short.includes(`${callback}/other.`), short);
		assert.doesNotMatch(short, /planted/);
		assert.deepEqual(await refusedSince(1), [
			{ code: "invalid_redirect_uri", reason: "redirect_uri", address, application: charts.id },
		]);
	});

	it("gets the way to turn PKCE on or off with the answer", async () => {
		const { at } = await authorize({ code_challenge: "", code_challenge_method: "" });
		const said = new URL(at).searchParams.get("error_description") ?? "";
		assert.ok(said.includes(`sallyport client set ${charts.id} --pkce optional`), said);
		const app = await addApplication(service, { kind: "spa", redirectUris: [callback] });
		const ofPage = await authorize({ code_challenge: "", code_challenge_method: "" }, app);
		assert.match(ofPage.at, /PKCE\+is\+missing/);
		assert.doesNotMatch(ofPage.at, /optional/);
		assert.deepEqual(
			await refusedSince(2),
			[charts.id, app.id].map((application) => ({
				code: "invalid_request",
				reason: "pkce_missing",
				application,
			})),
		);
	});

	it("finds in the events what was wrong with a secret, or a code", async () => {
		const { body } = await codeFor(service, ada, charts);
		const authorization = basic(charts);
		const wrong = basic({ ...charts, secret: "sallyport_oidc_wrong" });
		const client_secret = charts.secret ?? "";
		const saidOf = async (answer: Response) =>
			((await answer.json()) as { error_description?: string }).error_description;
		assert.equal(
			await saidOf(await token(service, body, { authorization: wrong })),
			"client authentication failed",
		);
		const inBody = { ...body, client_id: charts.id };
		const said = await saidOf(await token(service, { ...inBody, client_secret }, {}));
		assert.ok(
			said?.endsWith(`the application, or here: sallyport client set ${charts.id} --auth post`),
			said,
		);
		// A wrong one gets the same answer: else the place that is not registered would be one to guess at.
		const other = await addApplication(service, { trusted: true, redirectUris: [callback] });
		const guess = { ...body, client_id: other.id, client_secret: "sallyport_oidc_wrong" };
		assert.equal(await saidOf(await token(service, guess, {})), said?.replace(charts.id, other.id));
		await token(service, body, { authorization: basic({ ...charts, id: "unknown" }) });
		await token(service, { ...body, code: "x".repeat(43) }, { authorization });
		await token(service, { ...body, code_verifier: "x".repeat(43) }, { authorization });
		const next = (await codeFor(service, ada, charts)).body;
		assert.equal((await token(service, next, { authorization })).status, 200);
		await token(service, next, { authorization });
		const application = charts.id;
		assert.deepEqual(await refusedSince(7), [
			{ code: "invalid_client", reason: "no_such_secret", application },
			{ code: "invalid_client", reason: "wrong_method", application },
			{ code: "invalid_client", reason: "wrong_method", application: other.id },
			{ code: "invalid_client", reason: "unknown_client" },
			{ code: "invalid_grant", reason: "code_unknown", application },
			{ code: "invalid_grant", reason: "wrong_verifier", application },
			{ code: "invalid_grant", reason: "code_used", application },
		]);
	});

	it("reads that an application is switched off, by its name, on the page and in the events", async () => {
		const { applications } = service.running.deployment.administration;
		const wiki = await addApplication(service, { name: "Wiki <1>", trusted: false });
		const { url } = await wiki.begin();
		const waiting = await follow(service, ada, url);
		const { body } = await codeFor(service, ada, charts);
		await applications.disable({ id: wiki.id });
		const disabled = { code: "invalid_client", reason: "disabled", application: wiki.id };
		const redeemed = await token(service, body, { authorization: basic(wiki) });
		assert.equal(redeemed.status, 401);
		assert.equal(((await redeemed.json()) as { error?: string }).error, "invalid_client");
		for (const path of [waiting.at, `/oidc/auth${url.search}`]) {
			const { answer } = await follow(service, ada, path);
			assert.equal(answer.status, 403, path);
			assert.match(answer.text, /This application is switched off/);
			assert.match(answer.text, /switched Wiki &lt;1&gt; off for now/);
			assert.doesNotMatch(answer.text, /invalid_client/);
		}
		// That of the token endpoint, and that of the user.
		assert.deepEqual(await refusedSince(2), [disabled, disabled]);
		url.searchParams.set("client_id", "unknown");
		const { answer } = await follow(service, ada, url);
		assert.match(answer.text, /This application is not set up right/);
		assert.deepEqual(await refusedSince(1), [{ code: "invalid_client", reason: "unknown_client" }]);
	});

	it("reads which user may not use which application, and the user gets back to it, or to a login as another", async () => {
		await service.running.deployment.administration.groups.add("wiki-users");
		const wiki = await addApplication(service, { name: "Wiki", allowedGroups: ["wiki-users"] });
		const { at, answer } = await follow(service, ada, (await wiki.begin()).url);
		assert.equal(answer.status, 403);
		assert.match(answer.text, /You may not use Wiki\./);
		assert.match(answer.text, /You are logged in as ada\./);
		const links = [...answer.text.matchAll(/<p[^>]*>[^<]*<a href="([^"]+)">/g)].map(([, href]) => href);
		assert.deepEqual(links, [`/login?next=${encodeURIComponent(at)}`, `${at}/leave`, "/account"]);
		assert.match((await ada.get(links[0] ?? "")).text, /data-next="\/oidc-login\//);
		const detail = { code: "access_denied", reason: "not_in_group", application: wiki.id };
		const [row] = (await rowsOf(service, "oidc_refused")).slice(known);
		assert.deepEqual([row?.detail, row?.user_id === null], [detail, false]);
		assert.equal((await service.loggedIn("ada").then((other) => other.get(`${at}/leave`))).status, 404);
		const back = await follow(service, ada, `${at}/leave`);
		assert.ok(back.at.startsWith(`${wiki.redirectUri}?error=access_denied`), back.at);
		// The same browser, after "Not you?".
		await service.addUser("bob");
		await service.running.deployment.administration.groups.move("wiki-users", { join: ["bob"], leave: [] });
		const shared = await service.loggedIn("ada");
		const begun = await wiki.begin();
		const refused = await follow(service, shared, begun.url);
		await shared.logIn("bob", "correct horse battery staple", { session: true });
		const waiting = { ...begun, url: new URL(`${service.baseUrl}${refused.at}`) };
		const tokens = await begun.redeem(await agree(service, shared, waiting));
		assert.equal(tokens.claims()?.preferred_username, "bob");
	});

	it("finds the metadata where the issuer was written with a slash", async () => {
		for (const path of ["/oidc", "/oidc/", "/oidc//.well-known/openid-configuration", "/oidc/authorize"]) {
			const { status, body } = await ada.get(path);
			assert.equal(status, 404, path);
			const said = String(body?.message);
			assert.ok(said.includes(`${service.baseUrl}/oidc/.well-known/openid-configuration`), said);
			assert.match(said, /no slash at its end/);
		}
		const page = await ada.get("/oidc/", { accept: "text/html, application/xhtml+xml" });
		assert.match(page.text, /no slash at its end/);
	});

	it("whose user comes by another name of this machine gets to that of the base URL, before anything is stored", async () => {
		const path = `/oidc/auth${(await charts.begin()).url.search}`;
		const stored = () =>
			service.running.deployment.opened.database.selectFrom("oidc_records").select("id_hash").execute();
		const before = await stored();
		const askedAt = (host: string) => service.visitor().get(path, { host });
		for (const host of ["127.0.0.1", "[::1]"]) {
			const { status, headers } = await askedAt(`${host}:${service.port}`);
			assert.deepEqual([status, headers.get("location")], [303, `${service.baseUrl}${path}`], host);
		}
		assert.deepEqual(await stored(), before);
		// A proxy that writes a Host of its own would send the browser in a circle.
		const ofProxies = [
			`127.0.0.1:${service.port + 1}`,
			"127.0.0.1",
			`sallyport:${service.port}`,
			"evil.example",
		];
		for (const host of [`localhost:${service.port}`, ...ofProxies]) {
			const { status, headers } = await askedAt(host);
			assert.equal(status, 303);
			assert.match(headers.get("location") ?? "", /^\/oidc-login\//, host);
		}
		const accept = "text/html, application/xhtml+xml";
		for (const page of ["/oidc-login/V1StGXR8_Z5jdHi6B-myT", "/oidc/auth/V1StGXR8_Z5jdHi6B-myT"])
			for (const [host, isElsewhere] of [
				["evil.example", true],
				[new URL(service.baseUrl).host, false],
			] as const) {
				const { status, text } = await service.visitor().get(page, { host, accept });
				assert.match(text, /This login has expired/, `${status} ${text}`);
				const said = `This service is at ${service.baseUrl}. Start again from the application.`;
				assert.equal(text.includes(said), isElsewhere, page);
				assert.doesNotMatch(text, /evil/);
			}
		const forms = await service
			.visitor()
			.request("POST", path, { headers: { host: `127.0.0.1:${service.port}` } });
		assert.equal(forms.status, 405);
	});

	it("finds in the events that a code came too late", async () => {
		const { body } = await codeFor(service, ada, charts);
		service.travel(60_000);
		const answer = await token(service, body, { authorization: basic(charts) });
		assert.deepEqual(
			[answer.status, ((await answer.json()) as { error: string }).error],
			[400, "invalid_grant"],
		);
		const late = { code: "invalid_grant", reason: "code_expired", application: charts.id };
		await eventually(async () =>
			(await rowsOf(service, "oidc_refused")).some(({ detail }) => isDeepStrictEqual(detail, late)),
		);
		service.travel(-60_000);
	});
});
