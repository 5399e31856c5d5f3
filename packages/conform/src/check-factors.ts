/**
 * Challenges and codes, which lead from a password to a session, and factors, which take its cookie. No user needs a second factor
 * for these checks.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, expectError, LeftOut, textOf } from "./response.ts";
import type { Check } from "./visit.ts";

const LOGIN = "/api/auth/login";
const SECOND_STEP = "/api/auth/login/second-factor";

/** What takes a cookie session. None of these would change anything, even if a token could do it. */
const byCookie: Array<[method: string, path: string, body?: object]> = [
	["GET", "factors"],
	["POST", "factors/totp"],
	["DELETE", `factors/${randomUUID()}`],
	["PUT", "second-factor", {}],
	["POST", "email", {}],
];

export const factors: Check[] = [
	{
		id: "factors.challenge",
		promise:
			"A challenge that the service did not make is refused, and starts no session: 401 challenge_invalid.",
		section: 7,
		async run({ send, beforeLogin }) {
			const headers = await beforeLogin();
			for (const challenge of [randomBytes(220).toString("base64url"), "A"]) {
				const response = await send("POST", SECOND_STEP, { body: { challenge, code: "000000" }, headers });
				expectError(response, "challenge_invalid");
				const cookies = response.headers.getSetCookie().filter((line) => /^[^=]*-sid=[^;]/.test(line));
				expect(cookies.length === 0, "a session cookie is set");
			}
		},
	},
	{
		id: "factors.code",
		promise: "A code in a wrong form is refused before anything else is looked at: 400 validation_failed.",
		section: 7,
		async run({ send, beforeLogin }) {
			const headers = await beforeLogin();
			// Five digits, digits of another script, and a number.
			for (const code of ["12345", "\uff11\uff12\uff13\uff14\uff15\uff16", 123456]) {
				const guess = { username: "unknown", password: randomBytes(16).toString("base64url") };
				for (const response of [
					await send("POST", LOGIN, { body: { ...guess, code }, headers }),
					await send("POST", SECOND_STEP, { body: { challenge: "A", code }, headers }),
				]) {
					expectError(response, "validation_failed");
					expect(response.headers.get("ratelimit") === null, `${describe(response)}: it was counted`);
				}
			}
		},
	},
	{
		id: "factors.by-cookie",
		promise:
			"No token changes how its user logs in, however recent the login: 403 forbidden, which names the account page.",
		section: 12,
		async run({ send, tokenLogin }) {
			const headers = await (await tokenLogin()).credential.headers();
			for (const [method, path, body] of byCookie) {
				const response = await send(method, `/api/auth/${path}`, { body, headers });
				if (path === "factors" && response.status === 404)
					throw new LeftOut("this release has no second factors");
				expectError(response, "forbidden");
				const page = textOf(response.body, "message").endsWith("/account");
				expect(page, `${describe(response)}: it does not say where else`);
			}
		},
	},
];
