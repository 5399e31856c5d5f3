/** What users do with their own data: they get a copy, and choose a language. By these checks the user gets one copy, and a mail about it. */
import {
	describe,
	expect,
	expectError,
	expectStatus,
	type HttpResponse,
	LeftOut,
	textOf,
} from "./response.ts";
import type { Check, Visit } from "./visit.ts";

const EXPORT = "/api/auth/export";
const LOCALE = "/api/auth/locale";

/** The response, unless the release is older than the operation. */
async function offered(response: Promise<HttpResponse>): Promise<HttpResponse> {
	const found = await response;
	if (found.status === 404) throw new LeftOut("this release does not offer it");
	return found;
}

async function tokenOfCookie({ cookieToken }: Visit): Promise<Record<string, string>> {
	return { authorization: `Bearer ${textOf((await cookieToken()).body, "token")}` };
}

export const data: Check[] = [
	{
		id: "data.export",
		promise: "A user gets a copy of their own data as a JSON file, and no secret of the session is in it.",
		section: 12,
		async run({ send, cookieLogin }) {
			const { response: login, credential } = await cookieLogin();
			const response = await offered(send("GET", EXPORT, { headers: credential.jar.header() }));
			if (response.body?.code === "rate_limited")
				throw new LeftOut("the user has got several copies already");
			expectStatus(response, 200);
			const { body, headers, text } = response;
			if (body === null && text.length > 1_000_000) throw new LeftOut("the copy is too large to be read");
			const { id } = login.body ?? {};
			expect(
				typeof id === "string" && textOf(body?.user, "id") === id,
				`${describe(response)}: not the user's`,
			);
			expect(/^attachment\b/.test(headers.get("content-disposition") ?? ""), "a browser would show it");
			const secret = credential.jar.find("-sid")?.value ?? "";
			for (const each of [secret, textOf(login.body, "csrf")])
				expect(each === "" || !text.includes(each), "a secret of the session is in it");
		},
	},
	{
		id: "data.export-guard",
		promise:
			"The copy is given to no one else: 401 unauthenticated, from other sites 403 origin_forbidden, by a token 403 forbidden.",
		section: 12,
		async run(visit) {
			const { send, cookieLogin, tokenLogin } = visit;
			expectError(await offered(send("GET", EXPORT)), "unauthenticated");
			const cookie = (await cookieLogin()).credential.jar.header();
			const foreign = { ...cookie, "sec-fetch-site": "cross-site" };
			expectError(await send("GET", EXPORT, { headers: foreign }), "origin_forbidden");
			const byLogin = await (await tokenLogin()).credential.headers();
			for (const headers of [byLogin, await tokenOfCookie(visit)])
				expectError(await send("GET", EXPORT, { headers }), "forbidden");
		},
	},
	{
		id: "data.locale",
		promise:
			"The language is one that the pages are in, and nothing else comes with it: 400 validation_failed or unknown_field.",
		section: 12,
		async run({ send, cookieLogin }) {
			const headers = await (await cookieLogin()).credential.headers();
			const choose = (body: object) => send("POST", LOCALE, { body, headers });
			expectError(await offered(choose({ locale: "x-none" })), "validation_failed");
			expectError(await choose({}), "validation_failed");
			expectError(await choose({ locale: null, user: "another" }), "unknown_field");
		},
	},
	{
		id: "data.locale-guard",
		promise:
			"Only the user's own session chooses the language: without its CSRF token 403 csrf_missing, by the token of a cookie session 403 forbidden.",
		section: 12,
		async run(visit) {
			const { send, cookieLogin } = visit;
			// It changes nothing, whatever the service makes of it.
			const body = { locale: "x-none" };
			const headers = (await cookieLogin()).credential.jar.header();
			expectError(await offered(send("POST", LOCALE, { body, headers })), "csrf_missing");
			expectError(await send("POST", LOCALE, { body, headers: await tokenOfCookie(visit) }), "forbidden");
		},
	},
];
