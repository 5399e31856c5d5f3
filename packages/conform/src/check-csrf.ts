/** The CSRF token: who gets one, what it opens, and when it dies. */
import { createJar } from "./jar.ts";
import { CSRF_TOKEN, describe, expect, expectError, expectStatus, textOf } from "./response.ts";
import { type Check, csrfInSource, type Visit } from "./visit.ts";

const LOGIN = "/api/auth/login";
const RENEW = "/api/auth/renew";

/** A login with an empty body passes the guard and fails right after it. */
const tryLogin = ({ send }: Visit, headers: Record<string, string>) =>
	send("POST", LOGIN, { body: {}, headers });

export const csrf: Check[] = [
	{
		id: "csrf.before-login",
		promise:
			"GET /api/auth/csrf gives a client without a session a CSRF token of at most 512 characters and a cookie; another token each time.",
		section: 2,
		async run({ send, csrfResponse }) {
			const first = await csrfResponse();
			expectStatus(first, 200);
			const value = textOf(first.body, "csrf");
			expect(CSRF_TOKEN.test(value), `a value of ${value.length} characters, or of others than allowed`);
			expect(first.headers.getSetCookie().length > 0, "no cookie comes with it");
			const second = await send("GET", "/api/auth/csrf");
			expectStatus(second, 200);
			expect(textOf(second.body, "csrf") !== value, "twice the same value");
		},
	},
	{
		id: "csrf.missing",
		promise: "A login without csrf is refused: 403 csrf_missing.",
		section: 2,
		run: async (visit) => expectError(await tryLogin(visit, {}), "csrf_missing"),
	},
	{
		id: "csrf.invalid",
		promise: "A login with a made-up csrf, or a far too long one, is refused: 403 csrf_invalid.",
		section: 2,
		async run(visit) {
			expectError(await tryLogin(visit, { csrf: "c1.made.up" }), "csrf_invalid");
			expectError(await tryLogin(visit, { csrf: "x".repeat(513) }), "csrf_invalid");
		},
	},
	{
		id: "csrf.heals",
		promise:
			"A refused csrf is answered with a fresh value and its cookie, and one retry with them gets past the guard.",
		section: 2,
		async run(visit) {
			const headersOfCsrf = [{}, { csrf: "c1.made.up" }];
			for (const headers of headersOfCsrf) {
				const refused = await tryLogin(visit, headers);
				const jar = createJar();
				jar.keep(refused);
				const fresh = textOf(refused.body, "csrf");
				expect(CSRF_TOKEN.test(fresh), `no fresh value. ${describe(refused)}`);
				expectError(await tryLogin(visit, { ...jar.header(), csrf: fresh }), "validation_failed");
			}
		},
	},
	{
		id: "csrf.bound",
		promise: "A value given before login works together with its cookie only.",
		section: 2,
		async run(visit) {
			const { csrf: value = "" } = await visit.beforeLogin();
			expectError(await tryLogin(visit, { csrf: value }), "csrf_invalid");
		},
	},
	{
		id: "csrf.page-source",
		promise: "Every page of a logged-in user has the value in its source as served, another one each time.",
		section: 2,
		async run({ send, accountPage, readerLogin }) {
			const account = await accountPage();
			expectStatus(account, 200);
			const { credential } = await readerLogin();
			const headers = { ...credential.jar.header(), accept: "text/html" };
			const again = await send("GET", "/account", { headers });
			const docs = await send("GET", "/docs", { headers });
			const values = [account, again, docs].map((page) => {
				const value = csrfInSource(page);
				expect(value !== null, `${page.request}: there is no <meta name="csrf-token"> with a value`);
				return value;
			});
			expect(new Set(values).size === values.length, "twice the same value");
		},
	},
	{
		id: "csrf.copied",
		promise: "A value copied from a page's source lets logins through with no cookie, several times.",
		section: 2,
		async run({ copiedLogins }) {
			for (const { response } of await copiedLogins()) expectStatus(response, 200);
		},
	},
	{
		id: "csrf.no-identity",
		promise: "A CSRF token gives no identity.",
		section: 2,
		async run({ send, accountPage }) {
			const headers = { csrf: csrfInSource(await accountPage()) ?? "" };
			expectError(await send("GET", "/api/auth/session", { headers }), "unauthenticated");
		},
	},
	{
		id: "csrf.dies",
		promise: "A copied value dies with its session: after the logout it is 403 csrf_invalid.",
		section: 2,
		async run(visit) {
			const { copied } = await visit.readerLogout();
			expectError(await tryLogin(visit, { csrf: copied }), "csrf_invalid");
		},
	},
	{
		id: "csrf.cookie-calls",
		promise:
			"An unsafe call with a cookie needs the CSRF token of its own session. A refusal for lack of it carries that token.",
		section: 2,
		async run({ send, cookieLogin, beforeLogin }) {
			const { credential } = await cookieLogin();
			const { csrf: own = "", ...cookie } = await credential.headers();
			const lacking = await send("POST", RENEW, { headers: cookie });
			expectError(lacking, "csrf_missing");
			expect(CSRF_TOKEN.test(textOf(lacking.body, "csrf")), "the refusal carries no fresh value");
			const { csrf: foreign = "" } = await beforeLogin();
			expectError(await send("POST", RENEW, { headers: { ...cookie, csrf: foreign } }), "csrf_invalid");
			const reauthenticate = "/api/auth/reauthenticate";
			const headers = { ...cookie, csrf: own };
			expectError(await send("POST", reauthenticate, { body: {}, headers }), "validation_failed");
		},
	},
	{
		id: "csrf.bearer-calls",
		promise: "A call with a bearer token needs no CSRF token.",
		section: 2,
		async run({ send, tokenLogin }) {
			const headers = await (await tokenLogin()).credential.headers();
			expectError(await send("POST", "/api/auth/reauthenticate", { body: {}, headers }), "validation_failed");
		},
	},
];
