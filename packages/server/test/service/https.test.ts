import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createVerifier } from "../../../verify/src/index.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { rawRequest, sendRaw } from "../support/raw.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

const origin = "https://login.example.com";

/** As seen from the proxy that ends TLS. */
async function start(baseUrl: string, settings: Record<string, string> = {}) {
	const service = await startTestService({
		settings: { ...cheap, SALLYPORT_BASE_URL: baseUrl, ...settings },
	});
	await service.addUser("ada");
	const { pathname } = new URL(`${baseUrl}/`);
	const behind = `http://127.0.0.1:${service.port}${pathname.slice(0, -1)}`;
	return { service, visitor: () => createVisitor(behind) };
}

const setCookies = async (visitor: Visitor) => {
	const page = await visitor.get("/login");
	const login = await visitor.logIn("ada", ADMIN_PASSWORD, { session: true });
	const logout = await visitor.post("/api/auth/logout");
	return [page, login, logout].flatMap(({ headers }) =>
		headers.getSetCookie().map((line) => line.replace(/=[\w-]{43,}/, "=<secret>")),
	);
};

describe("behind https", () => {
	let service: TestService;
	let visitor: () => Visitor;
	before(async () => {
		({ service, visitor } = await start(origin));
	});
	after(() => service.stop());

	// Proves: csrf-foreign-cookie
	it("cookies are bound to this host, to https, to the server, and all but that of the device to the browser session", async () => {
		assert.deepEqual(await setCookies(visitor()), [
			"__Host-Http-sallyport-pre=<secret>; Path=/; HttpOnly; SameSite=Strict; Secure",
			"__Host-Http-sallyport-sid=<secret>; Path=/; HttpOnly; SameSite=Lax; Secure",
			"__Host-Http-sallyport-pre=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0",
			"__Host-Http-sallyport-device=<secret>; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=7776000",
			"__Host-Http-sallyport-sid=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0",
		]);
	});

	// Proves: csrf-foreign-cookie
	it("a cookie without the prefix, which any neighbour could set, counts for nothing", async () => {
		const browser = visitor();
		await browser.logIn("ada", ADMIN_PASSWORD, { session: true });
		const secret = browser.cookies.get("__Host-Http-sallyport-sid");
		for (const name of ["sallyport-sid", "__Host-sallyport-sid", "__Secure-sallyport-sid"]) {
			const answer = await visitor().get("/api/auth/session", { cookie: `${name}=${secret}` });
			assertProblem(answer, "unauthenticated");
		}
	});

	/** A cookie that a subdomain may set, since its name only begins with the prefix once something is stripped from it. */
	const disguised = [
		["the byte A0", "\u00a0"],
		["a space and the byte A0", " \u00a0"],
		["the bytes A0 and A0", "\u00a0\u00a0"],
	] as const;
	for (const [what, before] of disguised) {
		// Proves: csrf-foreign-cookie
		it(`a session cookie with ${what} before its name is no session cookie, for the service and for a verifier`, async () => {
			const browser = visitor();
			await browser.logIn("ada", ADMIN_PASSWORD, { session: true });
			const own = `__Host-Http-sallyport-sid=${browser.cookies.get("__Host-Http-sallyport-sid")}`;
			const verifier = createVerifier({
				issuer: origin,
				fetch: (input, init) =>
					fetch(String(input).replace(origin, `http://127.0.0.1:${service.port}`), init),
			});
			const send = (cookie: string) => {
				const lines = ["GET /api/auth/session HTTP/1.1", "Host: login.example.com", `Cookie: ${cookie}`];
				return sendRaw(service.port, Buffer.from(rawRequest(lines), "latin1"));
			};
			const verify = (cookie: string) => verifier.verify({ method: "GET", headers: { cookie } });
			for (const cookie of [`${before}${own}`, `a=b;${before}${own}`, `a=b; ${before}${own}`]) {
				assertProblem(await send(cookie), "unauthenticated");
				await assert.rejects(verify(cookie), { code: "unauthenticated" });
			}
			for (const cookie of [`a=b;\t ${own} \t; c=d`, `${before}${own}; ${own}`]) {
				assert.equal((await send(cookie)).body?.username, "ada");
				assert.equal((await verify(cookie)).kind, "cookie");
			}
			verifier.close();
		});
	}

	it("every answer asks for https in future, errors and parser errors too", async () => {
		const answers = [
			await visitor().get("/healthz"),
			await visitor().get("/login"),
			await visitor().get("/"),
			await visitor().get("/api/auth/session"),
			await visitor().get("/nothing"),
			await visitor().get("/%"),
			await visitor().request("POST", "/api/auth/login", { body: "" }),
			await sendRaw(service.port, "no HTTP at all\r\n\r\n"),
		];
		assert.deepEqual(
			answers.map(({ status }) => status),
			[200, 200, 303, 401, 404, 400, 403, 400],
		);
		for (const { headers } of answers) {
			assert.equal(headers.get("strict-transport-security"), "max-age=31536000");
		}
	});

	// Proves: csrf-breach, browser-pages
	it("pages have their policy, and data another", async () => {
		const page = (await visitor().get("/login", { "accept-encoding": "gzip, br" })).headers;
		assert.equal(
			page.get("content-security-policy"),
			"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
				"form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
				"require-trusted-types-for 'script'; trusted-types 'none'; upgrade-insecure-requests",
		);
		assert.equal(page.get("cross-origin-opener-policy"), "same-origin");
		assert.equal(page.get("cross-origin-embedder-policy"), "require-corp");
		assert.equal(page.get("cross-origin-resource-policy"), "same-origin");
		assert.equal(page.get("referrer-policy"), "same-origin");
		assert.equal(page.get("cache-control"), "no-store, no-transform");
		assert.equal(page.get("vary"), "Cookie, Accept-Language");
		// Compression would let an attacker measure the CSRF token (BREACH).
		assert.equal(page.get("content-encoding"), null);
		assert.match(page.get("permissions-policy") ?? "", /camera=\(\)/);
		const data = (await visitor().get("/api/auth/csrf")).headers;
		assert.equal(data.get("content-security-policy"), "default-src 'none'; frame-ancestors 'none'; sandbox");
		assert.equal(data.get("referrer-policy"), "no-referrer");
	});

	it("only its own https origin passes", async () => {
		const logIn = (from: string) =>
			visitor().post("/api/auth/login", { username: "ada", password: ADMIN_PASSWORD }, { origin: from });
		assert.equal((await logIn(origin)).status, 200);
		for (const other of ["http://login.example.com", `http://127.0.0.1:${service.port}`, `${origin}:8443`]) {
			assertProblem(await logIn(other), "origin_forbidden");
		}
	});

	it("the challenge names the host that users know", async () => {
		const { headers } = await visitor().get("/api/auth/session");
		assert.equal(headers.get("www-authenticate"), 'Bearer realm="login.example.com"');
	});
});

