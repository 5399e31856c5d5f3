/** For every error code the requests that provoke it, on a service of its own with time-outs of one second. */

import type { UserAdministration } from "../../src/features/administration/administer-users.ts";
import type { ErrorCode } from "../../src/platform/errors.ts";
import { tokenOf } from "./administration.ts";
import { rawRequest, sendRaw } from "./raw.ts";
import type { TestService } from "./service.ts";
import type { Answer, Visitor } from "./visitor.ts";

export interface Stage {
	service: TestService;
	users: UserAdministration;
	/** An active user with ADMIN_PASSWORD, another one for each case. */
	newUser(): Promise<string>;
}

export interface RefusalCase {
	name: string;
	request(stage: Stage): Promise<Answer>;
	status: number;
	code: ErrorCode;
}

const login = "/api/auth/login";
const wrong = "not the password at all";

/** A login body exactly as written. */
const body = (text: string) => (stage: Stage) => stage.service.visitor().post(login, text);
const raw = (lines: string[], text?: string) => (stage: Stage) =>
	sendRaw(stage.service.port, rawRequest(lines, text));
const anybody = (use: (visitor: Visitor, stage: Stage) => Promise<Answer>) => (stage: Stage) =>
	use(stage.service.visitor(), stage);
const loggedIn = (use: (visitor: Visitor, stage: Stage) => Promise<Answer>) => async (stage: Stage) =>
	use(await stage.service.loggedIn(await stage.newUser()), stage);
const withLink = (use: (visitor: Visitor, token: string) => Promise<Answer>) => async (stage: Stage) => {
	const { setupLink } = await stage.users.reset(await stage.newUser());
	return use(stage.service.visitor(), tokenOf(setupLink));
};

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
		request: anybody((visitor) => visitor.logIn("a b", wrong)),
		status: 400,
		code: "validation_failed",
	},
	{
		name: "a password of 1026 bytes",
		request: anybody((visitor) => visitor.logIn("ada", "é".repeat(513))),
		status: 400,
		code: "validation_failed",
	},
	{
		name: "an unknown member",
		request: anybody((visitor) => visitor.logIn("ada", wrong, { role: "admin" })),
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
		request: anybody((visitor) => visitor.logIn("nobody", wrong)),
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
		name: "no credential",
		request: anybody((visitor) => visitor.get("/api/auth/session")),
		status: 401,
		code: "unauthenticated",
	},
	{
		name: "a bearer that is no token",
		request: anybody((visitor) => visitor.get("/api/auth/session", { authorization: "Bearer %E0%A4" })),
		status: 401,
		code: "invalid_token",
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
		request: anybody((visitor) => visitor.post(login, {}, { csrf: "" })),
		status: 403,
		code: "csrf_missing",
	},
	{
		name: "a login with an invented CSRF token",
		request: anybody((visitor) => visitor.post(login, {}, { csrf: "c1.x.y" })),
		status: 403,
		code: "csrf_invalid",
	},
	{
		name: "a login from another site",
		request: anybody((visitor) => visitor.post(login, {}, { origin: "https://evil.example" })),
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
		request: anybody(async (visitor) => {
			for (let guess = 1; guess <= 10; guess++) await visitor.logIn("guessed", wrong);
			return visitor.logIn("guessed", wrong);
		}),
		status: 429,
		code: "rate_limited",
	},
];

