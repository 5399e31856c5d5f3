/** What must hold behind every gateway of examples/, against the real program. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey } from "./browser.ts";
import { fillLogin, pathOf } from "./browser-acts.ts";
import { isInstalled } from "./examples.ts";
import { describeDeceptions } from "./gateway-deceptions.ts";
import { describePaths } from "./gateway-paths.ts";
import { describePeople } from "./gateway-people.ts";
import { describePrograms } from "./gateway-programs.ts";
import { describePromises } from "./gateway-promises.ts";
import { describeStepUp } from "./gateway-step-up.ts";
import { assertRefused, type GatewayWorld, type Header, startWorld, toldTo } from "./gateway-world.ts";
import type { GatewayProgram } from "./gateways.ts";
import { bearerOf, cookieOf, ownSession } from "./own-session.ts";
import { rawRequest, readToEnd } from "./raw.ts";
import { ADMIN_PASSWORD } from "./service.ts";

export function describeGateway(program: GatewayProgram): void {
	if (!isInstalled(program.name)) {
		const reason = `${program.name} is not installed here, so its example is not tested`;
		it(reason, { skip: reason }, () => {});
		return;
	}
	describe(`an API behind ${program.name}`, () => {
		let world: GatewayWorld;
		before(async () => {
			world = await startWorld(program);
		});
		after(async () => {
			await world?.stop();
		});

		it("is closed to unauthenticated clients: a program gets 401, a person is led to the login page", async () => {
			assertRefused(await world.at("/insight/report"), "unauthenticated");
			assertRefused(await world.at("/search", { method: "POST", body: "{}" }), "unauthenticated");
			assertRefused(
				await world.at("/insight/", { headers: [["authorization", "Bearer x"]] }),
				"invalid_token",
			);
			const page: Header = ["accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"];
			assertRefused(await world.at("/insight/", { method: "POST", headers: [page] }), "unauthenticated");
			for (const [path, next] of program.leadsBackTo) {
				const { status, headers } = await world.at(path, { headers: [page] });
				assert.equal(status, 303, path);
				const { pathname, searchParams } = new URL(headers.get("location") ?? "", world.service.baseUrl);
				assert.deepEqual([pathname, searchParams.get("next")], ["/login", next], path);
			}
		});

		it("learns who calls, in both modes, and gets no credential", async () => {
			for (const [who, headers] of [
				[world.asBrowser(), cookieOf(world.browser)],
				[world.asProgram(), world.bearer],
			] as const) {
				const own = await ownSession(world.service.visitor(), headers);
				const { id } = (await world.service.visitor().get("/api/auth/session", headers)).body ?? {};
				const told = toldTo(await world.at("/insight/report?a=b%20c", { headers: [who] }));
				assert.equal(told.request, "GET /insight/report?a=b%20c");
				assert.deepEqual(told.caller, { id, username: "ädä", role: "user" });
				assert.deepEqual(told.every(/^x.auth/i), [
					["x-auth-acr", "aal1"],
					["x-auth-amr", "pwd"],
					["x-auth-authenticated-at", own.authenticatedAt],
					["x-auth-name", "%C3%A4d%C3%A4"],
					["x-auth-role", "user"],
					["x-auth-session-id", own.id],
					["x-auth-user-id", id],
					["x-auth-username", "%C3%A4d%C3%A4"],
				]);
				assert.deepEqual(told.every(/^(authorization|cookie)$/i), []);
			}
		});

		it("gets no WebSocket from a page of another origin on the same site", async () => {
			const { host, port } = new URL(world.service.baseUrl);
			const upgrade = [`Host: ${host}`, "Connection: Upgrade, close", "Upgrade: websocket"];
			const key = ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"];
			const cookie = world.asBrowser().join(": ");
			const evil = `Origin: ${world.service.baseUrl.replace("localhost", "evil.localhost")}`;
			const lines = ["GET /insight/report HTTP/1.1", ...upgrade, ...key, cookie, evil];
			const answer = await readToEnd(Number(port), rawRequest(lines));
			// Caddy removes the header on the way to both.
			if (answer.startsWith("HTTP/1.1 200 ")) assert.doesNotMatch(answer, /"upgrade"/i);
			else assert.match(answer, /^HTTP\/1.1 403 .*"code":"origin_forbidden"/s);
		});

		it("gets the unsafe calls of a browser only with the CSRF token of its session, which a refusal repairs", async () => {
			const post = (...headers: Header[]) =>
				world.at("/insight/reports", {
					method: "POST",
					body: '{"title":"new"}',
					headers: [world.asBrowser(), ...headers],
				});
			const refused = await post();
			assertRefused(refused, "csrf_missing");
			assertRefused(await post(["csrf", "c1.x.y"]), "csrf_invalid");
			const csrf: Header = ["csrf", String(refused.body?.csrf)];
			assertRefused(await post(csrf, ["origin", "https://evil.example"]), "origin_forbidden");
			assertRefused(await post(csrf, ["sec-fetch-site", "cross-site"]), "origin_forbidden");
			const told = toldTo(await post(csrf, ["origin", new URL(world.service.baseUrl).origin]));
			assert.deepEqual([told.request, told.body], ["POST /insight/reports", '{"title":"new"}']);
			for (const method of ["PUT", "PATCH", "DELETE", "QUERY"])
				assertRefused(await world.at("/search", { method, headers: [world.asBrowser()] }), "csrf_missing");
			assert.equal(
				toldTo(await world.at("/search", { method: "PUT", headers: [world.asProgram()] })).request,
				"PUT /search",
			);
		});

		it("alone gets the body of a request", async () => {
			world.hop.seen.length = 0;
			const path = "/search?acr=phr&maxAge=x";
			const body = "x".repeat(100_000);
			const given = { method: "POST", body, from: "127.0.0.5" };
			const says: Header = ["x-forwarded-for", "192.0.2.1"];
			const told = toldTo(await world.at(path, { ...given, headers: [world.asProgram(), says] }));
			assert.equal(told.body, body);
			assert.deepEqual(told.every(/^x-forwarded-for$/), [["x-forwarded-for", "127.0.0.5"]]);
			assertRefused(await world.at(path, given), "unauthenticated");
			assert.ok(world.hop.seen.length >= 2);
			for (const { method, url, headers, body: sent } of world.hop.seen) {
				assert.deepEqual(
					[method, url?.replace(/[?](scope=)?$/, ""), sent.length],
					["GET", "/api/auth/check", 0],
				);
				assert.match(headers["content-length"] ?? "0", /^0$/);
				assert.equal(headers["x-forwarded-for"], "127.0.0.5");
			}
		});

		it("is closed at once to who has logged out", async () => {
			const other = await world.service.loggedIn("ädä");
			const token = bearerOf(await world.service.visitor().logIn("ädä", ADMIN_PASSWORD));
			const cookie: Header = ["cookie", cookieOf(other).cookie];
			const authorization: Header = ["authorization", token.authorization];
			for (const who of [cookie, authorization]) toldTo(await world.at("/insight/", { headers: [who] }));
			await other.post("/api/auth/logout");
			await world.service.visitor().post("/api/auth/logout", undefined, token);
			for (const who of [cookie, authorization])
				assertRefused(await world.at("/insight/", { headers: [who] }), "session_ended");
		});

		it("lets a person who opens it in a browser log in and come back", async () => {
			await journey(world.service, async ({ page }) => {
				await page.goto("insight/report?of=today");
				assert.equal(new URL(page.url()).pathname, "/login");
				await fillLogin(page, "ädä");
				await page.getByText("GET /insight/report?of=today").waitFor();
				assert.equal(pathOf(page), "/insight/report?of=today");
			});
		});

		describePromises(program, () => world);
		describeStepUp(() => world);
		describePaths(() => world);
		describePeople(() => world);
		describePrograms(() => world);
		describeDeceptions(() => world);

		// The last one: there is no answer afterwards.
		it("is closed when the service does not answer", async () => {
			for (const stop of [() => world.service.running.stop(), () => world.hop.stop()]) {
				await stop();
				const answers = [
					world.at("/insight/", { headers: [world.asProgram()] }),
					world.at("/search", { headers: [world.asBrowser()] }),
					world.at("/login"),
				];
				// At once, for HAProxy tries three times, a second apart.
				for (const answer of await Promise.all(answers)) assertRefused(answer, "overloaded");
			}
		});
	});
}
