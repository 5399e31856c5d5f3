/** What clients might say to a gateway to be let through as another user, or without a CSRF token. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { assertRefused, type GatewayWorld, type Header, toldTo } from "./gateway-world.ts";
import { cookieOf } from "./own-session.ts";

export function describeDeceptions(started: () => GatewayWorld): void {
	it("is closed to unauthenticated clients by whatever path they come", async () => {
		const world = started();
		const roads = [
			"//insight/x",
			"/./insight/x",
			"/login/../insight/x",
			"/login/..%2finsight/x",
			"/%69nsight/x",
		];
		const turns = [
			"/insight%2fx",
			"/insight/..;/x",
			"/insight;/x",
			"/INSIGHT/x",
			"/insight/../search",
			"/insight?",
			"/insight/%00",
		];
		for (const path of [...roads, ...turns, `${world.service.baseUrl}/insight/x`])
			for (const method of ["GET", "HEAD", "OPTIONS", "POST", "TRACE"]) {
				const { text } = await world.at(path, { method });
				assert.equal(text.includes("caller"), false, `${method} ${path}`);
			}
	});

	it("never hears what a client says about itself, in whatever spelling", async () => {
		const world = started();
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
			"Acr",
			"Amr",
			"Groups",
			"Email",
			"Claims",
			"Access-Key-Id",
			"Scope",
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
			assertRefused(await world.at("/insight/", { headers: some }), "unauthenticated");
			for (const headers of [
				[...some, world.asProgram()],
				[world.asProgram(), ...some],
			]) {
				const told = toldTo(await world.at("/insight/", { headers }));
				assert.equal(told.every(/^x.auth/i).length, 8);
				assert.equal(JSON.stringify(told).includes("spoofed"), false);
			}
		}
		const nominated: Header = ["connection", "close, x-auth-user-id, x-auth-role, x-forwarded-method"];
		const told = toldTo(await world.at("/insight/", { headers: [world.asProgram(), nominated] }));
		assert.equal(told.every(/^x.auth/i).length, 8);
		assert.doesNotMatch(JSON.stringify(told.every(/^connection$/)), /x-/);
	});

	it("hears of no other path by a header than the one that was checked", async () => {
		const world = started();
		const names = [
			"X-Original-URL",
			"X-Rewrite-URL",
			"X-Forwarded-Prefix",
			"SCRIPT_NAME",
			"PATH_INFO",
			"REQUEST_URI",
		];
		const said = names.map((name): Header => [name, "/insight/admin"]);
		const told = toldTo(await world.at("/search/insight/admin", { headers: [world.asProgram(), ...said] }));
		assert.deepEqual(told.every(/url|prefix|script|path|uri/i), []);
	});

	it("is asked about with the method of the request, whatever a client calls it", async () => {
		const world = started();
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
			const headers = [world.asBrowser(), ...way];
			assertRefused(await world.at("/insight/", { method: "POST", headers }), "csrf_missing");
		}
		const stricter: Header[] = names.map((name) => [name, "POST"]);
		const told = toldTo(await world.at("/insight/", { headers: [world.asBrowser(), ...stricter] }));
		assert.deepEqual(told.every(/^x.(forwarded|original).method/i), []);
	});

	it("has guesses counted by the address of the client, whatever it says of itself", async () => {
		const world = started();
		const guess = async (from: string, says: string) => {
			const visitor = world.service.visitor();
			await visitor.get("/api/auth/csrf");
			const headers: Header[] = [
				["content-type", "application/json"],
				["cookie", cookieOf(visitor).cookie],
				["csrf", visitor.csrf ?? ""],
				["x-forwarded-for", says],
				["forwarded", `for=${says}`],
			];
			const body = JSON.stringify({ username: `unknown${guesses++}`, password: "not the password" });
			return world.at("/api/auth/login", { method: "POST", headers, body, from });
		};
		let guesses = 0;
		for (let time = 0; time < 5; time++)
			assertRefused(await guess("127.0.0.2", `192.0.2.${time}`), "invalid_credentials");
		assertRefused(await guess("127.0.0.2", "192.0.2.9"), "rate_limited");
		assertRefused(await guess("127.0.0.3", "127.0.0.2"), "invalid_credentials");
	});
}
