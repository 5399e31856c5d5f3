import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { createVerifier } from "../../../verify/src/index.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { cookieOf, ownSession } from "../support/own-session.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createVerifierUnderTest, refuses, type VerifierUnderTest } from "../support/verifier-under-test.ts";
import type { Visitor } from "../support/visitor.ts";

const CHECK = "/api/auth/check";

for (const prefix of ["", "/analytics"]) {
	onSqlite(`a verifier that asks about cookies, under "${prefix}",`, (database) => {
		let service: TestService;
		let verifier: VerifierUnderTest;
		let visitor: Visitor;
		before(async () => {
			service = await startTestService({ databaseUrl: await database.url(), prefix, settings: cheap });
			verifier = createVerifierUnderTest(service);
			await service.addUser("ada");
			visitor = await service.loggedIn("ada");
		});
		after(async () => {
			verifier.close();
			await service.stop();
		});
		const call = (method: string, headers: Record<string, string> = {}) =>
			verifier.verifyRequest({ method, headers: { ...cookieOf(visitor), ...headers } });

		it("names the caller", async () => {
			const session = await ownSession(visitor);
			const principal = await call("GET");
			assert.deepEqual(principal, {
				userId: (await visitor.get("/api/auth/session")).body?.id,
				role: "user",
				sessionId: session.id,
				kind: "cookie",
				authenticatedAt: Date.parse(session.authenticatedAt),
				acr: "aal1",
				amr: ["pwd"],
				groups: [],
				accessKeyId: null,
				scopes: null,
				claims: {},
			});
		});

		it("requires the CSRF token of that session of every unsafe call, and hands on a fresh one", async () => {
			for (const method of ["GET", "HEAD", "OPTIONS"]) await call(method);
			for (const method of ["POST", "PUT", "PATCH", "DELETE", "QUERY", "get", ""]) {
				const { csrf = "" } = await refuses(call(method), "csrf_missing");
				await call(method, { csrf });
				await refuses(call(method, { csrf: `${csrf}, ${csrf}` }), "csrf_invalid");
			}
			const other = await service.loggedIn("ada");
			await refuses(call("POST", { csrf: other.csrf ?? "" }), "csrf_invalid");
			await refuses(verifier.verifyRequest({ headers: cookieOf(visitor) }), "csrf_missing");
		});

		it("refuses what another site caused", async () => {
			const csrf = visitor.csrf ?? "";
			const { origin } = new URL(service.baseUrl);
			await call("POST", { csrf, origin, "sec-fetch-site": "same-origin" });
			for (const foreign of [
				{ origin: "https://evil.example" },
				{ origin: "null" },
				{ "sec-fetch-site": "cross-site" },
				{ origin, "sec-fetch-site": "same-site" },
			]) {
				await refuses(call("POST", { csrf, ...foreign } as Record<string, string>), "origin_forbidden");
			}
		});

		it("opens a WebSocket by a cookie for pages of its own origin alone", async () => {
			const { origin } = new URL(service.baseUrl);
			for (const upgrade of ["websocket", "WebSocket", "h2c, websocket"]) {
				await call("GET", { upgrade, origin });
				for (const foreign of ["https://evil.example", origin.replace("localhost", "evil.localhost"), "null"])
					await refuses(call("GET", { upgrade, origin: foreign }), "origin_forbidden");
				await refuses(call("POST", { upgrade, origin }), "csrf_missing");
			}
			await call("GET", { upgrade: "h2c" });
			const authorization = `Bearer ${(await service.visitor().logIn("ada", ADMIN_PASSWORD)).body?.token}`;
			assert.equal((await call("GET", { upgrade: "websocket", authorization })).kind, "token");
		});

		it("reports a check that was not answered, and no refusal", async () => {
			const reported: unknown[] = [];
			let broken = false;
			const reporting = createVerifierUnderTest(service, {
				report: (cause) => reported.push(cause),
				fetch: async (input, init) =>
					broken ? new Response(null, { status: 502 }) : await fetch(input, init),
			});
			const headers = cookieOf(visitor);
			await refuses(reporting.verifyRequest({ method: "POST", headers }), "csrf_missing");
			assert.deepEqual(reported, []);
			broken = true;
			await refuses(reporting.verifyRequest({ method: "GET", headers }), "service_unavailable");
			assert.match(String((reported as Error[])[0]?.cause), /answered 502/);
			reporting.close();
		});

		it("leaves the CSRF check to others, if configured so", async () => {
			const lax = createVerifierUnderTest(service, { csrf: false });
			assert.equal((await lax.verifyRequest({ method: "POST", headers: cookieOf(visitor) })).kind, "cookie");
			lax.close();
		});

		it("does not take the cookie in place of a token that was sent", async () => {
			for (const authorization of ["Bearer x", "Bearer ", "", "Basic YWRhOmFkYQ==", "Bearer a.b.c"]) {
				await refuses(call("GET", { authorization }), "invalid_token");
			}
		});

		it("knows at once that a session has ended, and says how", async () => {
			const leaving = await service.loggedIn("ada");
			const headers = cookieOf(leaving);
			await verifier.verifyRequest({ method: "GET", headers });
			await leaving.post("/api/auth/logout");
			await refuses(verifier.verifyRequest({ method: "GET", headers }), "session_ended");
			service.travel(61 * 60_000);
			await refuses(call("GET"), "session_expired");
			visitor = await service.loggedIn("ada");
		});

		it("remembers an answer about a safe call as long as it was told, and no other", async () => {
			const lazy = createVerifierUnderTest(service, { cookieCache: { ttl: 2000 } });
			const leaving = await service.loggedIn("ada");
			const headers = cookieOf(leaving);
			const checks = () => lazy.asked.filter((path) => path === CHECK).length;
			for (let time = 0; time < 3; time += 1) await lazy.verifyRequest({ method: "GET", headers });
			assert.equal(checks(), 1);
			await refuses(lazy.verifyRequest({ method: "POST", headers }), "csrf_missing");
			await lazy.verifyRequest({ method: "POST", headers: { ...headers, csrf: leaving.csrf ?? "" } });
			assert.equal(checks(), 3);
			await lazy.verifyRequest({ method: "GET", headers: cookieOf(visitor) });
			assert.equal(checks(), 4);
			// A clock that was set back would keep an answer for as long as it is behind.
			lazy.freeze(-1000);
			await lazy.verifyRequest({ method: "GET", headers });
			assert.equal(checks(), 5);
			lazy.freeze(1000);
			await leaving.post("/api/auth/logout");
			lazy.freeze(2000);
			await refuses(lazy.verifyRequest({ method: "GET", headers }), "session_ended");
			lazy.close();
		});
	});
}

