/** What front ends and apps build on that keep a cookie session: it can outlive the browser, and it gets tokens for other APIs. */
import { randomBytes } from "node:crypto";
import { describe, expect, expectError, expectMembers, expectStatus, LeftOut, textOf } from "./response.ts";
import { verifySigned } from "./tokens.ts";
import type { Check } from "./visit.ts";

const LOGIN = "/api/auth/login";
const TOKEN = "/api/auth/token";

export const frontend: Check[] = [
	{
		id: "frontend.remember",
		promise:
			"Only a cookie session stays logged in: with a login for a token, remember is 400 validation_failed.",
		section: 1,
		async run({ send, beforeLogin }) {
			const guess = { username: "unknown", password: randomBytes(16).toString("base64url") };
			const headers = await beforeLogin();
			const response = await send("POST", LOGIN, { body: { ...guess, remember: true }, headers });
			if (response.body?.code === "unknown_field") throw new LeftOut("the service keeps no user logged in");
			expectError(response, "validation_failed");
			expect(response.headers.get("ratelimit") === null, `${describe(response)}: it was counted`);
		},
	},
	{
		id: "frontend.token",
		promise:
			"A cookie session gets a token of the same session, in the same three members as a login for one.",
		section: 4,
		async run(visit) {
			const { send, cookieLogin, cookieToken } = visit;
			const { response: login } = await cookieLogin();
			const response = await cookieToken();
			expectMembers(response, ["id", "message", "token"]);
			expect(response.body?.id === login.body?.id, "it is a token of another user");
			const token = textOf(response.body, "token");
			const { sid, exp = 0 } = await verifySigned(visit, token, { typ: "at+jwt", what: "the token" });
			const found = await send("GET", "/api/auth/session", { headers: { authorization: `Bearer ${token}` } });
			expectStatus(found, 200);
			const own = found.body?.session;
			expect(
				textOf(own, "kind") === "cookie" && textOf(own, "id") === sid,
				"it is a token of another session",
			);
			expect(exp * 1000 <= Date.parse(textOf(own, "expiresAt")), "the token outlives its session");
		},
	},
	{
		id: "frontend.token-csrf",
		promise: "A cookie session gets a token only with its CSRF token: 403 csrf_missing.",
		section: 2,
		async run({ send, cookieLogin, cookieToken }) {
			await cookieToken();
			const { credential } = await cookieLogin();
			expectError(await send("POST", TOKEN, { headers: credential.jar.header() }), "csrf_missing");
		},
	},
	{
		id: "frontend.token-by-cookie",
		promise:
			"A token gets no other one: the token of a login not here, and that of a cookie nowhere: 403 forbidden.",
		section: 4,
		async run({ send, cookieToken, tokenLogin }) {
			const { body } = await cookieToken();
			const byLogin = await (await tokenLogin()).credential.headers();
			expectError(await send("POST", TOKEN, { headers: byLogin }), "forbidden");
			const headers = { authorization: `Bearer ${textOf(body, "token")}` };
			expectError(await send("POST", TOKEN, { headers }), "forbidden");
			expectError(await send("POST", "/api/auth/renew", { headers }), "forbidden");
		},
	},
];
