/** What must hold behind every gateway of examples/, against the real program, the real service and an API. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ErrorCode, errorKind } from "../src/errors.ts";
import { closeBrowser, journey } from "./browser.ts";
import { fillLogin, pathOf } from "./browser-acts.ts";
import { type Call, call } from "./call.ts";
import { cheap } from "./cheap.ts";
import { isInstalled, type Started, startExample } from "./examples.ts";
import type { GatewayProgram } from "./gateways.ts";
import { bearerOf, cookieOf, ownSession } from "./own-session.ts";
import { type RecordingHop, startRecordingHop } from "./recording-hop.ts";
import { ADMIN_PASSWORD, freePort, startTestService, type TestService } from "./service.ts";
import { type Answer, createVisitor, type Visitor } from "./visitor.ts";

export function describeGateway(program: GatewayProgram): void {
	if (!isInstalled(program.name)) {
		const reason = `${program.name} is not installed here, so its example is not tested`;
		it(reason, { skip: reason }, () => {});
		return;
	}
	describe(`an API behind ${program.name}`, () => {
		let service: TestService;
		let hop: RecordingHop;
		let api: Started;
		let gateway: Started;
		let browser: Visitor;
		let bearer: { authorization: string };
		before(async () => {
			const port = await freePort();
			service = await startTestService({
				settings: {
					...cheap,
					SALLYPORT_BASE_URL: `http://localhost:${port}`,
					SALLYPORT_TRUSTED_PROXIES: "127.0.0.1",
					SALLYPORT_ADDRESS_FAILURES: "5",
				},
			});
			await service.addUser("ädä");
			hop = await startRecordingHop(service.port);
			api = await startExample("plain-api/server.ts", await freePort());
			gateway = await program.start({ gateway: port, sallyport: hop.port, api: api.port });
			browser = await service.loggedIn("ädä");
			bearer = bearerOf(await service.visitor().logIn("ädä", ADMIN_PASSWORD));
		});
		after(async () => {
			await closeBrowser();
			await gateway?.stop();
			await api?.stop();
			await hop?.stop();
			await service?.stop();
		});

		const at = (path: string, { headers = [], ...more }: Call = {}) =>
			call(`${service.baseUrl}${path}`, { headers, ...more });
		const asBrowser = (): Header => ["cookie", cookieOf(browser).cookie];
		const asProgram = (): Header => ["authorization", bearer.authorization];

		it("is closed to strangers: a program is told so, a person is led to the login page", async () => {
			assertRefused(await at("/insight/report"), "unauthenticated");
			assertRefused(await at("/search", { method: "POST", body: "{}" }), "unauthenticated");
			assertRefused(await at("/insight/", { headers: [["authorization", "Bearer x"]] }), "invalid_token");
			const page: Header = ["accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"];
			assertRefused(await at("/insight/", { method: "POST", headers: [page] }), "unauthenticated");
			for (const [path, next] of program.leadsBackTo) {
				const { status, headers } = await at(path, { headers: [page] });
				assert.equal(status, 303, path);
				const { pathname, searchParams } = new URL(headers.get("location") ?? "", service.baseUrl);
				assert.deepEqual([pathname, searchParams.get("next")], ["/login", next], path);
			}
		});

		it("is told who calls, in both modes, and gets no credential", async () => {
			for (const [who, headers] of [
				[asBrowser(), cookieOf(browser)],
				[asProgram(), bearer],
			] as const) {
				const own = await ownSession(service.visitor(), headers);
				const { id } = (await service.visitor().get("/api/auth/session", headers)).body ?? {};
				const told = toldTo(await at("/insight/report?a=b%20c", { headers: [who] }));
				assert.equal(told.request, "GET /insight/report?a=b%20c");
				assert.deepEqual(told.caller, { id, username: "ädä", role: "user" });
				assert.deepEqual(told.every(/^x.auth/i), [
					["x-auth-authenticated-at", own.authenticatedAt],
					["x-auth-role", "user"],
					["x-auth-session-id", own.id],
					["x-auth-user-id", id],
					["x-auth-username", "%C3%A4d%C3%A4"],
				]);
				assert.deepEqual(told.every(/^(authorization|cookie)$/i), []);
			}
		});

		it("gets the unsafe calls of a browser only with the csrf value of its session, which a refusal repairs", async () => {
			const post = (...headers: Header[]) =>
				at("/insight/reports", {
					method: "POST",
					body: '{"title":"new"}',
					headers: [asBrowser(), ...headers],
				});
			const refused = await post();
			assertRefused(refused, "csrf_missing");
			assertRefused(await post(["csrf", "c1.x.y"]), "csrf_invalid");
			const csrf: Header = ["csrf", String(refused.body?.csrf)];
			assertRefused(await post(csrf, ["origin", "https://evil.example"]), "origin_forbidden");
			assertRefused(await post(csrf, ["sec-fetch-site", "cross-site"]), "origin_forbidden");
			const told = toldTo(await post(csrf, ["origin", new URL(service.baseUrl).origin]));
			assert.deepEqual([told.request, told.body], ["POST /insight/reports", '{"title":"new"}']);
			for (const method of ["PUT", "PATCH", "DELETE", "QUERY"])
				assertRefused(await at("/search", { method, headers: [asBrowser()] }), "csrf_missing");
			assert.equal(
				toldTo(await at("/search", { method: "PUT", headers: [asProgram()] })).request,
				"PUT /search",
			);
		});

		it("never hears what a client says about itself, in whatever spelling", async () => {
			const spellings = [
				"X-Auth-",
				"x-auth-",
				"X-AUTH-",
				"X_Auth_",
				"x_auth_",
				"X-Auth_",
				"x_AUTH-",
				"X.Auth.",
				"x.auth-",
			];
			const names = [
				"User-Id",
				"Username",
				"Role",
				"Session-Id",
				"Authenticated-At",
				"user_id",
				"Admin",
				"role",
			];
			const spoofed = spellings.flatMap((spelling) =>
				names.flatMap((name): Header[] => [
					[spelling + name, "spoofed"],
					[spelling + name, "spoofed"],
				]),
			);
			// Some servers have a limit for the number of headers.
			for (let from = 0; from < spoofed.length; from += 36) {
				const some = spoofed.slice(from, from + 36);
				assertRefused(await at("/insight/", { headers: some }), "unauthenticated");
				for (const headers of [
					[...some, asProgram()],
					[asProgram(), ...some],
				]) {
					const told = toldTo(await at("/insight/", { headers }));
					assert.equal(told.every(/^x.auth/i).length, 5);
					assert.equal(JSON.stringify(told).includes("spoofed"), false);
				}
			}
			const nominated: Header = ["connection", "close, x-auth-user-id, x-auth-role, x-forwarded-method"];
			const told = toldTo(await at("/insight/", { headers: [asProgram(), nominated] }));
			assert.equal(told.every(/^x.auth/i).length, 5);
		});

		it("is asked about with the method of the request, whatever a client calls it", async () => {
			const names = ["X-Forwarded-Method", "x-forwarded-method", "X-Original-Method", "X_Forwarded_Method"];
			const said = names.flatMap((name): Header[] => [
				[name, "GET"],
				[name, "OPTIONS"],
			]);
			const ways: Header[][] = [
				...said.map((header) => [header]),
				said,
				[["connection", "close, x-forwarded-method, x-original-method"]],
				[["x-http-method-override", "GET"]],
			];
			for (const way of ways) {
				const headers = [asBrowser(), ...way];
				assertRefused(await at("/insight/", { method: "POST", headers }), "csrf_missing");
			}
			const stricter: Header[] = names.map((name) => [name, "POST"]);
			const told = toldTo(await at("/insight/", { headers: [asBrowser(), ...stricter] }));
			assert.deepEqual(told.every(/^x.(forwarded|original).method/i), []);
		});

		it("alone gets the body of a request", async () => {
			hop.seen.length = 0;
			const body = "x".repeat(100_000);
			assert.equal(toldTo(await at("/search", { method: "POST", headers: [asProgram()], body })).body, body);
			assertRefused(await at("/search", { method: "POST", body }), "unauthenticated");
			assert.ok(hop.seen.length >= 2);
			for (const { method, url, headers, body: sent } of hop.seen) {
				assert.deepEqual([method, url, sent.length], ["GET", "/api/auth/check", 0]);
				assert.match(headers["content-length"] ?? "0", /^0$/);
			}
		});

		it("is closed at once to who has logged out", async () => {
			const other = await service.loggedIn("ädä");
			const token = bearerOf(await service.visitor().logIn("ädä", ADMIN_PASSWORD));
			const cookie: Header = ["cookie", cookieOf(other).cookie];
			const authorization: Header = ["authorization", token.authorization];
			for (const who of [cookie, authorization]) toldTo(await at("/insight/", { headers: [who] }));
			await other.post("/api/auth/logout");
			await service.visitor().post("/api/auth/logout", undefined, token);
			for (const who of [cookie, authorization])
				assertRefused(await at("/insight/", { headers: [who] }), "session_ended");
		});

		it("lets a person who opens it in a browser log in and come back", async () => {
			await journey(service, async ({ page }) => {
				await page.goto("insight/report?of=today");
				assert.equal(new URL(page.url()).pathname, "/login");
				await fillLogin(page, "ädä");
				await page.getByText("GET /insight/report?of=today").waitFor();
				assert.equal(pathOf(page), "/insight/report?of=today");
			});
		});

		it("has guesses counted by the address of the client, whatever it says of itself", async () => {
			const guess = async (from: string, says: string) => {
				const visitor = createVisitor(service.baseUrl);
				await visitor.get("/api/auth/csrf");
				const headers: Header[] = [
					["content-type", "application/json"],
					["cookie", cookieOf(visitor).cookie],
					["csrf", visitor.csrf ?? ""],
					["x-forwarded-for", says],
					["forwarded", `for=${says}`],
				];
				const body = JSON.stringify({ username: `nobody${guesses++}`, password: "not the password" });
				return at("/api/auth/login", { method: "POST", headers, body, from });
			};
			let guesses = 0;
			for (let time = 0; time < 5; time++)
				assertRefused(await guess("127.0.0.2", `192.0.2.${time}`), "invalid_credentials");
			assertRefused(await guess("127.0.0.2", "192.0.2.9"), "rate_limited");
			assertRefused(await guess("127.0.0.3", "127.0.0.2"), "invalid_credentials");
		});

		it("is closed when the service does not answer", async () => {
			for (const stop of [() => service.running.stop(), () => hop.stop()]) {
				await stop();
				const answers = [
					at("/insight/", { headers: [asProgram()] }),
					at("/search", { headers: [asBrowser()] }),
				];
				// At once, for HAProxy tries three times, a second apart.
				for (const { status, text } of await Promise.all(answers)) {
					assert.ok([500, 502, 503].includes(status), text);
					assert.equal(text.includes("caller"), false);
				}
			}
		});
	});
}

type Header = [name: string, value: string];

/** The answer of the service itself; a gateway may add headers of its own. */
function assertRefused({ status, headers, body, text }: Answer, code: ErrorCode): void {
	assert.equal(body?.code, code, text);
	assert.equal(status, errorKind(code).status);
	assert.match(headers.get("content-type") ?? "", /^application\/problem\+json/);
	assert.match(headers.get("cache-control") ?? "", /no-store/);
	assert.equal(headers.has("www-authenticate"), status === 401);
	for (const name of headers.keys()) assert.doesNotMatch(name, /^x-auth-/);
}

/** What the API was told; fails when it was not asked. */
function toldTo(answer: Answer) {
	assert.equal(answer.status, 200, answer.text);
	const { caller, request, body, headers } = answer.body as {
		caller: object;
		request: string;
		body: string;
		headers: string[];
	};
	const pairs = headers.flatMap((name, at): Header[] =>
		at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1] ?? ""]] : [],
	);
	return {
		caller,
		request,
		body,
		pairs,
		every: (name: RegExp) => pairs.filter((pair) => name.test(pair[0])).sort(),
	};
}