describe("of a request with a cookie, the service gets", () => {
	const secret = "s".repeat(43);
	let asked: IncomingHttpHeaders | null = null;
	/** Notes what it is asked, and does not pass it on. */
	const eavesdropper = createServer((request, response) => {
		asked = request.url === CHECK ? request.headers : null;
		if (asked === null) response.setHeader("content-type", "application/json");
		const issuer = `http://localhost:${(eavesdropper.address() as AddressInfo).port}`;
		const metadata = {
			issuer,
			jwks_uri: `${issuer}/jwks`,
			status_list_aggregation_endpoint: `${issuer}/status`,
			credential_check_endpoint: `${issuer}${CHECK}`,
		};
		response.statusCode = asked === null ? 200 : 401;
		response.end(JSON.stringify(asked === null ? metadata : { code: "unauthenticated" }));
	});
	before(() => new Promise<void>((resolve) => eavesdropper.listen(0, "localhost", resolve)));
	after(() => {
		eavesdropper.closeAllConnections();
		eavesdropper.close();
	});

	async function whatItGets(
		method: string,
		headers: Record<string, string>,
	): Promise<IncomingHttpHeaders | null> {
		const verifier = createVerifier({
			timeout: 60_000,
			issuer: `http://localhost:${(eavesdropper.address() as AddressInfo).port}`,
		});
		asked = null;
		await refuses(verifier.verify({ method, headers }), "unauthenticated");
		return asked;
	}
	const others = {
		host: "api.example",
		"x-forwarded-for": "203.0.113.7",
		"x-api-key": "k",
		referer: "https://a.example/",
	};
	const proof = { csrf: "c", origin: "https://a.example", "sec-fetch-site": "same-origin" };
	const usual = [
		"accept",
		"accept-encoding",
		"accept-language",
		"cache-control",
		"connection",
		"host",
		"sec-fetch-mode",
		"user-agent",
	];
	const own = (headers: IncomingHttpHeaders | null) =>
		Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => !usual.includes(name)));

	it("its own session cookie and the proof of an unsafe call, and nothing else", async () => {
		const cookie = `a=1; sallyport-sid=${secret}; sallyport-pre=x; other-sid=${secret}; sallyport-abcdef-sid=y`;
		assert.deepEqual(own(await whatItGets("POST", { ...others, ...proof, cookie })), {
			cookie: `sallyport-sid=${secret}`,
			"x-forwarded-method": "POST",
			...proof,
		});
		assert.deepEqual(own(await whatItGets("GET", { ...others, ...proof, cookie })), {
			cookie: `sallyport-sid=${secret}`,
			"x-forwarded-method": "GET",
		});
	});

	it("nothing when there is no such cookie, or more than one, or one that was never issued", async () => {
		const planted = `sallyport-sid=${secret}; sallyport-sid=${"t".repeat(43)}`;
		for (const cookie of [
			"",
			"a=1",
			"sallyport-sid=",
			planted,
			"sallyport-sid=a b",
			`__Host-Http-sallyport-sid=${secret}`,
		]) {
			assert.equal(await whatItGets("GET", { cookie }), null, cookie);
		}
		assert.equal(await whatItGets("GET", {}), null);
	});
});
