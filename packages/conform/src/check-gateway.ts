/** GET /api/auth/check, which a reverse proxy calls before it passes a request on. */
import { expect, expectError, expectStatus, type HttpResponse, textOf } from "./response.ts";
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
		promise: "For an unsafe request (X-Forwarded-Method) with a cookie the check demands the csrf value.",
		section: 4,
		async run({ send, cookieLogin }) {
			const { credential } = await cookieLogin();
			const { csrf = "", ...cookie } = await credential.headers();
			const unsafe = { ...cookie, "x-forwarded-method": "POST" };
			expectError(await send("GET", CHECK, { headers: unsafe }), "csrf_missing");
			expectStatus(await send("GET", CHECK, { headers: { ...unsafe, csrf } }), 204);
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
