import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { ErrorCode } from "../../src/platform/errors.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

let service: TestService;
let user: Visitor;
before(async () => {
	service = await startTestService({ settings: cheap });
	for (const name of ["ada", "bob"]) await service.addUser(name);
	user = await service.loggedIn("ada");
});
after(() => service.stop());

const isAlive = async (visitor: Visitor) => (await visitor.get("/api/auth/session")).status === 200;

/** Every unsafe call of a logged-in user. */
const unsafe: Array<[method: "POST" | "DELETE", path: string, body?: object]> = [
	["POST", "/api/auth/logout"],
	["POST", "/api/auth/renew"],
	["POST", "/api/auth/reauthenticate", { password: ADMIN_PASSWORD }],
	[
		"POST",
		"/api/auth/password",
		{ currentPassword: ADMIN_PASSWORD, newPassword: "five words nobody else has" },
	],
	["POST", "/api/auth/locale", { locale: "de" }],
	["DELETE", "/api/auth/sessions"],
	["DELETE", "/api/auth/sessions/00000000-0000-4000-8000-000000000000"],
];

// Proves: csrf-foreign-form, csrf-cross-origin
describe("a call by cookie needs the CSRF token of its own session", () => {
	for (const [method, path, body] of unsafe) {
		it(`${method} ${path} without one`, async () => {
			assertProblem(await user.request(method, path, { body }), "csrf_missing");
			assert.ok(await isAlive(user));
		});
		it(`${method} ${path} from another site`, async () => {
			const headers = { csrf: await service.copiedCsrf(user), origin: "https://evil.example" };
			assertProblem(await user.request(method, path, { body, headers }), "origin_forbidden");
			assert.ok(await isAlive(user));
		});
	}

	const foreign: Array<{ name: string; headers(): Promise<Record<string, string>> }> = [
		{
			name: "the value of another user's session",
			headers: async () => ({ csrf: await service.copiedCsrf(await service.loggedIn("bob")) }),
		},
		{
			name: "the value of another session of the same user",
			headers: async () => ({ csrf: await service.copiedCsrf(await service.loggedIn("ada")) }),
		},
		{
			name: "the value of a login page beside its cookie",
			headers: async () => {
				const other = service.visitor();
				await other.get("/api/auth/csrf");
				const cookie = [...user.cookies, ...other.cookies].map((pair) => pair.join("=")).join("; ");
				return { csrf: other.csrf ?? "", cookie };
			},
		},
		{
			name: "the same invention in header and cookie",
			headers: async () => {
				const cookie = [...user.cookies, ["csrf", "double"]].map((pair) => pair.join("=")).join("; ");
				return { csrf: "double", cookie };
			},
		},
	];
	for (const { name, headers } of foreign) {
		it(`is refused with ${name}`, async () => {
			const answer = await user.request("POST", "/api/auth/renew", { headers: await headers() });
			assertProblem(answer, "csrf_invalid");
		});
	}

	// Proves: csrf-other-user
	it("gets a fresh one for the value of another page of its user, and none for that of another user", async () => {
		const renew = async (csrf: string) => {
			const answer = await user.request("POST", "/api/auth/renew", { headers: { csrf } });
			assertProblem(answer, "csrf_invalid");
			return answer.body?.csrf;
		};
		for (const [name, fresh] of [
			["ada", "string"],
			["bob", "undefined"],
		] as const) {
			const other = await service.loggedIn(name);
			const csrf = await service.copiedCsrf(other);
			assert.equal(typeof (await renew(csrf)), fresh);
			// As a login in the same browser ends the session before it.
			await other.post("/api/auth/logout");
			assert.equal(typeof (await renew(csrf)), fresh, "after the end of that session");
		}
	});
});

describe("a call by bearer", () => {
	let bearer: Record<string, string>;
	before(async () => {
		bearer = {
			authorization: `Bearer ${(await service.visitor().logIn("ada", ADMIN_PASSWORD)).body?.token}`,
		};
	});

	it("needs no CSRF token and may come from anywhere", async () => {
		const headers = { ...bearer, origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
		assert.equal((await service.visitor().request("POST", "/api/auth/renew", { headers })).status, 200);
	});

	const refused: Array<{ name: string; authorization: string }> = [
		{ name: "an invalid token", authorization: "Bearer x.y.z" },
		{ name: "no token", authorization: "Bearer" },
		{ name: "nothing", authorization: "" },
		{ name: "two tokens", authorization: "Bearer x y" },
		{ name: "5 kB", authorization: `Bearer ${"x".repeat(5000)}` },
		{ name: "another scheme", authorization: "Digest username=ada" },
		{
			name: "the right password by Basic",
			authorization: `Basic ${Buffer.from(`ada:${ADMIN_PASSWORD}`).toString("base64")}`,
		},
	];
	for (const { name, authorization } of refused) {
		it(`with ${name} never falls back to the cookie beside it, and hashes nothing`, async () => {
			const before = service.running.hasher.hashesDone();
			assertProblem(
				await user.get("/api/auth/session", { authorization }),
				"invalid_token" satisfies ErrorCode,
			);
			const csrf = await service.copiedCsrf(user);
			const answer = await user.request("POST", "/api/auth/renew", { headers: { authorization, csrf } });
			assertProblem(answer, "invalid_token");
			assert.equal(service.running.hasher.hashesDone(), before);
		});
	}

	// Proves: csrf-login
	it("is ignored at a login, which asks for its CSRF token all the same", async () => {
		const body = { username: "ada", password: ADMIN_PASSWORD };
		const refused = await service.visitor().request("POST", "/api/auth/login", { body, headers: bearer });
		assertProblem(refused, "csrf_missing");
	});
});
