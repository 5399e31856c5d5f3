/** Error responses: which request gets which code, and the one shape of them all. */
import { type ErrorCode, errorCodes } from "./error-codes.generated.ts";
import { describe, expect, expectError, type HttpResponse, LeftOut, textOf } from "./response.ts";
import type { Check, Visit } from "./visit.ts";

const LOGIN = "/api/auth/login";
const NUL = "\\u0000";
const HALF_A_PAIR = "\\ud800";

interface WrongBody {
	name: string;
	/** Sent as it is. */
	body: string | Uint8Array;
	code: ErrorCode;
}

const wrongBodies: WrongBody[] = [
	{ name: "half an object", body: '{"username":', code: "malformed_json" },
	{ name: "nothing", body: "", code: "malformed_json" },
	{
		name: "a byte order mark",
		body: Buffer.from('\uFEFF{"username":"a","password":"b"}'),
		code: "malformed_json",
	},
	{ name: "what is not UTF-8", body: Buffer.from([0x22, 0xff, 0x22]), code: "malformed_json" },
	{ name: "NUL", body: `{"username":"a${NUL}","password":"b"}`, code: "malformed_json" },
	{
		name: "half a surrogate pair",
		body: `{"username":"a${HALF_A_PAIR}","password":"b"}`,
		code: "malformed_json",
	},
	{ name: "five levels", body: '{"username":[[[[1]]]],"password":"b"}', code: "malformed_json" },
	{ name: "NaN", body: '{"username":NaN,"password":"b"}', code: "malformed_json" },
	{
		name: "a member twice",
		body: '{"username":"a","username":"b","password":"c"}',
		code: "duplicate_key",
	},
	{ name: "a list", body: "[]", code: "validation_failed" },
	{ name: "a number for a text", body: '{"username":1,"password":"b"}', code: "validation_failed" },
	{
		name: "a text for session",
		body: '{"username":"a","password":"b","session":"true"}',
		code: "validation_failed",
	},
	{
		name: "an unknown member",
		body: '{"username":"a","password":"b","role":"admin"}',
		code: "unknown_field",
	},
];

const bodies = (code: ErrorCode): Check => {
	const rows = wrongBodies.filter((row) => row.code === code);
	return {
		id: `errors.${code.replaceAll("_", "-")}`,
		promise: `A login body with ${rows.map(({ name }) => name).join(", ")} is refused: 400 ${code}.`,
		section: 1,
		async run({ send, beforeLogin }) {
			const headers = { ...(await beforeLogin()), "content-type": "application/json" };
			for (const { name, body } of rows) {
				const response = await send("POST", LOGIN, { body, headers });
				expect(response.status === 400 && response.body?.code === code, `${name}: ${describe(response)}`);
			}
		},
	};
};

