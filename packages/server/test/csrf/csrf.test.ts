import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { ErrorCode } from "../../src/platform/errors.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { rawRequest, sendRaw } from "../support/raw.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const browser = { "sec-fetch-site": "same-origin" };
let service: TestService;
/** Logged in as ada. */
let user: Visitor;
/** Logged in as bob. */
let other: Visitor;

before(async () => {
	service = await startTestService({ settings: cheap });
	for (const name of ["ada", "bob"]) await service.addUser(name);
	user = await service.loggedIn("ada");
	other = await service.loggedIn("bob");
});
after(() => service.stop());

const cookieOf = (visitor: Visitor) => [...visitor.cookies].map((pair) => pair.join("=")).join("; ");

/** A client that has opened the login page: a token and the cookie it is bound to. */
async function newcomer(at = service): Promise<{ csrf: string; cookie: string }> {
	const visitor = at.visitor();
	const page = await visitor.get("/login");
	return {
		csrf: /name="csrf-token" content="([^"]+)"/.exec(page.text)?.[1] ?? "",
		cookie: cookieOf(visitor),
	};
}

/** A login with the right password and exactly these headers. */
const logIn = (headers: Record<string, string>, path = "/api/auth/login") =>
	service.visitor().request("POST", path, { body: { username: "ada", password: ADMIN_PASSWORD }, headers });

function assertAnswer(answer: Answer, code: ErrorCode | null): void {
	if (code === null) assert.equal(answer.status, 200, answer.text);
	else assertProblem(answer, code);
}

/** One character in the middle becomes another one. */
function tampered(value: string): string {
	const at = value.length - 20;
	return `${value.slice(0, at)}${value[at] === "A" ? "B" : "A"}${value.slice(at + 1)}`;
}

