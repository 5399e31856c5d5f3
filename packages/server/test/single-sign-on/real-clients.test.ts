// At length: it runs the programs of another language.
/** Client libraries that are not ours, mostly in a browser: each is given the issuer, and finds the rest by the discovery document. */
// With Chromium.
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { after, before, describe, it } from "node:test";
import { form, ONLY_ON } from "../support/application.ts";
import { journey, type Page } from "../support/browser.ts";
import { fillLogin } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { type Started, startExample, startProgram } from "../support/examples.ts";
import { createOauth4webapi } from "../support/oauth4webapi-client.ts";
import { freePort, startTestService, type TestService } from "../support/service.ts";

const programs = `${import.meta.dirname}/../support/clients`;

describe("A client library", () => {
	let service: TestService;
	const users: Record<string, string> = {};
	const started: Started[] = [];
	/** To http://localhost the first is another origin of the same site, the second another site. */
	let sibling: string;
	let foreign: string;
	let server: string;
	let passport: string;
	let library: ReturnType<typeof createOauth4webapi>;
	let other: ReturnType<typeof createOauth4webapi>;
	let inPage: ReturnType<typeof createOauth4webapi>;
	before(async () => {
		const [page, own, third] = [await freePort(), await freePort(), await freePort()];
		sibling = `http://localhost:${page}`;
		foreign = `http://127.0.0.1:${page}`;
		server = `http://localhost:${own}`;
		passport = `http://127.0.0.1:${third}`;
		// A page may call the API of the service as well.
		const SALLYPORT_ALLOWED_ORIGINS = `${sibling},https://elsewhere.example.com`;
		service = await startTestService({ settings: { ...cheap, ...ONLY_ON, SALLYPORT_ALLOWED_ORIGINS } });
		for (const name of ["ada", "ben", "cleo"]) users[name] = (await service.addUser(name)).id;
		const ISSUER = `${service.baseUrl}/oidc`;
		const { applications } = service.running.deployment.administration;
		const pages = [`${sibling}/`, `${foreign}/`];
		const ofPage = { kind: "spa", redirectUris: pages, postLogoutUris: pages } as const;
		const scopes = ["openid", "profile", "offline_access"];
		await applications.add({ ...ofPage, id: "reports-page", name: "Page", scopes });
		await applications.add({ ...ofPage, id: "frames", name: "Frames", trusted: true });
		await applications.add({ ...ofPage, id: "widget", name: "Widget", trusted: true, scopes });
		async function ofServer(id: string, origin: string, more: object = {}) {
			const addresses = { redirectUris: [`${origin}/callback`], postLogoutUris: [`${origin}/`] };
			const { made } = await applications.add({ id, name: id, trusted: true, ...addresses, ...more });
			return { ISSUER, CLIENT_ID: id, CLIENT_SECRET: made?.value ?? "" };
		}
		const reports = await ofServer("reports", server);
		const old = await ofServer("old", passport, { authMethod: "client_secret_post", pkce: "optional" });
		const tool = await ofServer("tool", "https://tool.example.com", { scopes });
		library = createOauth4webapi(service, tool, "https://tool.example.com/callback");
		other = createOauth4webapi(service, reports, `${server}/callback`);
		const widget = { ISSUER, CLIENT_ID: "widget", CLIENT_SECRET: "" };
		inPage = createOauth4webapi(service, widget, `${sibling}/`);
		const env = { PORT: String(third), ...old };
		started.push(
			...(await Promise.all([
				startExample("single-sign-on/page/serve.ts", page, { ISSUER }),
				startExample("single-sign-on/server.ts", own, reports),
				startProgram(process.execPath, [`${programs}/with-passport.mjs`], { port: third, env }),
			])),
		);
	});
	after(async () => {
		for (const each of started) await each.stop();
		await service?.stop();
	});

	const visit = (origins: string[], road: (page: Page) => Promise<void>) =>
		journey({ baseUrl: origins[0] ?? "", alsoVisits: [...origins, service.baseUrl] }, async ({ page }) => {
			await page.goto(`${origins[0]}/`);
			await road(page);
		});
	const button = (page: Page, name: string) => page.getByRole("button", { name });
	const isLoggedIn = async (page: Page) =>
		(await page.context().request.get(`${service.baseUrl}/api/auth/session`)).status() === 200;

	describe("oidc-client-ts", () => {
		for (const [where, originOf, username] of [
			["the same site", () => sibling, "ada"],
			["another site", () => foreign, "ben"],
		] as const)
			it(`logs in, reads the user, renews by a refresh token and logs out, in a page of ${where}`, () =>
				visit([originOf()], async (page) => {
					await button(page, "Log in").click();
					await fillLogin(page, username);
					await button(page, "Allow").click();
					await page.getByText(`You are ${username}.`).waitFor();
					assert.equal(page.url(), `${originOf()}/`);
					const first = await kept(page);
					const { sub, preferred_username } = first.profile;
					assert.deepEqual([sub, preferred_username], [users[username], username]);
					await button(page, "Renew").click();
					await page.getByText("Renewed.").waitFor();
					const second = await kept(page);
					assert.equal(second.profile.sub, sub);
					assert.notEqual(second.access_token, first.access_token);
					assert.notEqual(second.refresh_token, first.refresh_token);
					assert.equal(await isLoggedIn(page), true);
					await button(page, "Log out").click();
					await button(page, "Log in").waitFor();
					assert.equal(page.url(), `${originOf()}/`);
					assert.equal(await isLoggedIn(page), false);
				}));

		it("says that the user did not agree, and offers the login again", () =>
			visit([sibling], async (page) => {
				await button(page, "Log in").click();
				await fillLogin(page, "cleo");
				await button(page, "Cancel").click();
				await page.getByRole("status").getByText("The user did not agree").waitFor();
				await button(page, "Log in").waitFor();
				assert.equal(page.url(), `${sibling}/`);
			}));

		it("logs in in a window of its own, and then silently in a frame, in a page of the same site alone", () =>
			visit([sibling, foreign], async (page) => {
				const popup = page.waitForEvent("popup");
				const user = enter(page, service, "signinPopup");
				await fillLogin(await popup, "ada");
				assert.equal(await user, users.ada);
				assert.equal(await enter(page, service, "signinSilent"), users.ada);
				await page.goto(`${foreign}/`);
				// A frame there has no cookie of the service.
				assert.equal(await enter(page, service, "signinSilent"), "login_required");
			}));
	});

	it("passport-openidconnect logs in on a server, openid-client on another one without a question, and a logout ends the session", () =>
		visit([passport, server], async (page) => {
			await page.getByText("Passport knows no user.").waitFor();
			await page.goto(`${passport}/login`);
			await fillLogin(page, "cleo");
			await page.getByText(`cleo (cleo) is ${users.cleo} at Passport.`).waitFor();
			await page.goto(`${server}/login`);
			await page.getByText(`You are cleo (${users.cleo}).`).waitFor();
			await page.goto(`${passport}/logout`);
			await page.getByText("Passport knows no user.").waitFor();
			assert.equal(page.url(), `${passport}/`);
			assert.equal(await isLoggedIn(page), false);
			await page.goto(`${server}/logout`);
			await page.getByText("Log in: /login").waitFor();
		}));

	it("oauth4webapi logs in, reads the user, refreshes, revokes what is its own, and logs out", async (test) => {
		const printed: unknown[] = [];
		const listen = (message: unknown) => void printed.push(message);
		subscribe("console.info", listen);
		test.after(() => unsubscribe("console.info", listen));
		const visitor = await service.loggedIn("ada");
		const { tokens, claims } = await library.logIn(visitor);
		assert.equal(claims.sub, users.ada);
		assert.equal((await library.userOf(tokens.access_token, claims.sub)).preferred_username, "ada");
		const renewed = await library.refresh(String(tokens.refresh_token));
		assert.notEqual(renewed.access_token, tokens.access_token);
		await assert.rejects(other.revoke(renewed.access_token), { error: "invalid_request" });
		await library.userOf(renewed.access_token, claims.sub);
		await library.revoke(renewed.access_token);
		await assert.rejects(library.userOf(renewed.access_token, claims.sub), { status: 401 });
		const at = await library.logOut(visitor, String(renewed.id_token));
		assert.equal(at, "https://tool.example.com/?state=bye");
		assert.equal((await visitor.get("/api/auth/session")).status, 401);
		await assert.rejects(library.refresh(String(renewed.refresh_token)), { error: "invalid_grant" });
		// The library behind it has notices of its own, which would stand between the lines of the log.
		assert.doesNotMatch(JSON.stringify(printed), /oidc-provider/);
	});

	// Proves: sso-origins
	it("in a page gets answers from the origins of its application alone, whatever else a page there may call", async () => {
		const { tokens } = await inPage.logIn(await service.loggedIn("ada"));
		const refresh_token = String(tokens.refresh_token);
		const send = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
			const type = body === undefined ? {} : form;
			const answer = await service.visitor().request(method, `/oidc/${path}`, {
				...(body === undefined ? {} : { body }),
				headers: { ...headers, ...type },
			});
			return [answer.status, answer.headers.get("access-control-allow-origin")];
		};
		const bearer = { authorization: `Bearer ${tokens.access_token}` };
		const refresh = new URLSearchParams({
			...{ grant_type: "refresh_token", client_id: "widget", refresh_token },
		}).toString();
		const revoke = new URLSearchParams({ client_id: "widget", token: refresh_token }).toString();
		for (const origin of [server, "https://elsewhere.example.com"]) {
			assert.deepEqual(await send("POST", "token", { origin }, refresh), [400, null]);
			assert.deepEqual(await send("POST", "token/revocation", { origin }, revoke), [400, null]);
			assert.deepEqual(await send("GET", "userinfo", { origin, ...bearer }), [400, null]);
			const ofServer = new URLSearchParams({ client_id: "reports", grant_type: "refresh_token" });
			assert.deepEqual(await send("POST", "token", { origin }, ofServer.toString()), [400, null]);
		}
		const origin = sibling;
		assert.deepEqual(await send("GET", "userinfo", { origin, ...bearer }), [200, origin]);
		assert.deepEqual(await send("POST", "token", { origin }, refresh), [200, origin]);
		assert.deepEqual(await send("POST", "token/revocation", { origin }, revoke), [200, origin]);
	});
});

interface User {
	profile: { sub: string; preferred_username: string };
	access_token: string;
	refresh_token: string;
}

/** What oidc-client-ts keeps for the page. */
const kept = (page: Page) =>
	page.evaluate(() => {
		const [name = ""] = Object.keys(sessionStorage).filter((each) => each.startsWith("oidc.user:"));
		return JSON.parse(sessionStorage.getItem(name) ?? "{}") as User;
	});

/** Resolves to the user's id, or to the error of the provider. */
const enter = (page: Page, { baseUrl }: TestService, how: "signinPopup" | "signinSilent") =>
	page.evaluate(
		async ([authority = "", way]) => {
			const { ErrorResponse, UserManager } = await import("oidc-client-ts");
			const redirect_uri = `${location.origin}/`;
			const manager = new UserManager({ authority, client_id: "frames", redirect_uri });
			const user = way === "signinPopup" ? manager.signinPopup() : manager.signinSilent();
			return user.then(
				(found) => found?.profile.sub,
				(error) => (error instanceof ErrorResponse ? error.error : String(error)),
			);
		},
		[`${baseUrl}/oidc`, how],
	);