export const errors: Check[] = [
	bodies("malformed_json"),
	bodies("duplicate_key"),
	bodies("validation_failed"),
	bodies("unknown_field"),
	{
		id: "errors.pointer",
		promise: "The refusal of a body says what is wrong: errors with pointer, code and message.",
		section: 7,
		async run({ send, beforeLogin }) {
			const body = { username: "a", password: 1 };
			const response = await send("POST", LOGIN, { body, headers: await beforeLogin() });
			const found = Array.isArray(response.body?.errors) ? (response.body.errors as unknown[]) : [];
			const [first] = found;
			expect(textOf(first, "pointer") === "/password", describe(response));
			expect(textOf(first, "code") !== "" && textOf(first, "message") !== "", "without code or message");
		},
	},
	{
		id: "errors.not-found",
		promise: "An unknown path is 404 not_found.",
		section: 7,
		run: async ({ send }) => expectError(await send("GET", "/api/auth/nothing"), "not_found"),
	},
	{
		id: "errors.method",
		promise:
			"A method that an address does not take is 405 method_not_allowed, with those that it takes in Allow.",
		section: 7,
		async run({ send }) {
			const tried: Array<[string, string, string]> = [
				["GET", LOGIN, "POST"],
				["PUT", LOGIN, "POST"],
				["PATCH", "/api/auth/session", "GET"],
			];
			for (const [method, path, takes] of tried) {
				const response = await send(method, path);
				expectError(response, "method_not_allowed");
				const allowed = (response.headers.get("allow") ?? "").split(/ *, */);
				expect(allowed.includes(takes) && !allowed.includes(method), `Allow: ${allowed.join(", ")}`);
			}
		},
	},
	{
		id: "errors.not-acceptable",
		promise: "A client that wants nothing but HTML of the API is refused: 406 not_acceptable.",
		section: 7,
		async run({ send }) {
			const headers = { accept: "text/html" };
			expectError(await send("GET", "/api/auth/csrf", { headers }), "not_acceptable");
		},
	},
	{
		id: "errors.media-type",
		promise:
			"A body that is not JSON by its Content-Type, or compressed, is refused: 415 unsupported_media_type.",
		section: 7,
		async run({ send, beforeLogin }) {
			const body = Buffer.from('{"username":"a","password":"b"}');
			const foreign: Array<Record<string, string>> = [
				{},
				{ "content-type": "text/plain" },
				{ "content-type": "application/x-www-form-urlencoded" },
				{ "content-type": "application/json; charset=utf-16" },
				{ "content-type": "application/json", "content-encoding": "gzip" },
			];
			for (const headers of foreign) {
				const sent = { ...(await beforeLogin()), ...headers };
				expectError(await send("POST", LOGIN, { body, headers: sent }), "unsupported_media_type");
			}
		},
	},
	{
		id: "errors.problem",
		promise:
			"Every refusal is a problem document (RFC 9457) with its code, and the status and title of that code.",
		section: 7,
		async run(visit) {
			for (const response of await errorResponses(visit)) expectProblemDocument(response);
		},
	},
	{
		id: "errors.request-id",
		promise: "Every refusal has the requestId of its X-Request-Id header.",
		section: 7,
		async run(visit) {
			for (const { body, headers, request } of await errorResponses(visit)) {
				const sent = headers.get("x-request-id");
				if (sent !== null) expect(body?.requestId === sent, `${request}: another one, or none`);
			}
		},
	},
	{
		id: "errors.challenge",
		promise: "Every 401 carries WWW-Authenticate: Bearer.",
		section: 7,
		async run(visit) {
			const responses = (await errorResponses(visit)).filter(({ status }) => status === 401);
			if (responses.length === 0) throw new LeftOut("nothing was answered 401");
			for (const { headers, request } of responses) {
				const challenge = headers.get("www-authenticate") ?? "none";
				expect(/^Bearer realm="[^"]+"/.test(challenge), `${request}: ${challenge}`);
			}
		},
	},
];

/** Those of all checks so far; where none had the status, of a request made for it. */
async function errorResponses({ send, responses }: Visit): Promise<HttpResponse[]> {
	if (!responses.some(({ status }) => status === 401)) await send("GET", "/api/auth/session");
	if (!responses.some(({ status }) => status === 403)) await send("POST", LOGIN, { body: {} });
	if (!responses.some(({ status }) => status === 404)) await send("GET", "/api/auth/nothing");
	const refused = responses.filter(({ status }) => status >= 400);
	if (refused.length === 0) throw new LeftOut("nothing was refused");
	return refused;
}

function expectProblemDocument(response: HttpResponse): void {
	const { body, headers, status, request } = response;
	const type = headers.get("content-type") ?? "no type";
	expect(/^application\/problem\+json(; *charset=utf-8)?$/i.test(type), `${request}: ${status} ${type}`);
	const code = textOf(body, "code");
	expect(Object.hasOwn(errorCodes, code), describe(response));
	const kind = errorCodes[code as ErrorCode];
	expect(status === kind.status && body?.status === status, `${describe(response)}, status ${body?.status}`);
	expect(body?.type === `urn:sallyport:error:${code}`, `${describe(response)}: type is another one`);
	expect(body?.title === kind.title, `${describe(response)}: title is another one`);
	expect(textOf(body, "message") !== "", `${describe(response)}: no message`);
}