// Proves: csrf-foreign-form, csrf-login
describe("the CSRF token of a login", () => {
	const copied = () => service.copiedCsrf(user);
	const cases: Array<{ name: string; headers(): Promise<Record<string, string>>; code: ErrorCode | null }> = [
		{ name: "from the login page, with its cookie", headers: newcomer, code: null },
		{
			name: "from the login page, without its cookie",
			headers: async () => ({ csrf: (await newcomer()).csrf }),
			code: "csrf_invalid",
		},
		{
			name: "from the login page, with another client's cookie",
			headers: async () => ({ csrf: (await newcomer()).csrf, cookie: (await newcomer()).cookie }),
			code: "csrf_invalid",
		},
		{
			name: "from the login page, with its cookie twice",
			headers: async () => {
				const { csrf, cookie } = await newcomer();
				return { csrf, cookie: `${cookie}; ${cookie}` };
			},
			code: "csrf_invalid",
		},
		{ name: "copied, without a cookie", headers: async () => ({ csrf: await copied() }), code: null },
		{
			name: "copied, a script beside another user's cookie",
			headers: async () => ({ csrf: await copied(), cookie: cookieOf(other) }),
			code: null,
		},
		{
			name: "copied, a browser beside another user's cookie",
			headers: async () => ({ csrf: await copied(), cookie: cookieOf(other), ...browser }),
			code: "csrf_invalid",
		},
		{
			name: "copied, a browser beside an unknown cookie",
			headers: async () => ({ csrf: await copied(), cookie: `sallyport-sid=${"x".repeat(43)}`, ...browser }),
			code: "csrf_invalid",
		},
		{
			name: "the page's own, in its browser",
			headers: async () => ({ csrf: await copied(), cookie: cookieOf(user), ...browser }),
			code: null,
		},
		{ name: "none", headers: async () => ({}), code: "csrf_missing" },
		{ name: "empty", headers: async () => ({ csrf: "" }), code: "csrf_missing" },
		{
			name: "tampered with",
			headers: async () => ({ csrf: tampered(await copied()) }),
			code: "csrf_invalid",
		},
		{
			name: "under another key's name",
			headers: async () => ({ csrf: (await copied()).replace(/^c1\.[^.]+/, "c1.other") }),
			code: "csrf_invalid",
		},
		{
			name: "without its end",
			headers: async () => ({ csrf: (await copied()).slice(0, -4) }),
			code: "csrf_invalid",
		},
		{
			name: "with a tail",
			headers: async () => ({ csrf: `${await copied()},x` }),
			code: "csrf_invalid",
		},
		{ name: "513 characters long", headers: async () => ({ csrf: "c".repeat(513) }), code: "csrf_invalid" },
		{
			name: "the secret of a cookie",
			headers: async () => ({ csrf: user.cookies.get("sallyport-sid") ?? "" }),
			code: "csrf_invalid",
		},
		{
			name: "the id of a user",
			headers: async () => ({ csrf: String((await user.get("/api/auth/session")).body?.id) }),
			code: "csrf_invalid",
		},
		{
			name: "an access token",
			headers: async () => {
				const answer = await service.visitor().logIn("ada", ADMIN_PASSWORD);
				return { csrf: String(answer.body?.token).slice(0, 500) };
			},
			code: "csrf_invalid",
		},
		{
			name: "of a login page two hours ago",
			headers: async () => {
				const headers = await newcomer();
				// Within the life of the sessions of this test: their user calls in between.
				for (let half = 1; half <= 4; half++) {
					service.travel(30 * 60_000);
					for (const visitor of [user, other]) await visitor.get("/api/auth/session");
					await service.running.maintenance.run();
				}
				return headers;
			},
			code: "csrf_invalid",
		},
	];
	for (const { name, headers, code } of cases) {
		it(`${name}: ${code ?? "accepted"}`, async () => assertAnswer(await logIn(await headers()), code));
	}

	it("is not looked for in the URL", async () => {
		assertProblem(await logIn({}, `/api/auth/login?csrf=${await copied()}`), "csrf_missing");
	});

	it("is refused when sent twice, even if valid", async () => {
		const line = `csrf: ${await copied()}`;
		const head = ["POST /api/auth/login HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
		const answer = await sendRaw(service.port, rawRequest([...head, line, line, "Content-Length: 2"], "{}"));
		assertProblem(answer, "csrf_invalid");
	});

	// Proves: csrf-breach
	it("is different each time, and fits the contract", async () => {
		const values = [await copied(), await copied(), (await newcomer()).csrf];
		assert.equal(new Set(values).size, values.length);
		for (const value of values) assert.match(value, /^[A-Za-z0-9._-]{60,512}$/);
	});
});

// Proves: csrf-stolen-token
describe("a CSRF token in another place", () => {
	it("is no bearer", async () => {
		const authorization = `Bearer ${await service.copiedCsrf(user)}`;
		assertProblem(await service.visitor().get("/api/auth/session", { authorization }), "invalid_token");
	});

	it("is no cookie", async () => {
		const cookie = `sallyport-sid=${await service.copiedCsrf(user)}`;
		assertProblem(await service.visitor().get("/api/auth/session", { cookie }), "unauthenticated");
	});

	it("of another deployment is refused, under another secret and under the same", async () => {
		for (const secret of ["another secret of another test, long enough", undefined]) {
			const settings = { ...cheap, ...(secret === undefined ? {} : { SALLYPORT_SECRET: secret }) };
			const elsewhere = await startTestService({ settings });
			try {
				await elsewhere.addUser("ada");
				const csrf = await elsewhere.copiedCsrf(await elsewhere.loggedIn("ada"));
				assertProblem(await logIn({ csrf }), "csrf_invalid");
				assertProblem(await logIn(await newcomer(elsewhere)), "csrf_invalid");
			} finally {
				await elsewhere.stop();
			}
		}
	});
});

describe("a refusal for want of a CSRF token", () => {
	it("contains what one retry of a login needs, and its cookie", async () => {
		const visitor = service.visitor();
		const credentials = { username: "ada", password: ADMIN_PASSWORD, session: true };
		const refused = await visitor.post("/api/auth/login", credentials, { csrf: "" });
		assertProblem(refused, "csrf_missing");
		const accepted = await visitor.post("/api/auth/login", credentials, { csrf: String(refused.body?.csrf) });
		assert.equal(accepted.status, 200);
	});

	it("keeps the cookie of a login page that is open already", async () => {
		const visitor = service.visitor();
		await visitor.get("/login");
		const before = cookieOf(visitor);
		assertProblem(await visitor.post("/api/auth/login", {}, { csrf: "" }), "csrf_missing");
		assert.equal(cookieOf(visitor), before);
	});

	it("contains what one retry of a logged-in call needs", async () => {
		const refused = await user.post("/api/auth/renew", undefined, { csrf: "c1.old.value" });
		assertProblem(refused, "csrf_invalid");
		const accepted = await user.post("/api/auth/renew", undefined, { csrf: String(refused.body?.csrf) });
		assert.equal(accepted.status, 200);
	});
});
