/** For every error code the requests that provoke it, on a service of its own with time-outs of one second. */
import { anyone, body, loggedIn, login, type RefusalCase, withLink, wrong } from "./refusal-case.ts";
import { refusalCasesOfAccessKeys } from "./refusal-cases-of-access-keys.ts";
import { refusalCasesOfAdministration } from "./refusal-cases-of-administration.ts";
import { refusalCasesOfApplications } from "./refusal-cases-of-applications.ts";
import { refusalCasesOfFactors } from "./refusal-cases-of-factors.ts";
import { refusalCasesOfHttp } from "./refusal-cases-of-http.ts";
import { refusalCasesOfPasskeys } from "./refusal-cases-of-passkeys.ts";

const inTheBody: RefusalCase[] = [
	{ name: "half a JSON object", request: body('{"username":'), status: 400, code: "malformed_json" },
	{ name: "an empty body", request: body(""), status: 400, code: "malformed_json" },
	{
		name: "a number for a string",
		request: body('{"username":1,"password":"x"}'),
		status: 400,
		code: "validation_failed",
	},
	{ name: "an array", request: body("[]"), status: 400, code: "validation_failed" },
	{
		name: "a username with a space",
		request: anyone((visitor) => visitor.logIn("a b", wrong)),
		status: 400,
		code: "validation_failed",
	},
	{
		name: "a password of 1026 bytes",
		request: anyone((visitor) => visitor.logIn("ada", "é".repeat(513))),
		status: 400,
		code: "validation_failed",
	},
	{
		name: "staying logged in by a token",
		request: anyone((visitor) => visitor.logIn("ada", wrong, { remember: true })),
		status: 400,
		code: "validation_failed",
	},
	{
		name: "an unknown member",
		request: anyone((visitor) => visitor.logIn("ada", wrong, { role: "admin" })),
		status: 400,
		code: "unknown_field",
	},
	{
		name: "a member twice",
		request: body('{"username":"a","username":"b","password":"x"}'),
		status: 400,
		code: "duplicate_key",
	},
	{
		name: "a password of five characters",
		request: withLink((visitor, token) => visitor.post("/api/auth/setup", { token, password: "short" })),
		status: 400,
		code: "password_rejected",
	},
];

const ofCredentials: RefusalCase[] = [
	{
		name: "an unknown user",
		request: anyone((visitor) => visitor.logIn("nobody", wrong)),
		status: 401,
		code: "invalid_credentials",
	},
	{
		name: "a wrong password in a change",
		request: loggedIn((visitor) =>
			visitor.post("/api/auth/password", {
				currentPassword: wrong,
				newPassword: "five words nobody else has",
			}),
		),
		status: 401,
		code: "invalid_credentials",
	},
	{
		name: "a password alone where a gateway requires two factors",
		request: loggedIn((visitor) => visitor.get("/api/auth/check?acr=aal2")),
		status: 401,
		code: "insufficient_user_authentication",
	},
	{
		name: "no credential",
		request: anyone((visitor) => visitor.get("/api/auth/session")),
		status: 401,
		code: "unauthenticated",
	},
	{
		name: "a bearer that is no token",
		request: anyone((visitor) => visitor.get("/api/auth/session", { authorization: "Bearer %E0%A4" })),
		status: 401,
		code: "invalid_token",
	},
	{
		name: "a token of a cookie session, in exchange for another one",
		request: loggedIn(async (visitor, { service }) => {
			const { body } = await visitor.post("/api/auth/token");
			const headers = { authorization: `Bearer ${body?.token}` };
			return service.visitor().post("/api/auth/token", undefined, headers);
		}),
		status: 403,
		code: "forbidden",
	},
	{
		name: "a session unused for an hour",
		request: loggedIn((visitor, { service }) => {
			service.travel(60 * 60_000);
			return visitor.get("/api/auth/session");
		}),
		status: 401,
		code: "session_expired",
	},
	{
		name: "a session that was logged out",
		request: loggedIn(async (visitor) => {
			const cookie = [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
			await visitor.post("/api/auth/logout");
			return visitor.get("/api/auth/session", { cookie });
		}),
		status: 401,
		code: "session_ended",
	},
	{
		name: "a login without csrf",
		request: anyone((visitor) => visitor.post(login, {}, { csrf: "" })),
		status: 403,
		code: "csrf_missing",
	},
	{
		name: "a login with an invented CSRF token",
		request: anyone((visitor) => visitor.post(login, {}, { csrf: "c1.x.y" })),
		status: 403,
		code: "csrf_invalid",
	},
	{
		name: "a login from another site",
		request: anyone((visitor) => visitor.post(login, {}, { origin: "https://evil.example" })),
		status: 403,
		code: "origin_forbidden",
	},
	{
		name: "ending sessions a quarter of an hour after the login",
		request: loggedIn((visitor, { service }) => {
			service.travel(16 * 60_000);
			return visitor.delete("/api/auth/sessions");
		}),
		status: 403,
		code: "reauthentication_required",
	},
	{
		name: "a setup link for the second time",
		request: withLink(async (visitor, token) => {
			await visitor.post("/api/auth/setup", { token, password: "five words nobody else has" });
			return visitor.post("/api/auth/setup", { token, password: "five words nobody else has" });
		}),
		status: 409,
		code: "setup_link_used",
	},
	{
		name: "an eleventh guess",
		request: anyone(async (visitor) => {
			for (let guess = 1; guess <= 10; guess++) await visitor.logIn("guessed", wrong);
			return visitor.logIn("guessed", wrong);
		}),
		status: 429,
		code: "rate_limited",
	},
];

export const refusalCases = [
	...inTheBody,
	...ofCredentials,
	...refusalCasesOfFactors,
	...refusalCasesOfPasskeys,
	...refusalCasesOfAccessKeys,
	...refusalCasesOfAdministration,
	...refusalCasesOfApplications,
	...refusalCasesOfHttp,
];
