/** The csrf value: who gets one, what it opens, and when it dies. */
import { CSRF_VALUE, demandRefusal, demandStatus, described, textOf } from "./answer.ts";
import { type Check, demand } from "./check.ts";
import { createJar } from "./jar.ts";
import { csrfInSource, type Visit } from "./visit.ts";

const LOGIN = "/api/auth/login";
const RENEW = "/api/auth/renew";

/** A login with an empty body gets past the guard, and no further. */
const knock = ({ ask }: Visit, headers: Record<string, string>) => ask("POST", LOGIN, { body: {}, headers });

export const csrf: Check[] = [
	{
		id: "csrf.before-login",
		promise:
			"GET /api/auth/csrf gives nobody a value of at most 512 characters and a cookie; another one each time.",
		section: 2,
		async run({ ask, csrfAnswer }) {
			const first = await csrfAnswer();
			demandStatus(first, 200);
			const value = textOf(first.body, "csrf");
			demand(CSRF_VALUE.test(value), `a value of ${value.length} characters, or of others than allowed`);
			demand(first.headers.getSetCookie().length > 0, "no cookie comes with it");
			const second = await ask("GET", "/api/auth/csrf");
			demand(textOf(second.body, "csrf") !== value, "twice the same value");
		},
	},
	{
		id: "csrf.missing",
		promise: "A login without csrf is refused: 403 csrf_missing.",
		section: 2,
		run: async (visit) => demandRefusal(await knock(visit, {}), "csrf_missing"),
	},
	{
		id: "csrf.invalid",
		promise: "A login with a made-up csrf, or a far too long one, is refused: 403 csrf_invalid.",
		section: 2,
		async run(visit) {
			demandRefusal(await knock(visit, { csrf: "c1.made.up" }), "csrf_invalid");
			demandRefusal(await knock(visit, { csrf: "x".repeat(513) }), "csrf_invalid");
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
				const refused = await knock(visit, headers);
				const jar = createJar();
				jar.keep(refused);
				const fresh = textOf(refused.body, "csrf");
				demand(CSRF_VALUE.test(fresh), `no fresh value. ${described(refused)}`);
				demandRefusal(await knock(visit, { ...jar.header(), csrf: fresh }), "validation_failed");
			}
		},
	},
	{
		id: "csrf.bound",
		promise: "A value given before login works together with its cookie only.",
		section: 2,
		async run(visit) {
			const { csrf: value = "" } = await visit.beforeLogin();
			demandRefusal(await knock(visit, { csrf: value }), "csrf_invalid");
		},
	},
	{
		id: "csrf.page-source",
		promise: "Every page of a logged-in user has the value in its source as served, another one each time.",
		section: 2,
		async run({ ask, accountPage, readerLogin }) {
			const account = await accountPage();
			demandStatus(account, 200);
			const { holder } = await readerLogin();
			const headers = { ...holder.jar.header(), accept: "text/html" };
			const again = await ask("GET", "/account", { headers });
			const docs = await ask("GET", "/docs", { headers });
			const values = [account, again, docs].map((page) => {
				const value = csrfInSource(page);
				demand(value !== null, `${page.to}: there is no <meta name="csrf-token"> with a value`);
				return value;
			});
			demand(new Set(values).size === values.length, "twice the same value");
		},
	},
	{
		id: "csrf.copied",
		promise: "A value copied from a page's source lets logins through with no cookie, several times.",
		section: 2,
		async run({ copiedLogins }) {
			for (const { answer } of await copiedLogins()) demandStatus(answer, 200);
		},
	},
	{
		id: "csrf.no-identity",
		promise: "A csrf value gives no identity.",
		section: 2,
		async run({ ask, accountPage }) {
			const headers = { csrf: csrfInSource(await accountPage()) ?? "" };
			demandRefusal(await ask("GET", "/api/auth/session", { headers }), "unauthenticated");
		},
	},
	{
		id: "csrf.dies",
		promise: "A copied value dies with its session: after the logout it is 403 csrf_invalid.",
		section: 2,
		async run(visit) {
			const { copied } = await visit.readerLogout();
			demandRefusal(await knock(visit, { csrf: copied }), "csrf_invalid");
		},
	},
	{
		id: "csrf.cookie-calls",
		promise:
			"An unsafe call with a cookie needs the value of its own session, and is told it when it lacks it.",
		section: 2,
		async run({ ask, cookieLogin, beforeLogin }) {
			const { holder } = await cookieLogin();
			const { csrf: own = "", ...cookie } = await holder.headers();
			const lacking = await ask("POST", RENEW, { headers: cookie });
			demandRefusal(lacking, "csrf_missing");
			demand(CSRF_VALUE.test(textOf(lacking.body, "csrf")), "the refusal carries no fresh value");
			const { csrf: foreign = "" } = await beforeLogin();
			demandRefusal(await ask("POST", RENEW, { headers: { ...cookie, csrf: foreign } }), "csrf_invalid");
			const reauthenticate = "/api/auth/reauthenticate";
			const headers = { ...cookie, csrf: own };
			demandRefusal(await ask("POST", reauthenticate, { body: {}, headers }), "validation_failed");
		},
	},
	{
		id: "csrf.bearer-calls",
		promise: "A call with a bearer token needs no csrf value.",
		section: 2,
		async run({ ask, tokenLogin }) {
			const headers = await (await tokenLogin()).holder.headers();
			demandRefusal(
				await ask("POST", "/api/auth/reauthenticate", { body: {}, headers }),
				"validation_failed",
			);
		},
	},
];
