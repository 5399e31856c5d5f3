/** Challenges and codes, which lead from a password to a session. No user needs a second factor for these checks. */
import { randomBytes } from "node:crypto";
import { describe, expect, expectError } from "./response.ts";
import type { Check } from "./visit.ts";

const LOGIN = "/api/auth/login";
const SECOND_STEP = "/api/auth/login/second-factor";

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
				const guess = { username: "nobody", password: randomBytes(16).toString("base64url") };
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
];