const get = (path: string, ...headers: string[]) =>
	raw([`GET ${path} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers]);
const twoTokens = get("/", "Authorization: Bearer a", "authorization: Bearer b");
const post = (...headers: string[]) => [`POST ${login} HTTP/1.1`, "Host: localhost", ...headers];

const ofHttp: RefusalCase[] = [
	{ name: "an address that is none", request: get("/api/auth/nothing"), status: 404, code: "not_found" },
	{
		name: "a foreign setup link",
		request: withLink((visitor) => visitor.post("/api/auth/setup", { token: "x", password: wrong })),
		status: 404,
		code: "not_found",
	},
	{ name: "GET of the login", request: get(login), status: 405, code: "method_not_allowed" },
	{
		name: "TRACE of the login",
		request: raw([`TRACE ${login} HTTP/1.1`, "Host: localhost", "Connection: close"]),
		status: 405,
		code: "method_not_allowed",
	},
	{
		name: "PUT of a page",
		request: raw(["PUT /login HTTP/1.1", "Host: localhost", "Connection: close"]),
		status: 405,
		code: "method_not_allowed",
	},
	{
		name: "wanting HTML of the API",
		request: get("/api/auth/csrf", "Accept: text/html"),
		status: 406,
		code: "not_acceptable",
	},
	{
		name: "half a head",
		request: ({ service }) => sendRaw(service.port, "GET / HTTP/1.1\r\nHost: local"),
		status: 408,
		code: "request_timeout",
	},
	{ name: "half a body", request: halfABody, status: 408, code: "request_timeout" },
	{
		name: "a body of 20 kB",
		request: body(`{"username":"${"x".repeat(20_000)}"}`),
		status: 413,
		code: "body_too_large",
	},
	{
		name: "an address of 3 kB",
		request: get(`/healthz?${"x".repeat(3000)}`),
		status: 414,
		code: "uri_too_long",
	},
	{
		name: "a form",
		request: anybody((visitor) =>
			visitor.post(login, "username=ada", { "content-type": "application/x-www-form-urlencoded" }),
		),
		status: 415,
		code: "unsupported_media_type",
	},
	{
		name: "a body without a type",
		request: raw(post("Content-Length: 2"), "{}"),
		status: 415,
		code: "unsupported_media_type",
	},
	{
		name: "a compressed body",
		request: anybody((visitor) => visitor.post(login, "{}", { "content-encoding": "gzip" })),
		status: 415,
		code: "unsupported_media_type",
	},
	{
		name: "an expectation",
		request: raw(post("Expect: the-unexpected", "Content-Length: 0")),
		status: 417,
		code: "expectation_failed",
	},
	{
		name: "a head of 20 kB",
		request: get("/healthz", `X-Long: ${"x".repeat(20_000)}`),
		status: 431,
		code: "headers_too_large",
	},
	{ name: "no HTTP at all", request: raw(["\u0016\u0003\u0001 hello"]), status: 400, code: "bad_request" },
	{ name: "no Host", request: raw(["GET /healthz HTTP/1.1"]), status: 400, code: "bad_request" },
	{ name: "two tokens", request: twoTokens, status: 400, code: "bad_request" },
	{ name: "two Hosts", request: get("/healthz", "Host: elsewhere"), status: 400, code: "bad_request" },
	{
		name: "a length and chunks",
		request: raw(post("Content-Length: 5", "Transfer-Encoding: chunked"), "0\r\n\r\n"),
		status: 400,
		code: "bad_request",
	},
	{
		name: "two lengths",
		request: raw(post("Content-Length: 5", "Content-Length: 6"), "12345"),
		status: 400,
		code: "bad_request",
	},
	{
		name: "a chunk size that is none",
		request: raw(post("Transfer-Encoding: chunked", "Content-Type: application/json"), "zz\r\n\r\n"),
		status: 400,
		code: "bad_request",
	},
	{
		name: "a header folded onto the next line",
		request: get("/healthz", "X-Folded: one", " two"),
		status: 400,
		code: "bad_request",
	},
	{ name: "a bare percent sign in the address", request: get("/%"), status: 400, code: "bad_request" },
];

async function halfABody({ service }: Stage): Promise<Answer> {
	const visitor = service.visitor();
	await visitor.get("/api/auth/csrf");
	const cookie = [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
	const headers = [`Cookie: ${cookie}`, `csrf: ${visitor.csrf}`, "Content-Type: application/json"];
	return sendRaw(service.port, rawRequest(post(...headers, "Content-Length: 50"), '{"username"'));
}

export const refusalCases = [...inTheBody, ...ofCredentials, ...ofHttp];