describe("the cookie of a session", () => {
	const names: Array<{ name: string; baseUrl: string; settings?: Record<string, string>; cookie: RegExp }> = [
		{
			name: "under a prefix keeps Path=/ and gets a suffix",
			baseUrl: `${origin}/analytics`,
			cookie: /^__Host-Http-sallyport-[0-9a-f]{6}-sid=<secret>; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
		},
		{
			name: "can be Strict",
			baseUrl: origin,
			settings: { SALLYPORT_COOKIE_SAME_SITE: "Strict" },
			cookie: /^__Host-Http-sallyport-sid=<secret>; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
		},
		{
			name: "on plain http has no prefix and is not Secure",
			baseUrl: "http://localhost:8400",
			cookie: /^sallyport-sid=<secret>; Path=\/; HttpOnly; SameSite=Lax$/,
		},
	];
	for (const { name, baseUrl, settings, cookie } of names) {
		it(name, async () => {
			const { service, visitor } = await start(baseUrl, settings);
			try {
				assert.match((await setCookies(visitor()))[1] ?? "", cookie);
				const https = baseUrl.startsWith("https:");
				const { headers } = await visitor().get("/login");
				assert.equal(headers.has("strict-transport-security"), https);
				assert.equal(headers.get("content-security-policy")?.includes("upgrade-insecure-requests"), https);
			} finally {
				await service.stop();
			}
		});
	}
});
