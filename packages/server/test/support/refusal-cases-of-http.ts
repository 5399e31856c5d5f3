/** Requests that are refused by the rules of HTTP, before any rule of ours. */
import { rawRequest, sendRaw } from "./raw.ts";
import { anyone, body, login, type RefusalCase, raw, type Stage, withLink, wrong } from "./refusal-case.ts";
import type { Answer } from "./visitor.ts";

const get = (path: string, ...headers: string[]) =>
	raw([`GET ${path} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers]);
const twoTokens = get("/", "Authorization: Bearer a", "authorization: Bearer b");
const post = (...headers: string[]) => [`POST ${login} HTTP/1.1`, "Host: localhost", ...headers];

export const refusalCasesOfHttp: RefusalCase[] = [
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
		request: anyone((visitor) =>
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
		request: anyone((visitor) => visitor.post(login, "{}", { "content-encoding": "gzip" })),
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
