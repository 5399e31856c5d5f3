import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { decodeJwt } from "jose";
import { tokenOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createVisitor } from "../support/visitor.ts";

const password = "five words nobody else has";

for (const prefix of ["/analytics", "/tools/log-in"]) {
	describe(`under ${prefix}`, () => {
		let service: TestService;
		before(async () => {
			service = await startTestService({ prefix, settings: cheap });
		});
		after(() => service.stop());

		it("leads from the setup link through the account page and both logins to the logout", async () => {
			const link = service.running.setupLink ?? "";
			assert.ok(link.startsWith(`${service.baseUrl}/setup#`));
			const browser = service.visitor();
			assert.equal((await browser.get("/setup")).status, 200);
			const setup = await browser.post("/api/auth/setup", { token: tokenOf(link), password });
			assert.equal(setup.status, 200);
			const start = await browser.get("/");
			assert.deepEqual([start.status, start.headers.get("location")], [303, `${prefix}/account`]);

			const csrf = await service.copiedCsrf(browser);
			const unknownDevice = service.visitor();
			const body = { username: "admin", password };
			const byToken = await unknownDevice.request("POST", "/api/auth/login", { body, headers: { csrf } });
			assert.equal((await unknownDevice.get("/api/auth/session", bearerOf(byToken))).status, 200);
			const claims = decodeJwt(String(byToken.body?.token));
			assert.deepEqual([claims.iss, claims.aud], [service.baseUrl, service.baseUrl]);

			assert.equal((await unknownDevice.logIn("admin", password, { session: true })).status, 200);
			assert.match(
				[...unknownDevice.cookies.keys()].join(),
				/^sallyport-([0-9a-f]{6})-sid,sallyport-\1-device$/,
			);
			const kept = cookieOf(unknownDevice);
			assert.equal((await unknownDevice.post("/api/auth/logout")).status, 200);
			assertProblem(await service.visitor().get("/api/auth/session", kept), "session_ended");
			const away = await unknownDevice.get("/account");
			assert.deepEqual(
				[away.status, away.headers.get("location")],
				[303, `${prefix}/login?next=${encodeURIComponent(`${prefix}/account`)}`],
			);
		});

		it("every address in a page is under it, and exists", async () => {
			const page = await service.visitor().get("/login");
			assert.ok(page.text.includes(`<meta name="base-url" content="${service.baseUrl}">`));
			const addresses = [...page.text.matchAll(/(?:src|href)="([^"#]+)"/g)].map((match) => match[1] ?? "");
			assert.ok(addresses.length >= 4);
			for (const address of addresses) {
				assert.ok(address.startsWith(`${prefix}/`), address);
				const answer = await fetch(new URL(address, service.baseUrl), { redirect: "manual" });
				assert.equal(answer.status, 200, address);
				if (address.includes("/assets/"))
					assert.match(answer.headers.get("cache-control") ?? "", /immutable/);
			}
		});

		it("password managers find the form to change a password, and browsers the icon", async () => {
			const visitor = service.visitor();
			const change = await visitor.get("/.well-known/change-password");
			assert.deepEqual(
				[change.status, change.headers.get("location")],
				[302, `${prefix}/account/security#change-password`],
			);
			const icon = await fetch(`${service.baseUrl}/favicon.ico`);
			assert.deepEqual([icon.status, icon.headers.get("content-type")], [200, "image/svg+xml"]);
		});

		it("metadata and contract name it", async () => {
			const visitor = service.visitor();
			const metadata = (await visitor.get("/.well-known/oauth-authorization-server")).body;
			assert.equal(metadata?.issuer, service.baseUrl);
			assert.equal(metadata?.jwks_uri, `${service.baseUrl}/.well-known/jwks.json`);
			const { body } = await visitor.get("/openapi.json");
			const contract = body as { servers: object[]; paths: object };
			assert.deepEqual(contract.servers, [{ url: service.baseUrl }]);
			assert.ok("/api/auth/login" in contract.paths);
		});

		it("it answers nowhere else", async () => {
			const outside = createVisitor(`http://localhost:${service.port}`);
			for (const path of ["/", "/login", "/healthz", `${prefix}x/login`, `${prefix}${prefix}/login`]) {
				assertProblem(await outside.get(path), "not_found");
			}
			assertProblem(await outside.request("POST", "/api/auth/login", { body: {} }), "not_found");
			assert.equal((await outside.get(prefix)).status, 303);
		});

		it("it stays the same whatever a client says about host, scheme and prefix", async () => {
			const headers = {
				"x-forwarded-host": "evil.example",
				"x-forwarded-proto": "https",
				"x-forwarded-prefix": "/evil",
				forwarded: "host=evil.example;proto=https",
			};
			for (const path of ["/login", "/.well-known/oauth-authorization-server", "/openapi.json", "/"]) {
				const answer = await service.visitor().get(path, headers);
				const told = JSON.stringify([answer.text, ...answer.headers]);
				assert.ok(!told.includes("evil"), path);
				assert.ok(!answer.headers.getSetCookie().some((line) => line.includes("Secure")), path);
			}
		});
	});
}

it("two services on one host do not overwrite each other's cookies", async () => {
	const services = await Promise.all(
		["/a", "/b"].map((prefix) => startTestService({ prefix, settings: cheap })),
	);
	try {
		const jar = new Map<string, string>();
		const visitors = services.map(({ visitor }) => Object.assign(visitor(), { cookies: jar }));
		for (const [index, service] of services.entries()) {
			await service.addUser(`user${index}`);
			const answer = await visitors[index]?.logIn(`user${index}`, "correct horse battery staple", {
				session: true,
			});
			assert.equal(answer?.status, 200);
		}
		for (const [index, visitor] of visitors.entries()) {
			assert.equal((await visitor.get("/api/auth/session")).body?.username, `user${index}`);
		}
	} finally {
		await Promise.all(services.map((service) => service.stop()));
	}
});
