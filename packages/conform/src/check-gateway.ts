/** GET /api/auth/check, which a reverse proxy calls before it passes a request on. */
import { expect, expectError, expectStatus, type HttpResponse, LeftOut, textOf } from "./response.ts";
import { claimsOf } from "./tokens.ts";
import type { Check } from "./visit.ts";

const CHECK = "/api/auth/check";

export const gateway: Check[] = [
	{
		id: "gateway.nobody",
		promise: "The check refuses a request without a credential: 401 unauthenticated.",
		section: 4,
		run: async ({ send }) => expectError(await send("GET", CHECK), "unauthenticated"),
	},
	{
		id: "gateway.bearer",
		promise: "The check answers a token 204 and says who it is in X-Auth-*.",
		section: 4,
		async run({ send, tokenLogin }) {
			const { credential } = await tokenLogin();
			const response = await send("GET", CHECK, { headers: await credential.headers() });
			const { sub, sid } = claimsOf(credential);
			expectIdentityHeaders(response, sub ?? "");
			expect(response.headers.get("x-auth-session-id") === sid, "X-Auth-Session-Id is another session");
		},
	},
	{
		id: "gateway.cookie",
		promise: "The check answers a cookie 204 and says who it is in X-Auth-*.",
		section: 4,
		async run({ send, cookieLogin }) {
			const { response: login, credential } = await cookieLogin();
			const response = await send("GET", CHECK, { headers: credential.jar.header() });
			expectIdentityHeaders(response, textOf(login.body, "id"));
		},
	},
	{
		id: "gateway.unsafe",
		promise: "For an unsafe request (X-Forwarded-Method) with a cookie the check requires the CSRF token.",
		section: 4,
		async run({ send, cookieLogin }) {
			const { credential } = await cookieLogin();
			const { csrf = "", ...cookie } = await credential.headers();
			const unsafe = { ...cookie, "x-forwarded-method": "POST" };
			expectError(await send("GET", CHECK, { headers: unsafe }), "csrf_missing");
			expectStatus(await send("GET", CHECK, { headers: { ...unsafe, csrf } }), 204);
		},
	},
	{
		id: "gateway.strength",
		promise: "The check says in X-Auth-Acr and X-Auth-Amr what the token says in acr and amr.",
		section: 4,
		async run({ send, tokenLogin }) {
			const { credential } = await tokenLogin();
			const { headers } = await send("GET", CHECK, { headers: await credential.headers() });
			const { acr = "aal1", amr } = claimsOf(credential);
			expect(headers.get("x-auth-acr") === acr, "X-Auth-Acr is not the claim acr");
			expect(headers.get("x-auth-amr") === [amr].flat().join(" "), "X-Auth-Amr is not the claim amr");
		},
	},
	{
		id: "gateway.claims",
		promise: "The check says in X-Auth-Claims what a token of the user says besides what every token does.",
		section: 12,
		async run({ send, tokenLogin }) {
			const { body } = await send("GET", "/.well-known/oauth-authorization-server");
			const added = body?.token_claims_supported;
			if (!Array.isArray(added)) throw new LeftOut("no claims are added to tokens");
			const { credential } = await tokenLogin();
			const { headers } = await send("GET", CHECK, { headers: await credential.headers() });
			const own = Object.entries(claimsOf(credential)).filter(([name]) => added.includes(name));
			const told = Buffer.from(headers.get("x-auth-claims") ?? "", "base64url").toString();
			const expected = own.length === 0 ? "" : JSON.stringify(Object.fromEntries(own));
			expect(told === expected, "X-Auth-Claims has others than the token");
		},
	},
	{
		id: "gateway.step-up",
		promise:
			"With acr=aal2 the check refuses a session of a password alone, and says what it takes (RFC 9470).",
		section: 4,
		async run({ send, cookieLogin }) {
			const headers = (await cookieLogin()).credential.jar.header();
			const { status, headers: told } = await send("GET", CHECK, { headers });
			if (status === 204 && !["aal1", null].includes(told.get("x-auth-acr")))
				throw new LeftOut("the login took more than a password");
			const response = await send("GET", `${CHECK}?acr=aal2&maxAge=86400`, { headers });
			expectError(response, "insufficient_user_authentication");
			const challenge = response.headers.get("www-authenticate") ?? "";
			const required =
				/, error="insufficient_user_authentication", acr_values="aal2( \w+)*", max_age="86400"$/;
			expect(required.test(challenge), `WWW-Authenticate: ${challenge}`);
			const { acr, maxAge } = response.body ?? {};
			expect(acr === "aal2" && maxAge === 86_400, "acr or maxAge is missing");
			expectStatus(await send("GET", `${CHECK}?acr=aal1`, { headers }), 204);
		},
	},
	{
		id: "gateway.unknown-demand",
		promise:
			"The check refuses a requirement that it does not know, instead of letting everybody in: 400 unknown_field.",
		section: 12,
		async run({ send, tokenLogin }) {
			const headers = await (await tokenLogin()).credential.headers();
			expectError(await send("GET", `${CHECK}?arc=aal2`, { headers }), "unknown_field");
		},
	},
	{
		id: "gateway.bad-demand",
		promise: "The check refuses a requirement that it does not understand: 400 validation_failed.",
		section: 4,
		async run({ send, tokenLogin }) {
			const headers = await (await tokenLogin()).credential.headers();
			for (const query of ["acr=strong", "maxAge=5m", "acr=aal1&acr=aal2"])
				expectError(await send("GET", `${CHECK}?${query}`, { headers }), "validation_failed");
		},
	},
];

function expectIdentityHeaders(response: HttpResponse, userId: string): void {
	expectStatus(response, 204);
	const { headers, text } = response;
	expect(headers.get("x-auth-user-id") === userId, "X-Auth-User-Id is another user");
	for (const name of ["X-Auth-Username", "X-Auth-Role", "X-Auth-Session-Id"])
		expect((headers.get(name) ?? "") !== "", `${name} is missing`);
	expect(text === "", "there is a body");
}
