/** POST /api/auth/login, in both modes. */
import { parseSetCookie } from "./jar.ts";
import {
	describe,
	expect,
	expectError,
	expectMembers,
	expectStatus,
	type HttpResponse,
	LeftOut,
	textOf,
	UUID,
} from "./response.ts";
import type { Check, Visit } from "./visit.ts";

const JWT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

export const login: Check[] = [
	{
		id: "login.token-answer",
		promise: "A login without session is answered 200 with exactly id, message and token.",
		section: 1,
		run: async ({ tokenLogin }) => expectTokenResponse((await tokenLogin()).response),
	},
	{
		id: "login.session-false",
		promise: "session: false is token mode.",
		section: 1,
		async run({ copiedLogins }) {
			const [, { response }] = await copiedLogins();
			if (response.status !== 200) throw new LeftOut("the login with a copied CSRF token was refused");
			expectTokenResponse(response);
		},
	},
	{
		id: "login.session-answer",
		promise: "A login with session: true is answered 200 with id, message, csrf and expiresAt, and a cookie.",
		section: 1,
		async run({ cookieLogin }) {
			const { response, credential } = await cookieLogin();
			expectMembers(response, ["id", "message", "csrf", "expiresAt"]);
			expect(UUID.test(textOf(response.body, "id")), "id is no UUID");
			expect(!Number.isNaN(Date.parse(textOf(response.body, "expiresAt"))), "expiresAt is no time");
			expect(credential.jar.find("-sid") !== null, "no session cookie is set");
		},
	},
	{
		id: "login.no-secret-in-body",
		promise: "A response body never contains the secret of a cookie.",
		section: 1,
		async run({ cookieLogin, readerLogin }) {
			for (const { response } of [await cookieLogin(), await readerLogin()]) {
				expectStatus(response, 200);
				const secrets = response.headers.getSetCookie().map((line) => parseSetCookie(line).value);
				const shown = secrets.some((secret) => secret !== "" && response.text.includes(secret));
				expect(!shown && !("token" in (response.body ?? {})), describe(response));
			}
		},
	},
	{
		id: "login.never-adopts",
		promise: "A login gives every session a secret of its own, and never adopts one that the client brings.",
		section: 6,
		async run(visit) {
			const one = (await visit.cookieLogin()).credential.jar.find("-sid");
			const { credential, planted } = await visit.readerLogin();
			const other = credential.jar.find("-sid");
			if (one === null || other === null) throw new LeftOut("no login set a session cookie");
			expect(one.value !== other.value, "two logins got the same secret");
			expect(other.value !== planted, "a login adopts the secret that the client brings");
			const cookie = `${one.name}=${"A".repeat(43)}`;
			expectError(await visit.send("GET", "/api/auth/session", { headers: { cookie } }), "unauthenticated");
		},
	},
	{
		id: "login.refused",
		promise: "A name that no user has is refused: 401 invalid_credentials.",
		section: 7,
		run: async ({ unknownUser }) => expectError(await unknownUser(), "invalid_credentials"),
	},
	{
		id: "login.refused-alike",
		promise: "An unknown user and a wrong password are answered with the same bytes.",
		section: 7,
		async run(visit) {
			const unknown = await visit.unknownUser();
			const wrong = await visit.wrongPassword();
			expect(wrong.status === unknown.status, `${unknown.status} and ${wrong.status}`);
			expect(bodyOf(wrong) === bodyOf(unknown), "the bodies differ");
			expect(headersOf(wrong) === headersOf(unknown), "the headers differ");
		},
	},
	{
		id: "login.rate-limit",
		promise: "Login answers carry RateLimit and RateLimit-Policy as structured fields.",
		section: 7,
		async run(visit) {
			const responses = [await visit.unknownUser(), ...(await successOf(visit))];
			for (const { headers } of responses) {
				const [, policy] = /^"([\w-]+)";q=\d+;w=\d+$/.exec(headers.get("ratelimit-policy") ?? "") ?? [];
				expect(policy !== undefined, `RateLimit-Policy: ${headers.get("ratelimit-policy")}`);
				const [, of] = /^"([\w-]+)";r=\d+;t=\d+$/.exec(headers.get("ratelimit") ?? "") ?? [];
				expect(of === policy, `RateLimit: ${headers.get("ratelimit")}`);
			}
		},
	},
	{
		id: "login.setup-link",
		promise: "A setup link that does not exist is refused before a password is sent: 404 not_found.",
		section: 4,
		async run({ send, beforeLogin }) {
			const path = "/api/auth/setup/check";
			expectError(await send("GET", path), "method_not_allowed");
			const body = { token: "x".repeat(43) };
			expectError(await send("POST", path, { body, headers: await beforeLogin() }), "not_found");
		},
	},
	{
		id: "login.ignores-authorization",
		promise: "Login ignores Authorization.",
		section: 2,
		async run({ send, beforeLogin }) {
			const headers = { ...(await beforeLogin()), authorization: "Bearer made.up.token" };
			expectError(await send("POST", "/api/auth/login", { body: {}, headers }), "validation_failed");
		},
	},
];

function expectTokenResponse(response: HttpResponse): void {
	expectMembers(response, ["id", "message", "token"]);
	expect(UUID.test(textOf(response.body, "id")), "id is no UUID");
	expect(textOf(response.body, "message") === "Login successful", "message is another one");
	expect(JWT.test(textOf(response.body, "token")), "token is no JWT");
}

/** Empty without a user. */
async function successOf({ tokenLogin }: Visit): Promise<HttpResponse[]> {
	try {
		const { response } = await tokenLogin();
		return response.status === 200 ? [response] : [];
	} catch (error) {
		if (error instanceof LeftOut) return [];
		throw error;
	}
}

function bodyOf({ text, body }: HttpResponse): string {
	return text.replace(textOf(body, "requestId"), "");
}

/** Only headers that could tell the two apart; what a proxy adds differs from response to response. */
function headersOf({ headers }: HttpResponse): string {
	const telling = ["content-type", "content-length", "cache-control", "www-authenticate", "ratelimit-policy"];
	return JSON.stringify([telling.map((name) => headers.get(name)), headers.getSetCookie().length]);
}
